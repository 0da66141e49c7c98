import { expect, it } from 'vitest'
import { nearestDuration } from './status-durations.ts'

const minute = 60_000
const hour = 60 * minute

it('returns the preset closest to the remaining time', () => {
  expect(nearestDuration(10 * minute)).toBe('30_minutes')
  expect(nearestDuration(7 * hour)).toBe('8_hours')
  expect(nearestDuration(20 * hour)).toBe('1_day')
  expect(nearestDuration(400 * 24 * hour)).toBe('30_days')
})
