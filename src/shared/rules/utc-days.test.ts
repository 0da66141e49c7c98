import { describe, expect, it } from 'vitest'
import { daysLeft, daysSince, expiresWithin, hasExpired, isDaysAgo, utcDayIn } from './utc-days.ts'

const times = ['2026-03-01T00:00:00Z', '2026-03-01T12:30:00Z', '2026-03-01T23:59:59Z'].map((time) =>
  Date.parse(time),
)
const ends = Array.from({ length: 48 * 95 }, (_, index) =>
  new Date(times[0]! + index * 1_800_000).toISOString(),
)

describe('days left', () => {
  it.each(times)('agree with the filter for every expiry at %d', (now) => {
    const cases = ends
      .filter((time) => !hasExpired(time, now))
      .flatMap((end) => [1, 7, 30, 90].map((days) => ({ end, days })))
    const differing = cases.filter(({ end, days }) => {
      const isWithin = daysLeft(end, now) <= days
      const isBounded = end.slice(0, 10) <= utcDayIn(days, now)
      return expiresWithin(end, days, now) !== isWithin || isBounded !== isWithin
    })
    expect(cases.length).toBeGreaterThan(10_000)
    expect(differing).toEqual([])
  })

  it('are the difference between dates, which expire as they start', () => {
    const now = times[1]!
    expect(hasExpired('2026-03-01', now)).toBe(true)
    expect(daysLeft('2026-03-03', now)).toBe(2)
    expect(daysLeft('2026-03-08', now)).toBe(7)
  })

  it('are 0 for anything within 24 hours', () => {
    expect(daysLeft('2026-03-02', times[2]!)).toBe(0)
    expect(daysLeft('2026-03-02T12:30:00Z', times[1]!)).toBe(0)
    expect(daysLeft('2026-03-02T12:30:01Z', times[1]!)).toBe(1)
  })

  it('never match for an invalid time', () => {
    expect(hasExpired('', times[0]!)).toBe(false)
    expect(expiresWithin('someday', 30, times[0]!)).toBe(false)
  })
})

describe('days since', () => {
  it.each(times)('put each day on one side of a limit at %d', (now) => {
    for (const days of [89, 90, 91]) {
      const day = utcDayIn(-days, now)
      expect(daysSince(day, now)).toBe(days)
      expect(isDaysAgo(day, 90, now)).toBe(days >= 90)
      expect(isDaysAgo(`${day}T23:59:59Z`, 90, now)).toBe(days >= 90)
    }
    expect(isDaysAgo('', 90, now)).toBe(false)
  })
})
