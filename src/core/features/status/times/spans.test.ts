import { afterEach, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { overlap, spanAt, weeklySpans } from './spans.ts'

const weekdays = [1, 2, 3, 4, 5]
const everyDay = [...weekdays, 6, 7]
const lunch = { days: weekdays, from: '12:00', to: '13:00' }
const night = { days: [5], from: '22:00', to: '07:00' }

afterEach(() => vi.unstubAllEnvs())

/** A span as ISO times. */
function at(item: typeof lunch, moment: string) {
  const span = spanAt(item, Date.parse(moment))
  return span && [span.from, span.to].map((one) => new Date(one).toISOString().slice(0, 16))
}
const minute = 60_000
const [day, week] = [24 * 60, 7 * 24 * 60]
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const time = fc
  .nat({ max: day - 1 })
  .map((at) =>
    [at / 60, at % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':'),
  )
const weekly = fc.record({
  days: fc.subarray(everyDay, { minLength: 1 }),
  from: time,
  to: time,
})

/** Whether an item is active in a minute of a week that starts on Monday at midnight. */
function isActive({ days, from, to }: typeof lunch, now: number): boolean {
  const length = minuteOf(to) - minuteOf(from)
  return days.some((name) => {
    const since = (((now - (name - 1) * day - minuteOf(from)) % week) + week) % week
    return since < (length > 0 ? length : length + day)
  })
}

describe('schedule span', () => {
  it.each([
    ['UTC', 0],
    ['Asia/Kolkata', 330],
    ['Pacific/Kiritimati', 840],
    ['Pacific/Pago_Pago', -660],
  ])('is the time from its start to its end on its days, in %s', (zone, offset) => {
    vi.stubEnv('TZ', zone)
    const monday = Date.parse('2026-11-23T00:00Z') - offset * minute
    fc.assert(
      fc.property(weekly, fc.nat({ max: week - 1 }), (item, now) => {
        const moment = monday + now * minute
        const span = spanAt(item, moment)
        expect(span !== undefined).toBe(isActive(item, now))
        expect(spanAt(item, moment + minute - 1)).toEqual(span)
        const edges = item.days.flatMap((name) => {
          const from = (name - 1) * day + minuteOf(item.from)
          const length = minuteOf(item.to) - minuteOf(item.from)
          return [from, from + (length > 0 ? length : length + day)]
        })
        const waits = edges.map((edge) => ((edge - now - 1 + 2 * week) % week) + 1)
        const changes = weeklySpans(item, moment).flatMap(({ from, to }) => [from, to])
        const next = Math.min(...changes.filter((change) => change > moment))
        expect(next).toBe(moment + Math.min(...waits) * minute)
        if (!span) return
        expect(isActive(item, (span.from - monday) / minute)).toBe(true)
        expect(edges).toContain(((span.from - monday) / minute + week) % week)
        const length = (span.to - span.from) / minute
        expect(length % day).toBe((minuteOf(item.to) - minuteOf(item.from) + day) % day)
        expect(length).toBeLessThanOrEqual(day)
      }),
    )
  })

  it('overlaps another if both are active in some minute', () => {
    fc.assert(
      fc.property(weekly, weekly, (a, b) => {
        const minutes = Array.from({ length: week }, (_, now) => now)
        const isShared = minutes.some((now) => isActive(a, now) && isActive(b, now))
        expect([overlap(a, b), overlap(b, a)]).toEqual([isShared, isShared])
      }),
      {
        numRuns: 50,
        examples: [
          [lunch, { ...lunch, from: '13:00', to: '14:00' }],
          [night, { days: [6], from: '07:00', to: '08:00' }],
          [
            { ...night, days: [7] },
            { days: [1], from: '06:59', to: '08:00' },
          ],
        ],
      },
    )
  })

  it('keeps its local times across a DST change', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const daily = { ...lunch, days: everyDay }
    expect(at(daily, '2026-03-28T11:30Z')).toEqual(['2026-03-28T11:00', '2026-03-28T12:00'])
    expect(at(daily, '2026-03-29T10:30Z')).toEqual(['2026-03-29T10:00', '2026-03-29T11:00'])
    expect(at(daily, '2026-10-25T11:30Z')).toEqual(['2026-10-25T11:00', '2026-10-25T12:00'])
    // One night has seven hours, the other nine.
    const sleep = { days: everyDay, from: '23:00', to: '07:00' }
    expect(at(sleep, '2026-03-29T00:00Z')).toEqual(['2026-03-28T22:00', '2026-03-29T05:00'])
    expect(at(sleep, '2026-10-25T00:00Z')).toEqual(['2026-10-24T21:00', '2026-10-25T06:00'])
  })

  it('starts later if its time is skipped, and at the first occurrence if its time repeats', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const early = { days: [7], from: '02:30', to: '04:00' }
    expect(at(early, '2026-03-29T01:45Z')).toEqual(['2026-03-29T01:30', '2026-03-29T02:00'])
    expect(at(early, '2026-10-25T00:45Z')).toEqual(['2026-10-25T00:30', '2026-10-25T03:00'])
    // The clocks change by only half an hour here.
    vi.stubEnv('TZ', 'Australia/Lord_Howe')
    expect(at({ ...early, from: '02:15' }, '2026-10-03T16:00Z')?.[0]).toBe('2026-10-03T15:45')
  })
})
