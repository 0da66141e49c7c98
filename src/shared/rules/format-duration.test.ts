import { expect, it } from 'vitest'
import fc from 'fast-check'
import { t } from '../../core/platform/messages.ts'
import { formatMilliseconds } from './format-duration.ts'

const seconds = { second: 1, minute: 60, hour: 3_600, day: 86_400 }

it('loses no second, and uses each unit once, the largest first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 * 86_400 }), (total) => {
      const text = formatMilliseconds(t, total * 1000)
      const parts = [...text.matchAll(/(\d+) ([a-z]+?)s?(?= |$)/g)].map(([, count, unit]) => ({
        count: Number(count),
        length: seconds[unit as keyof typeof seconds],
      }))
      expect(parts.reduce((sum, { count, length }) => sum + count * length, 0)).toBe(total)
      for (const [index, { count, length }] of parts.entries()) {
        expect(count).toBeGreaterThan(0)
        const larger = parts[index - 1]
        if (larger) expect(count * length).toBeLessThan(larger.length)
      }
    }),
  )
  expect(formatMilliseconds(t, 5_400_000)).toBe('1 hour 30 minutes')
  expect(formatMilliseconds(t, 0)).toBe(t('time.none'))
})
