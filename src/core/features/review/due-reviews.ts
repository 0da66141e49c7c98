import type { DueReview } from '../../../shared/operations/attention.ts'
import { daysUntil } from '../../../shared/rules/local-day.ts'
import type { ReviewDates } from './review-state.ts'

/** How many days ahead a due date is listed. */
const soonDays = 7

/** Open reviews and repetitions that are due soon or overdue, most urgent first. */
export function findDueReviews(reviews: readonly ReviewDates[], now: number): DueReview[] {
  return reviews
    .flatMap((review) => {
      const { id, name, closed } = review
      const due = closed ? nextOf(review, reviews) : review.plan?.due
      return due === undefined
        ? []
        : { id, name, days: daysUntil(due, now), isNext: closed !== undefined }
    })
    .filter(({ days }) => days <= soonDays)
    .toSorted((a, b) => a.days - b.days)
}

/** When a review's repetition is due, unless it was started already. */
function nextOf({ id, next }: ReviewDates, reviews: readonly ReviewDates[]): string | undefined {
  return reviews.some(({ scope }) => scope?.follows === id) ? undefined : next
}
