import { expect, it } from 'vitest'
import fc from 'fast-check'
import {
  clearStatusAfterMs,
  commonDurations,
  durationMs,
  durationOf,
  isStatusDuration,
  longerDuration,
  nearestDuration,
  isCoveredBy,
} from './status-durations.ts'

const minute = 60_000
const hour = 60 * minute

it('has exactly one name for each duration from 5 minutes to 30 days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 31 * 24 * 60 }), (minutes) => {
      const name = durationOf(minutes * minute)
      expect(durationMs(name)).toBe(minutes * minute)
      expect(isStatusDuration(name)).toBe(minutes >= 5 && minutes <= 30 * 24 * 60)
      const plain = `${minutes}_minutes`
      expect(isStatusDuration(plain)).toBe(isStatusDuration(name) && plain === name)
    }),
    { examples: [[4], [5], [30], [180], [43_200], [43_201]] },
  )
  expect([durationOf(2 * hour), durationOf(3 * hour)]).toEqual(['120_minutes', '3_hours'])
  expect(['7.5_minutes', '2_hours', 'never', ''].filter(isStatusDuration)).toEqual([])
  expect(commonDurations.filter((name) => !isStatusDuration(name))).toEqual([])
})

it('returns the closest duration, the shorter of two, and the next longer one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 * 24 * hour }), (left) => {
      const distance = (ms: number) => Math.abs(ms - left)
      const lengths = commonDurations.map(durationMs)
      const nearest = durationMs(nearestDuration(left, commonDurations))
      expect(distance(nearest)).toBe(Math.min(...lengths.map(distance)))
      const fitting = Object.values(clearStatusAfterMs).filter((length) => length >= left)
      expect(durationMs(longerDuration(left))).toBe(Math.min(30 * 24 * hour, ...fitting))
    }),
    { examples: [[30 * minute], [30 * minute + 1], [400 * 24 * hour]] },
  )
  expect(nearestDuration(90 * minute, commonDurations)).toBe('60_minutes')
})

it('matches hastily typed statuses to a preset', () => {
  const preset = { emoji: 'headphones', message: 'Deep work', busy: true, clear: '120_minutes' }
  const typed = { emoji: '', message: 'deep work', busy: false, clear: 'never' }
  expect(isCoveredBy(typed, preset)).toBe(true)
  for (const more of [{ emoji: 'pizza' }, { message: 'deep' }, { clear: '3_hours' }]) {
    expect(isCoveredBy({ ...typed, ...more }, preset)).toBe(false)
  }
  expect(isCoveredBy({ ...typed, busy: true }, { ...preset, busy: false })).toBe(false)
  expect(isCoveredBy({ ...typed, message: '' }, { ...preset, message: '' })).toBe(false)
})
