import { expect, it } from 'vitest'
import { nearestPreset } from './status-limits.ts'

const minute = 60_000
const hour = 60 * minute

it('finds the preset closest to a time left', () => {
  expect(nearestPreset(10 * minute)).toBe('30_minutes')
  expect(nearestPreset(7 * hour)).toBe('8_hours')
  expect(nearestPreset(20 * hour)).toBe('1_day')
  expect(nearestPreset(400 * 24 * hour)).toBe('30_days')
})
