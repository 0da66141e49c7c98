import { expect, it } from 'vitest'
import { findDueReviews } from './due-reviews.ts'
import type { ReviewDates } from './review-state.ts'

const now = new Date('2026-05-04T22:30').getTime()
const open = (id: number, due?: string): ReviewDates => ({
  id,
  name: `Review ${id}`,
  plan: { reviewers: [], undecided: 'exception', ...(due && { due }) },
})
const closed = (id: number, next?: string): ReviewDates => ({
  ...open(id, '2026-05-01'),
  closed: { by: 'ines', at: now },
  ...(next && { next }),
})

it('lists open reviews that are due within seven days or overdue, most urgent first', () => {
  const reviews = [open(1, '2026-05-11'), open(2, '2026-05-12'), open(3, '2026-04-30'), open(4)]
  expect(findDueReviews(reviews, now)).toEqual([
    { id: 3, name: 'Review 3', days: -4, isNext: false },
    { id: 1, name: 'Review 1', days: 7, isNext: false },
  ])
})

it('lists the repetition of a closed review until one is started', () => {
  const next = [{ id: 1, name: 'Review 1', days: 6, isNext: true }]
  expect(findDueReviews([closed(1, '2026-05-10'), closed(2)], now)).toEqual(next)
  const repetition = { ...open(3), scope: { subjects: ['tokens' as const], follows: 1 } }
  expect(findDueReviews([repetition, closed(1, '2026-05-10')], now)).toEqual([])
})
