import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextChange, overlap, spanAt } from './spans.ts'

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
const next = (item: typeof lunch, moment: string) =>
  new Date(nextChange(item, Date.parse(moment))).toISOString().slice(0, 16)

describe.each([
  ['UTC', '2026-11-23T12:00'],
  ['Europe/Berlin', '2026-11-23T11:00'],
  ['America/St_Johns', '2026-11-23T15:30'],
  ['Asia/Kolkata', '2026-11-23T06:30'],
  ['Pacific/Apia', '2026-11-22T23:00'],
  ['Pacific/Kiritimati', '2026-11-22T22:00'],
])('in %s', (zone, noon) => {
  it('is active on Mondays from noon for an hour', () => {
    vi.stubEnv('TZ', zone)
    const start = Date.parse(`${noon}:00Z`)
    const iso = (moment: number) => new Date(moment).toISOString()
    expect(at(lunch, iso(start - 1))).toBeUndefined()
    expect(at(lunch, iso(start))?.[0]).toBe(noon)
    expect(at(lunch, iso(start + 3_599_999))?.[0]).toBe(noon)
    expect(at(lunch, iso(start + 3_600_000))).toBeUndefined()
    expect(nextChange(lunch, start - 1)).toBe(start)
    expect(nextChange(lunch, start)).toBe(start + 3_600_000)
  })
})

describe('schedule span', () => {
  it('is inactive on other days, and next starts after the weekend', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(at(lunch, '2026-11-21T11:30Z')).toBeUndefined()
    expect(next(lunch, '2026-11-20T12:00Z')).toBe('2026-11-23T11:00')
    expect(next({ ...lunch, days: [1] }, '2026-11-23T12:00Z')).toBe('2026-11-30T11:00')
  })

  it('may end on the next day', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    const span = ['2026-11-20T21:00', '2026-11-21T06:00']
    expect(at(night, '2026-11-20T22:30Z')).toEqual(span)
    expect(at(night, '2026-11-21T05:59Z')).toEqual(span)
    expect(at(night, '2026-11-21T22:30Z')).toBeUndefined()
    const wholeDay = { days: [1], from: '09:00', to: '09:00' }
    expect(at(wholeDay, '2026-11-24T07:59Z')).toEqual(['2026-11-23T08:00', '2026-11-24T08:00'])
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

  it.each([
    ['the same hour', lunch, lunch, true],
    ['one after the other', lunch, { ...lunch, from: '13:00', to: '14:00' }, false],
    ['one within the other', lunch, { days: [3], from: '08:00', to: '18:00' }, true],
    ['different days', lunch, { ...lunch, days: [6, 7] }, false],
    ['a night and the morning after', night, { days: [6], from: '06:00', to: '08:00' }, true],
    ['a night and the morning before', night, { days: [5], from: '06:00', to: '08:00' }, false],
    ['across the end of the week', { ...night, days: [7] }, { ...lunch, from: '06:30' }, true],
    ['whole days', { ...lunch, to: '12:00' }, { days: [6], from: '11:00', to: '11:30' }, true],
  ])('detects whether spans overlap: %s', (_, a, b, isTrue) => {
    expect([overlap(a, b), overlap(b, a)]).toEqual([isTrue, isTrue])
  })
})
