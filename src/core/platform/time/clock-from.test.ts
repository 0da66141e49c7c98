import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentTime } from '../../../shared/rules/clock.ts'
import { clockFrom } from './clock-from.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 5, 10) }))
afterEach(() => void vi.useRealTimers())

it('creates a clock that starts at the given time and keeps running', () => {
  const now = clockFrom('2028-02-29T23:59:30+01:00')
  expect(new Date(now()).toISOString()).toBe('2028-02-29T22:59:30.000Z')
  vi.advanceTimersByTime(90_000)
  expect(new Date(now()).toISOString()).toBe('2028-02-29T23:01:00.000Z')
})

it('uses the system clock if no time is given', () => {
  expect(clockFrom(undefined)).toBe(currentTime)
})

it('rejects an invalid date', () => {
  expect(() => clockFrom('tomorrow')).toThrow(
    'LATCHKEY_TIME takes a date and time such as 2026-12-31T22:59:30Z, not tomorrow.',
  )
})
