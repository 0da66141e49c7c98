import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CounterId,
  type DayValue,
  changeSince,
  counterIds,
  firstKeptDay,
  importantChanges,
  monthBefore,
  monthFigures,
  withoutGaps,
} from './reports.ts'
import { dayBefore } from './local-day.ts'

const today = '2026-11-30'
const ago = (days: number, value: number): DayValue => ({ day: dayBefore(today, days), value })
const changesOf = (values: Partial<Record<CounterId, DayValue[]>>) =>
  importantChanges(new Map(Object.entries(values) as [CounterId, DayValue[]][]), today).map(
    ({ counter, from, to }) => [counter, from.value, to.value],
  )

describe('importantChanges', () => {
  it('orders by risk, and lists at most three', () => {
    const change = [ago(7, 5), ago(0, 6)]
    expect(
      changesOf({
        tokensNeverExpire: change,
        pending: change,
        noTwoFactor: change,
        admins: change,
        tokensOwnerBlocked: change,
      }),
    ).toEqual([
      ['admins', 5, 6],
      ['noTwoFactor', 5, 6],
      ['tokensNeverExpire', 5, 6],
    ])
  })

  it('ranks a fall below a rise of a similar risk', () => {
    expect(
      changesOf({
        admins: [ago(7, 5), ago(0, 4)],
        tokensNeverExpire: [ago(7, 5), ago(0, 6)],
        bots: [ago(7, 5), ago(0, 6)],
      }).map(([counter]) => counter),
    ).toEqual(['tokensNeverExpire', 'admins', 'bots'])
  })

  it.each([
    ['the same value', [ago(7, 5), ago(0, 5)]],
    ['days closer than 6 days', [ago(5, 5), ago(0, 6)]],
    ['days further apart than 8 days', [ago(9, 5), ago(0, 6)]],
    ['no value of today or yesterday', [ago(9, 5), ago(2, 6)]],
    ['a single day', [ago(0, 6)]],
  ])('ignores %s', (_, admins) => {
    expect(changesOf({ admins })).toEqual([])
  })

  it('compares with 7 days ago rather than 8 or 6', () => {
    const admins = [ago(8, 1), ago(7, 2), ago(6, 3), ago(0, 9)]
    expect(changesOf({ admins })).toEqual([['admins', 2, 9]])
    expect(changesOf({ admins: admins.toSpliced(1, 1) })).toEqual([['admins', 1, 9]])
    expect(changesOf({ admins: [ago(7, 3), ago(1, 9)] })).toEqual([['admins', 3, 9]])
  })

  it('ignores counters without a risk', () => {
    expect(
      changesOf({ users: [ago(7, 5), ago(0, 50)], decisions: [ago(7, 0), ago(0, 9)] }),
    ).toEqual([])
  })
})

describe('changeSince', () => {
  it('compares with the newest value that is old enough, and at most a seventh older', () => {
    const values = [ago(35, 1), ago(34, 2), ago(31, 3), ago(29, 4), ago(0, 9)]
    expect(changeSince(values, 30)).toEqual({ from: ago(31, 3), to: ago(0, 9) })
    expect(changeSince(values.toSpliced(1, 2), 30)).toBeUndefined()
    expect(changeSince(values.toSpliced(2, 1), 30)?.from).toEqual(ago(34, 2))
    expect(changeSince([], 30)).toBeUndefined()
  })
})

describe('withoutGaps', () => {
  it('splits values at missing days', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), (days) => {
        const values = days.toSorted((a, b) => b - a).map((day) => ago(day, day))
        const runs = withoutGaps(values)
        expect(runs.flat()).toEqual(values)
        const gaps = values.filter(
          ({ value }, index) => index > 0 && values[index - 1]!.value !== value + 1,
        )
        expect(runs).toHaveLength(values.length === 0 ? 0 : gaps.length + 1)
      }),
    )
  })
})

describe('days and months', () => {
  it('keeps two years', () => {
    expect(firstKeptDay('2026-11-30')).toBe('2024-11-30')
    expect(firstKeptDay('2028-02-29')).toBe('2026-03-01')
  })

  it('finds the month before', () => {
    expect(['2026-01', '2026-03', '2024-03'].map(monthBefore)).toEqual([
      '2025-12',
      '2026-02',
      '2024-02',
    ])
  })

  it('sums up a month', () => {
    expect(monthFigures([ago(3, 4), ago(2, 9), ago(0, 1)])).toEqual({
      first: ago(3, 4),
      last: ago(0, 1),
      min: 1,
      max: 9,
      days: 3,
    })
    expect(monthFigures([])).toBeUndefined()
  })

  it('has counters for users, credentials, and decisions', () => {
    expect(counterIds.length).toBeGreaterThanOrEqual(30)
  })
})
