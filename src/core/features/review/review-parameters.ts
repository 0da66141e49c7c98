import { z } from 'zod'
import { Selection } from '../../../shared/operations/directory.ts'
import { ReviewPlan, ReviewScope } from '../../../shared/operations/review.ts'
import { localDay } from '../../../shared/rules/local-day.ts'
import { reviewSubjects } from '../../../shared/rules/review.ts'
import type { Job } from '../../jobs/job-kind.ts'

/** The last time that a `Date` can have (ms since 1970). */
const maxTime = 8.64e15

/** A review of everything. */
export const wholeScope: ReviewScope = { subjects: [...reviewSubjects] }
/** A plan without dates and reviewers. */
export const openPlan: ReviewPlan = { reviewers: [], undecided: 'exception' }

/** The parameters of a review's job. An edited row counts as an unnamed review of everything. */
const ReviewParameters = z
  .object({
    /** Absent if the review is unnamed. */
    name: z.string().optional().catch(undefined),
    instance: z.string().catch(''),
    /** Whether the instance turned out to have no list of personal access tokens. */
    lacksTokenList: z.boolean().optional().catch(undefined),
    scope: ReviewScope.default(wholeScope).catch(wholeScope),
    plan: ReviewPlan.default(openPlan).catch(openPlan),
    selection: Selection.optional().catch(undefined),
    /** Whether the instance has no lists of groups and projects. */
    isUnlisted: z.boolean().optional().catch(undefined),
    /** Identifies the review in the files of its parts; absent until it is split. */
    campaign: z.string().optional().catch(undefined),
    /** Who closed it, and when (ms since 1970). */
    closed: z
      .object({ by: z.string(), at: z.number().min(0).max(maxTime) })
      .optional()
      .catch({ by: '', at: 0 }),
  })
  .catch({ instance: '', scope: wholeScope, plan: openPlan })
export type ReviewParameters = z.output<typeof ReviewParameters>

export function parametersOf({ parameters }: Pick<Job, 'parameters'>): ReviewParameters {
  // guard: damaged-review
  return ReviewParameters.parse(parameters)
}

/** The most selected users that are kept for a repetition. */
const keptSelection = 5_000

/** A selection to keep with a review; undefined if it is too long. */
export function selectionToKeep(selection: Selection | undefined): Selection | undefined {
  const ids = selection?.kind === 'users' ? selection.ids : selection?.except
  return (ids?.length ?? 0) > keptSelection ? undefined : selection
}

/** The day (`YYYY-MM-DD`) on which the next review is due: a whole number of months after this one was. */
export function nextReviewDue({ plan, closed }: ReviewParameters): string | undefined {
  if (!closed || !plan.cadence) return undefined
  const from = new Date(plan.due ?? localDay(closed.at))
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth() + plan.cadence
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(from.getUTCDate(), lastDay)
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}
