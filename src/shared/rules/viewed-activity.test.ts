import { expect, it } from 'vitest'
import { type ViewedActivity, ownActivity, activityAfterView } from './viewed-activity.ts'

const viewed: ViewedActivity = { before: '2025-03-03', first: '2026-11-22', last: '2026-11-24' }

it.each([
  ['the day of the first view', '2026-11-22', '2025-03-03'],
  ['a day between two views', '2026-11-23', '2025-03-03'],
  ['the day of the last view', '2026-11-24', '2025-03-03'],
  ['a moment on the day of a view', '2026-11-24T09:00:00Z', '2025-03-03'],
  ['the day before the views', '2026-11-21', '2026-11-21'],
  ['a day after the last view', '2026-11-25', '2026-11-25'],
])('maps a last activity on %s, %s, to %s', (_, day, counted) => {
  expect(ownActivity(day, viewed)).toBe(counted)
})

it('keeps a last activity if there was no view or no date', () => {
  expect(ownActivity('2026-11-22', undefined)).toBe('2026-11-22')
  expect(ownActivity(null, viewed)).toBeNull()
  expect(ownActivity(undefined, viewed)).toBeUndefined()
})

it('stores the day before the first view, even of users who were never active', () => {
  const today = { first: '2026-11-22', last: '2026-11-22' }
  expect(activityAfterView('2026-11-22', '2025-03-03', undefined)).toEqual({
    before: '2025-03-03',
    ...today,
  })
  expect(activityAfterView('2026-11-22', null, undefined)).toEqual({ before: null, ...today })
})

it('keeps the day before the first of several views', () => {
  expect(activityAfterView('2026-12-01', '2026-11-24', viewed)).toEqual({
    ...viewed,
    last: '2026-12-01',
  })
})

it('keeps a later view’s day if the clock was set back', () => {
  const viewedThen = { before: '2025-03-03', first: '2026-11-20', last: '2026-11-22' }
  expect(activityAfterView('2026-11-21', '2026-11-21', viewedThen)).toEqual(viewedThen)
})

it('starts over after the user has been active', () => {
  expect(activityAfterView('2026-12-01', '2026-11-28', viewed)).toEqual({
    before: '2026-11-28',
    first: '2026-12-01',
    last: '2026-12-01',
  })
})

it('stores nothing for users who were already active on that day', () => {
  expect(activityAfterView('2026-11-22', '2026-11-22', undefined)).toBeUndefined()
  expect(activityAfterView('2026-12-01', '2026-12-01', viewed)).toBeUndefined()
})
