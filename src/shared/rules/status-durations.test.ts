import { expect, it } from 'vitest'
import {
  clearStatusAfter,
  commonDurations,
  durationMs,
  durationOf,
  isStatusDuration,
  nearestDuration,
  isCoveredBy,
} from './status-durations.ts'

const minute = 60_000
const hour = 60 * minute

it('returns the preset closest to the remaining time', () => {
  const nearest = (left: number) => nearestDuration(left, clearStatusAfter)
  expect(nearest(10 * minute)).toBe('30_minutes')
  expect(nearest(7 * hour)).toBe('8_hours')
  expect(nearest(20 * hour)).toBe('1_day')
  expect(nearest(400 * 24 * hour)).toBe('30_days')
  expect(nearestDuration(130 * minute, commonDurations)).toBe('120_minutes')
})

it('has one name for each duration in whole minutes', () => {
  expect([durationOf(2 * hour), durationOf(3 * hour)]).toEqual(['120_minutes', '3_hours'])
  expect([durationMs('120_minutes'), durationMs('1_day')]).toEqual([2 * hour, 24 * hour])
  const names = ['5_minutes', '43199_minutes', '30_days', ...commonDurations]
  expect(names.filter((name) => !isStatusDuration(name))).toEqual([])
  const others = [
    '4_minutes',
    '43201_minutes',
    '180_minutes',
    '7.5_minutes',
    '2_hours',
    'never',
    '',
  ]
  expect(others.filter(isStatusDuration)).toEqual([])
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
