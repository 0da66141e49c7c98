import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../ui/messages.ts'
import { toLocalInput } from '../../ui/time/moments.ts'
import { commonMoments, nextHour, shortMoment } from './exact-times.ts'

beforeAll(loadMessages)
afterEach(() => vi.unstubAllEnvs())

const moments = (now: string) =>
  commonMoments(Date.parse(now)).map(({ moment }) => new Date(moment).toISOString().slice(0, 16))

it('ends days and weeks in the local time zone', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(moments('2026-11-23T10:00Z')).toEqual(['2026-11-23T23:00', '2026-11-29T23:00'])
  expect(moments('2026-11-29T22:30Z')).toEqual(['2026-11-29T23:00', '2026-11-29T23:00'])
  // Daylight saving time ends that Sunday.
  expect(moments('2026-10-24T10:00Z')).toEqual(['2026-10-24T22:00', '2026-10-25T23:00'])
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(moments('2026-11-23T10:00Z')).toEqual(['2026-11-23T18:30', '2026-11-29T18:30'])
})

it('suggests a full hour that isn’t too soon', () => {
  vi.stubEnv('TZ', 'America/St_Johns')
  const hour = (now: string) => toLocalInput(nextHour(Date.parse(now)))
  expect(hour('2026-11-23T12:29Z')).toBe('2026-11-23T10:00')
  expect(hour('2026-11-23T12:31Z')).toBe('2026-11-23T10:00')
  expect(hour('2026-11-23T13:01Z')).toBe('2026-11-23T11:00')
})

it('shows the date unless it is today', () => {
  const now = new Date(2026, 10, 23, 9).getTime()
  expect(shortMoment(new Date(2026, 10, 23, 18, 56).getTime(), now)).toMatch(/^6:56\sPM$/)
  expect(shortMoment(new Date(2026, 10, 24, 18, 56).getTime(), now)).toMatch(/^tomorrow, 6:56\sPM$/)
})
