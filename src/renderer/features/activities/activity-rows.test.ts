import { expect, it } from 'vitest'
import { countByWeek, matchingActivities, sortedActivities } from './activity-rows.ts'
import type { SortOrder } from './activity-rows.ts'
import { sinceError } from '../../ui/time/days.ts'

const entries = [
  { username: 'ada', last_activity_on: '2026-11-02' },
  { username: 'Zoe', last_activity_on: '2026-11-15' },
  { username: 'ben10', last_activity_on: null, last_activity_at: '2026-11-16T00:00:00Z' },
  { username: 'ben9', last_activity_on: '2026-11-16' },
]
const shown = (typed: string, order: SortOrder) =>
  matchingActivities(sortedActivities(entries, order), typed).map(({ username }) => username)

it('sorts by date or name, and by name within a date', () => {
  expect(shown('', { by: 'day', descending: true })).toEqual(['ben9', 'ben10', 'Zoe', 'ada'])
  expect(shown('', { by: 'day', descending: false })).toEqual(['ada', 'Zoe', 'ben9', 'ben10'])
  expect(shown('', { by: 'name', descending: false })).toEqual(['ada', 'ben9', 'ben10', 'Zoe'])
  expect(shown('@BEN', { by: 'name', descending: true })).toEqual(['ben10', 'ben9'])
})

it('counts users per week from Monday to Sunday, including empty weeks', () => {
  expect(countByWeek(entries, '2026-05-18', '2026-11-24')).toEqual([
    { start: '2026-11-02', count: 1 },
    { start: '2026-11-09', count: 1 },
    { start: '2026-11-16', count: 2 },
    { start: '2026-11-23', count: 0 },
  ])
  expect(countByWeek([], '2026-05-18', '2026-11-24')).toEqual([])
})

it('ignores invalid dates but keeps future ones', () => {
  const odd = [
    { username: 'x', last_activity_on: 'soon' },
    { username: 'y', last_activity_on: '2026-12-01' },
    { username: 'z' },
  ]
  expect(countByWeek(odd, '2026-11-01', '2026-11-24')).toEqual([{ start: '2026-11-30', count: 1 }])
})

it('explains why a date is invalid', () => {
  expect(sinceError('2026-11-24', '2026-11-24')).toBeUndefined()
  expect(sinceError('', '2026-11-24')).toBe('Enter a date such as 2026-12-31, tomorrow, or +7d.')
  expect(sinceError('2026-11-25', '2026-11-24')).toMatch(/future/)
  expect(sinceError('0202-11-24', '2026-11-24')).toMatch(/2000/)
})
