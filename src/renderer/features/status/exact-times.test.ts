import { afterEach, expect, it, vi } from 'vitest'
import { commonMoments, nextHour, toInput } from './exact-times.ts'

afterEach(() => vi.unstubAllEnvs())

const moments = (now: string) =>
  commonMoments(Date.parse(now)).map(({ moment }) => new Date(moment).toISOString().slice(0, 16))

it('ends days and weeks where the computer is', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(moments('2026-11-23T10:00Z')).toEqual(['2026-11-23T23:00', '2026-11-29T23:00'])
  expect(moments('2026-11-29T22:30Z')).toEqual(['2026-11-29T23:00', '2026-11-29T23:00'])
  // The clocks change on that Sunday.
  expect(moments('2026-10-24T10:00Z')).toEqual(['2026-10-24T22:00', '2026-10-25T23:00'])
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(moments('2026-11-23T10:00Z')).toEqual(['2026-11-23T18:30', '2026-11-29T18:30'])
})

it('proposes a full hour that is not too near', () => {
  vi.stubEnv('TZ', 'America/St_Johns')
  const hour = (now: string) => toInput(nextHour(Date.parse(now)))
  expect(hour('2026-11-23T12:29Z')).toBe('2026-11-23T10:00')
  expect(hour('2026-11-23T12:31Z')).toBe('2026-11-23T10:00')
  expect(hour('2026-11-23T13:01Z')).toBe('2026-11-23T11:00')
})
