import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CalendarSpan } from '../../../../shared/rules/calendar-spans.ts'
import { type PlannedSpan, activeSpan, plannedSpans } from './plan.ts'
import { spanAt } from './spans.ts'
import { StatusTimesFile, type StoredCalendar } from './times-file.ts'

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => void vi.unstubAllEnvs())

const minute = 60_000
const day = 24 * 60 * minute
const now = Date.parse('2026-11-23T09:00Z')
const status = { emoji: '', message: 'Out', busy: false }

const calendar = (spans: CalendarSpan[], options: Partial<StoredCalendar> = {}) => ({
  ...{ id: 'c', isOn: true, hasTitles: false, restores: false, own: [], events: 1, skipped: 0 },
  ...{ spans, readAt: now, ...options },
})
const file = (content: object) => StatusTimesFile.parse(content)
const meeting = { from: now + 60 * minute, to: now + 120 * minute, kind: 'meeting' as const }

const span = fc
  .record({ start: fc.nat({ max: 300 }), minutes: fc.integer({ min: 1, max: 120 }) })
  .map(({ start, minutes }) => ({
    from: now + start * minute,
    to: now + (start + minutes) * minute,
  }))
/** Spans that don't overlap, as a calendar and the form have them. */
const apart = fc.array(span, { maxLength: 4 }).map((spans) =>
  spans
    .toSorted((a, b) => a.from - b.from)
    .filter(({ from }, index, all) => index === 0 || all[index - 1]!.to <= from)
    .filter(({ from }, index, all) => all.slice(0, index).every(({ to }) => to <= from)),
)
const time = fc.integer({ min: 9 * 60, max: 16 * 60 }).map((at) => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(at / 60))}:${two(at % 60)}`
})

describe('plannedSpans', () => {
  it('plans at each minute what a scan of the three sources finds first', () => {
    fc.assert(
      fc.property(apart, apart, time, time, (once, busy, from, to) => {
        const lunch = { id: 'lunch', days: [1], from, to, status, quiet: false, isOn: true }
        const planned = plannedSpans(
          file({
            schedule: [lunch],
            oneTime: once.map((one, index) => ({
              ...{ ...one, id: `${index}`, status, restores: true },
            })),
            calendar: calendar(busy.map((one) => ({ ...one, kind: 'meeting' as const }))),
          }),
          now,
        )
        const isIn = (spans: readonly { from: number; to: number }[], at: number) =>
          spans.some((one) => one.from <= at && at < one.to)
        for (let at = now; at < now + 450 * minute; at += minute) {
          const weekly = spanAt(lunch, at) && 'schedule'
          const expected = isIn(once, at) ? 'once' : isIn(busy, at) ? 'calendar' : weekly
          expect(activeSpan(planned, at)?.source).toBe(expected)
        }
        planned.slice(1).forEach((one, index) => {
          expect(planned[index]!.to).toBeLessThanOrEqual(one.from)
        })
      }),
    )
  })

  const fromCalendar = (spans: CalendarSpan[], options?: Partial<StoredCalendar>): PlannedSpan[] =>
    plannedSpans(file({ calendar: calendar(spans, options) }), now)

  it('plans nothing from a calendar that is off', () => {
    expect(fromCalendar([meeting], { isOn: false })).toEqual([])
  })

  it('plans nothing from a paused calendar until it resumes', () => {
    const vacation = { from: now - day, to: now + 3 * day, kind: 'out-of-office' as const }
    const pausedUntil = now + day
    expect(fromCalendar([meeting], { pausedUntil })).toEqual([])
    expect(fromCalendar([vacation], { pausedUntil })).toMatchObject([
      { from: pausedUntil, to: vacation.to },
    ])
    expect(fromCalendar([meeting], { pausedUntil: now })).toHaveLength(1)
  })

  it('words statuses from a calendar, and shortens titles to what GitLab accepts', () => {
    const midnight = new Date(2026, 10, 24).getTime()
    const away = { from: midnight, to: midnight + day, kind: 'out-of-office' as const }
    const focus = { from: now, to: now + minute, kind: 'focus' as const, title: 'x'.repeat(300) }
    expect(
      fromCalendar([focus, meeting, away, { ...away, from: away.to, to: away.to + 5 * day }]).map(
        (one) => [one.status.emoji, one.status.message, one.status.busy],
      ),
    ).toEqual([
      ['headphones', 'x'.repeat(100), true],
      ['calendar', 'In a meeting', true],
      ['palm_tree', 'Out of office', true],
      ['palm_tree', 'Out of office until Nov 29, 2026', true],
    ])
  })
})
