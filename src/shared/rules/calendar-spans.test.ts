import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CalendarOccurrence,
  type CalendarSpan,
  calendarKind,
  calendarSpans,
  shortestBreakMs,
} from './calendar-spans.ts'

const minute = 60_000
const hour = 60 * minute

const meeting: CalendarOccurrence = {
  from: 0,
  to: hour,
  isAllDay: false,
  title: 'Planning',
  isPrivate: false,
  isDeclined: false,
  isFree: false,
  isCanceled: false,
  isOutOfOffice: false,
}
const vacation = { ...meeting, to: 24 * hour, isAllDay: true, title: 'Urlaub' }

describe('calendarKind', () => {
  it.each([
    ['a meeting', meeting, 'meeting'],
    ['a declined meeting', { ...meeting, isDeclined: true }, undefined],
    ['a free one', { ...meeting, isFree: true }, undefined],
    ['a canceled one', { ...meeting, isCanceled: true }, undefined],
    ['one without a duration', { ...meeting, to: 0 }, undefined],
    ['one that ends before it starts', { ...meeting, to: -1 }, undefined],
    ['focus time', { ...meeting, title: 'Focus time' }, 'focus'],
    ['focus time in Japanese', { ...meeting, title: '午後は集中' }, 'focus'],
    ['a word that only contains “focus”', { ...meeting, title: 'Autofocus test' }, 'meeting'],
    ['a meeting about vacations', { ...meeting, title: 'Vacation planning' }, 'meeting'],
    ['a birthday', { ...vacation, title: 'Birthday of Maya' }, undefined],
    ['a week on call', { ...meeting, to: 7 * 24 * hour, title: 'On call' }, undefined],
    ['a day of 23 hours', { ...meeting, to: 23 * hour, title: 'Out of office' }, 'out-of-office'],
    ['an hour marked as out of office', { ...meeting, isOutOfOffice: true }, 'out-of-office'],
    ['a declined vacation', { ...vacation, isDeclined: true }, undefined],
    ...['OOO', 'Annual leave', 'Urlaub!', 'congé', 'Vacaciones de Ana', '夏季休暇'].map(
      (title) => [`“${title}” for a day`, { ...vacation, title }, 'out-of-office'] as const,
    ),
    ['“Zoo” for a day', { ...vacation, title: 'Zoo' }, undefined],
  ] as const)('recognizes %s', (_, occurrence, kind) => {
    expect(calendarKind(occurrence)).toBe(kind)
  })
})

/** A day of minutes in which some occurrence is active. */
const length = 200
const occurrence = fc
  .record({
    start: fc.nat({ max: length - 1 }),
    minutes: fc.integer({ min: 1, max: 60 }),
    title: fc.constantFrom('Planning', 'Focus time'),
    isOutOfOffice: fc.boolean(),
    isDeclined: fc.boolean(),
  })
  .map(({ start, minutes, ...facts }) => ({
    ...meeting,
    ...facts,
    from: start * minute,
    to: (start + minutes) * minute,
  }))

/** The kind shown in each minute, found by looking at all occurrences. */
function kindsByMinute(occurrences: readonly CalendarOccurrence[]): (string | undefined)[] {
  const shown = occurrences.filter(({ isDeclined }) => !isDeclined)
  return Array.from({ length: length + 60 }, (_, index) => {
    const at = index * minute
    const active = shown.filter(({ from, to }) => from <= at && at < to)
    if (active.some(({ isOutOfOffice }) => isOutOfOffice)) return 'out-of-office'
    const end = Math.max(...active.map(({ to }) => to))
    const last = active
      .filter(({ to }) => to === end)
      .toSorted((a, b) => a.from - b.from)
      .map(calendarKind)
    return last[0]
  })
}

const kindAt = (spans: readonly CalendarSpan[], at: number) =>
  spans.find(({ from, to }) => from <= at && at < to)?.kind

describe('calendarSpans', () => {
  it('shows in each minute what a scan of all occurrences finds', () => {
    fc.assert(
      fc.property(fc.array(occurrence, { maxLength: 8 }), (occurrences) => {
        const spans = calendarSpans(occurrences, { hasTitles: false })
        kindsByMinute(occurrences).forEach((kind, index) => {
          const shown = kindAt(spans, index * minute)
          // A short break between meetings.
          if (kind === undefined && shown === 'meeting') return
          expect(shown).toBe(kind)
        })
      }),
    )
  })

  it('are in order, apart, and without short breaks between meetings', () => {
    fc.assert(
      fc.property(fc.array(occurrence, { maxLength: 8 }), (occurrences) => {
        const spans = calendarSpans(occurrences, { hasTitles: false })
        spans.slice(1).forEach((span, index) => {
          const before = spans[index]!
          expect(before.to).toBeLessThanOrEqual(span.from)
          if (before.kind !== span.kind) return
          const breakMs = span.from - before.to
          expect(breakMs).toBeGreaterThanOrEqual(span.kind === 'meeting' ? shortestBreakMs : minute)
        })
      }),
    )
  })

  it('joins meetings with less than 5 minutes between them', () => {
    const after = (breakMs: number) => ({ ...meeting, from: hour + breakMs, to: 2 * hour })
    const spansOf = (breakMs: number) =>
      calendarSpans([meeting, after(breakMs)], { hasTitles: false }).length
    expect(spansOf(shortestBreakMs - 1)).toBe(1)
    expect(spansOf(shortestBreakMs)).toBe(2)
  })

  it('shows the longest time out of office over everything else', () => {
    const day = { ...vacation, title: 'Day off' }
    const week = { ...vacation, from: -24 * hour, to: 6 * 24 * hour, title: 'Vacation' }
    expect(calendarSpans([day, meeting, week], { hasTitles: true })).toEqual([
      { from: week.from, to: week.to, kind: 'out-of-office', title: 'Vacation' },
    ])
  })

  it('has titles only if asked for, and never private ones', () => {
    const secret = { ...meeting, from: 3 * hour, to: 4 * hour, title: 'Salary', isPrivate: true }
    expect(calendarSpans([meeting], { hasTitles: false })[0]).not.toHaveProperty('title')
    const [first, second] = calendarSpans([meeting, secret], { hasTitles: true })
    expect(first).toMatchObject({ title: 'Planning' })
    expect(second).not.toHaveProperty('title')
  })
})
