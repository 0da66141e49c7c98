import { afterEach, expect, it, vi } from 'vitest'
import { startOfDay } from './local-day.ts'
import { localDay } from '../../../shared/rules/local-day.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['America/New_York', '2026-11-20', '2026-11-20T05:00:00.000Z'],
  ['Asia/Tokyo', '2026-11-20', '2026-11-19T15:00:00.000Z'],
  ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z'],
])('starts the day in local time: in %s, %s starts at %s', (zone, day, moment) => {
  vi.stubEnv('TZ', zone)
  expect(new Date(startOfDay(day)).toISOString()).toBe(moment)
  expect(localDay(Date.parse(moment))).toBe(day)
  expect(localDay(Date.parse(moment) - 1)).not.toBe(day)
})

it('handles 23-hour and 25-hour days', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const hours = (day: string) => (startOfDay(day, 1) - startOfDay(day)) / 3_600_000
  expect(['2026-03-29', '2026-10-25', '2026-11-20'].map(hours)).toEqual([23, 25, 24])
})
