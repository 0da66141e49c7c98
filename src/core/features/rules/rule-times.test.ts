import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextRuleTime, ruleTimes } from './rule-times.ts'

afterEach(() => void vi.unstubAllEnvs())

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString())

describe('times of a rule', () => {
  it('move to the next existing time when the clock is set forward', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const times = ruleTimes(
      { days: everyDay, at: '02:30' },
      Date.parse('2026-03-28T12:00Z'),
      Date.parse('2026-03-30T12:00Z'),
    )
    // The clock goes from 2:00 to 3:00.
    expect(iso(times)).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
  })

  it('come once when the clock is set back', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const times = ruleTimes(
      { days: everyDay, at: '02:30' },
      Date.parse('2026-10-24T12:00Z'),
      Date.parse('2026-10-26T12:00Z'),
    )
    expect(iso(times)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
  })

  it('start on the right day when the clock skips midnight', () => {
    vi.stubEnv('TZ', 'America/Santiago')
    const times = ruleTimes(
      { days: [7], at: '00:15' },
      Date.parse('2026-09-05T12:00Z'),
      Date.parse('2026-09-07T12:00Z'),
    )
    expect(iso(times)).toEqual(['2026-09-06T04:00:00.000Z'])
  })

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'are those of a scan of all minutes in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const schedule = fc.record({
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        minutes: fc.integer({ min: 0, max: 24 * 60 - 1 }),
        // Around a change of the clock in most zones, or any day.
        from: fc.oneof(
          fc.integer({ min: -2 * 24 * 60, max: 24 * 60 }).map((shift) => shift * minuteMs + change),
          fc.integer({ min: 0, max: 365 * 24 * 60 }).map((shift) => shift * minuteMs + year),
        ),
        length: fc.integer({ min: 1, max: 3 * 24 * 60 }),
      })
      fc.assert(
        fc.property(schedule, ({ days, minutes, from, length }) => {
          const at = [Math.floor(minutes / 60), minutes % 60]
            .map((part) => String(part).padStart(2, '0'))
            .join(':')
          const to = from + length * minuteMs
          expect(ruleTimes({ days, at }, from, to)).toEqual(scan(days, minutes, from, to))
        }),
        { numRuns: 60 },
      )
    },
  )

  it('aren’t counted further back than a year or so', () => {
    const now = Date.parse('2026-06-01T12:00Z')
    expect(ruleTimes({ days: everyDay, at: '07:00' }, 0, now)).toHaveLength(400)
  })

  it('are at most a week ahead', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const monday = Date.parse('2026-06-01T05:00Z')
    expect(nextRuleTime({ days: [1], at: '07:00' }, monday)).toBe(monday + 7 * dayMs)
    expect(nextRuleTime({ days: [1], at: '07:00' }, monday - 1)).toBe(monday)
  })
})

const change = Date.parse('2026-10-25T01:00Z')
const year = Date.parse('2026-01-01T00:00Z')

/** The first minute of each chosen day at which its clock shows the time, or a later one. */
function scan(days: readonly number[], minutes: number, from: number, to: number): number[] {
  const found: number[] = []
  const done = new Set<string>()
  for (let moment = from - 2 * dayMs; moment <= to; moment += minuteMs) {
    const at = new Date(moment)
    const day = at.toDateString()
    if (done.has(day) || at.getHours() * 60 + at.getMinutes() < minutes) continue
    done.add(day)
    // A scan that starts within a day doesn't know when it was first.
    const isKnown = moment > from - dayMs
    if (isKnown && days.includes(at.getDay() || 7) && moment > from) found.push(moment)
  }
  return found
}
