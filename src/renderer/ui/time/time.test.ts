import { expect, it } from 'vitest'
import { clearsAt } from './clear-after.ts'
import { advanceLocalTime } from './local-time.ts'
import {
  formatDay,
  momentToSecond,
  fullDay,
  fullDayOfMoment,
  fullMoment,
  formatMoment,
  shortDayOf,
  zoneName,
} from './moments.ts'
import { formatTimeLeft } from './time-left.ts'

const minute = 60_000
const hour = 60 * minute
const berlin = { locale: 'en-GB', timeZone: 'Europe/Berlin' }

it('formats the time left', () => {
  expect(formatTimeLeft(0)).toBe('no time')
  expect(formatTimeLeft(59_999)).toBe('less than a minute')
  expect(formatTimeLeft(minute)).toBe('1 minute')
  expect(formatTimeLeft(30 * minute - 1)).toBe('30 minutes')
  expect(formatTimeLeft(60 * minute)).toBe('1 hour')
  expect(formatTimeLeft(2 * hour + 10 * minute)).toBe('2 hours 10 minutes')
  expect(formatTimeLeft(24 * hour + 30 * minute)).toBe('1 day')
  expect(formatTimeLeft(75 * hour)).toBe('3 days 3 hours')
})

it('shows when a preset clears in local time', () => {
  const now = Date.parse('2026-11-20T22:45:00Z')
  expect(formatMoment(now, now, berlin)).toBe('today, 23:45')
  expect(formatMoment(clearsAt('30_minutes', now), now, berlin)).toBe('tomorrow, 00:15')
  expect(formatMoment(clearsAt('3_days', now), now, berlin)).toBe('Mon 23 Nov, 23:45')
  expect(formatMoment(clearsAt('30_minutes', now), now, { ...berlin, timeZone: 'UTC' })).toBe(
    'today, 23:15',
  )
})

it('uses the locale’s hour format at all lengths', () => {
  const at = Date.parse('2026-11-20T13:05:00Z')
  const american = { locale: 'en-US', timeZone: 'Europe/Berlin' }
  expect(formatMoment(at, at, berlin)).toBe('today, 14:05')
  expect(fullMoment(at, berlin)).toContain('14:05')
  expect(formatMoment(at, at, american)).toMatch(/^today, 2:05\sPM$/)
  expect(fullMoment(at, american)).toMatch(/2:05\sPM/)
  expect(formatDay(Date.parse('2026-11-20T23:30:00Z'), berlin)).toBe('21 Nov 2026')
  expect(fullDayOfMoment(at, american)).toBe('November 20, 2026')
})

it('shows the time of a request to the second, with the UTC offset', () => {
  const at = Date.parse('2026-11-20T13:05:09Z')
  expect(momentToSecond(at, berlin)).toMatch(/^20 November 2026.* 14:05:09 GMT\+01:00$/)
  expect(momentToSecond(at, { locale: 'en-US', timeZone: 'UTC' })).toMatch(
    / 1:05:09\sPM GMT(\+00:00)?$/,
  )
})

it('shows the year if it isn’t the current one', () => {
  const now = Date.parse('2026-12-20T12:00:00Z')
  expect(formatMoment(clearsAt('30_days', now), now, berlin)).toBe('Tue, 19 Jan 2027, 13:00')
})

it('treats a day as 24 hours across a DST change', () => {
  const dayBefore = Date.parse('2026-03-28T11:00:00Z')
  expect(formatMoment(dayBefore, dayBefore, berlin)).toBe('today, 12:00')
  expect(formatMoment(clearsAt('1_day', dayBefore), dayBefore, berlin)).toBe('tomorrow, 13:00')
  expect(zoneName(dayBefore, berlin)).toBe('CET')
  expect(zoneName(clearsAt('1_day', dayBefore), berlin)).toBe('CEST')

  const autumn = Date.parse('2026-10-24T10:00:00Z')
  expect(formatMoment(clearsAt('1_day', autumn), autumn, berlin)).toBe('tomorrow, 11:00')
})

it('advances the displayed local time', () => {
  const british = (text: string, elapsed: number) => advanceLocalTime(text, elapsed, 'en-GB')
  expect(british('3:38 PM', 25 * minute)).toBe('16:03')
  expect(british('11:59 PM', minute)).toBe('00:00')
  expect(british('12:30 AM', 0)).toBe('00:30')
  expect(british('23:59', 2 * minute)).toBe('00:01')
  expect(british('about noon', hour)).toBe('about noon')
  expect(advanceLocalTime('15:38', 0, 'en-US')).toMatch(/^3:38\sPM$/)
})

it('doesn’t shift calendar days between time zones', () => {
  expect(fullDay('2026-11-20', 'en-GB')).toBe('20 November 2026')
  expect(shortDayOf('2026-11-20', 'en-GB')).toBe('20 Nov 2026')
  expect(fullDay('someday')).toBe('someday')
})

it.each([
  ['en-US', /^Nov 20, 2026$/, /^November 20, 2026 at 2:05\sPM/, /^today, 2:05\sPM$/],
  ['en-GB', /^20 Nov 2026$/, /^20 November 2026 at 14:05/, /^today, 14:05$/],
  ['de-DE', /^20. Nov. 2026$/, /^20. November 2026 um 14:05/, /^today, 14:05$/],
  ['en-GB-u-hc-h12', /^20 Nov 2026$/, /2:05\spm/, /^today, 2:05\spm$/],
  ['en-US-u-hc-h23', /^Nov 20, 2026$/, /14:05/, /^today, 14:05$/],
])('formats days and times like %s', (locale, day, whole, short) => {
  const at = Date.parse('2026-11-20T13:05:00Z')
  const place = { locale, timeZone: 'Europe/Berlin' }
  expect(formatDay(at, place)).toMatch(day)
  expect(fullMoment(at, place)).toMatch(whole)
  expect(formatMoment(at, at, place)).toMatch(short)
})
