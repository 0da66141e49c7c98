import { expect, it } from 'vitest'
import fc from 'fast-check'
import { exceedsLimits, parseLimited } from './value-limits.ts'

/** The number of values, counting a list or an object as one more than its parts, and of the levels they are nested in. */
function measure(value: unknown): { count: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { count: 1, depth: 0 }
  const parts = Object.values(value).map(measure)
  return {
    count: parts.reduce((sum, { count }) => sum + count, 1),
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
  }
}

it('parses JSON unless it has more values than allowed', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', '{', '[', '王') })
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'grapheme' }),
      text,
      fc.nat({ max: 12 }),
      (json, odd, max) => {
        const value = [json, odd]
        const { count } = measure(value)
        expect(exceedsLimits(value, max)).toBe(count > max)
        expect(parseLimited(JSON.stringify(value), max)).toEqual(
          count > max
            ? { problem: 'too-many' }
            : { value: JSON.parse(JSON.stringify(value)) as unknown, remaining: max - count },
        )
      },
    ),
  )
})

it('reads 64 levels', () => {
  const nested = (levels: number) => '[{"a":'.repeat(levels / 2) + 1 + '}]'.repeat(levels / 2)
  expect(measure(JSON.parse(nested(64))).depth).toBe(64)
  expect(parseLimited(nested(64), 100)).toMatchObject({ remaining: 35 })
  expect(parseLimited(nested(66), 100)).toEqual({ problem: 'too-deep' })
  expect(parseLimited(nested(64), 64)).toEqual({ problem: 'too-many' })
  expect(parseLimited('[1', 10)).toEqual({ problem: 'broken' })
})

it('doesn’t parse text with more separators than values', () => {
  expect(parseLimited(`[${'1,'.repeat(20)}`, 10)).toEqual({ problem: 'too-many' })
  expect(parseLimited(`["${','.repeat(50)}`, 10)).toEqual({ problem: 'broken' })
  expect(parseLimited(String.raw`["\",\",\",\",\",\",\",\",\",\",\",\","]`, 10)).toHaveProperty(
    'value',
  )
})
