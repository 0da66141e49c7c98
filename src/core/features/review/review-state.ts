import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import type { Job } from '../../jobs/job-kind.ts'
import { t } from '../../platform/messages.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'
import { nextReviewDue, parametersOf } from './review-parameters.ts'

export const noReview: ReviewState = { phase: 'none', total: 0, read: 0, incomplete: 0, gone: 0 }

const phases: Record<JobSummary['state'], ReviewState['phase']> = {
  preparing: 'running',
  running: 'running',
  paused: 'paused',
  finished: 'done',
  cancelled: 'cancelled',
}

/** A review's name, and when it and its repetition are due. */
export interface ReviewDates extends Pick<ReviewState, 'scope' | 'plan' | 'closed' | 'next'> {
  id: number
  name: string
}

export function datesOf(job: Job): ReviewDates {
  const parameters = parametersOf(job)
  const { name = t('review.defaultName', { count: job.users }), scope, plan, closed } = parameters
  const next = nextReviewDue(parameters)
  return {
    ...{ id: job.id, name, scope, plan },
    ...(closed && { closed }),
    ...(next !== undefined && { next }),
  }
}

interface Progress extends Pick<ReviewState, 'read' | 'incomplete' | 'gone'> {
  placesRead: number
  placesIncomplete: number
}

/** How many users and places of a review have been read. */
export function countProgress(sql: Sql, { id }: Job): Progress {
  const isPlace = `after IN ('place', 'place-incomplete')`
  return sql.one<Progress>(
    `SELECT count(*) FILTER (WHERE NOT ${isPlace}) AS read,
       count(*) FILTER (WHERE after = 'incomplete') AS incomplete,
       count(*) FILTER (WHERE after = 'gone') AS gone,
       count(*) FILTER (WHERE ${isPlace}) AS placesRead,
       count(*) FILTER (WHERE after = 'place-incomplete') AS placesIncomplete
     FROM items WHERE job = ? AND state = 'done'`,
    id,
  )!
}

interface StateContext {
  run: JobSummary
  progress: Progress
  /** Whether the user has to do something first. */
  isStuck: boolean
  /** When the next request may be sent (ms since 1970). */
  retryAt(): number
  outsiders: number
}

/** A review as its screen shows it. */
export function toReviewState(
  job: Job,
  { run, progress, isStuck, retryAt, outsiders }: StateContext,
): ReviewState {
  const { state, actor, created, ended, waiting, firstRequest, lastAnswer } = run
  const phase = isStuck && state === 'running' ? 'paused' : phases[state]
  const until = phase === 'running' && waiting ? retryAt() : Infinity
  const { instance, lacksTokenList, isUnlisted, selection } = parametersOf(job)
  const { placesRead, placesIncomplete, ...users } = progress
  const places = {
    ...{ total: job.total - job.users, read: placesRead, incomplete: placesIncomplete },
    ...{ isUnlisted: isUnlisted ?? false, outsiders },
  }
  return {
    ...{ ...datesOf(job), phase },
    ...{ total: job.users, ...users, startedAt: created, firstRequest, lastAnswer },
    ...(selection && { selection }),
    ...((places.total > 0 || places.isUnlisted) && { places }),
    ...(phase === 'done' && ended !== undefined && { finishedAt: ended }),
    ...{ by: actor, instance },
    ...(lacksTokenList && { lacksTokenList }),
    ...(waiting && { failure: waiting }),
    ...(until < Infinity && { until }),
  }
}
