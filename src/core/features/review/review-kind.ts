import { createFailure } from '../../platform/failures.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { ItemContext, JobItem, JobKind, JobOutcome } from '../../jobs/job-kind.ts'
import { type CollectedUser, collectUser, stopsReview } from './collect-user.ts'
import type { TokenList } from './token-list.ts'

/** The kind's name in the database. */
export const review = 'review'

/** A user to read, as stored. */
export interface ReviewItem extends JobItem {
  job: number
  target: JobItem['target'] & { id: number }
}

export interface ReviewKindOptions {
  /** Whether the account may currently read anything. */
  mayStart(account: string): boolean
  /** The instance's personal access tokens for a review's users. On the last attempt, a failing list is skipped. */
  tokenList(context: ItemContext, item: ReviewItem, isLastTry: boolean): Promise<TokenList>
  /** Stores the data collected about a user, unless the account has signed out. */
  save(account: string, item: ReviewItem, collected: CollectedUser): void
  /** A user without activity caused by “View as”. */
  withOwnActivity(account: string, user: UserForAdmins): UserForAdmins
  log: LogFunction
}

/** How many users are read concurrently. */
const maxConcurrentUsers = 4
/** How long (ms) finished reviews are kept, which is long enough to compare them with last year's. */
const retentionMs = 400 * 24 * 60 * 60_000
/** From this attempt on, failing parts are skipped if other parts of the user can be read. */
const lastTry = 3

/** Only reads users, so an interrupted read is simply repeated. */
export function reviewKind(options: ReviewKindOptions): JobKind<ReviewItem> {
  const read = async (context: ItemContext, item: ReviewItem): Promise<JobOutcome> => {
    const { account, signal } = context
    let collected: CollectedUser
    try {
      const isLastTry = item.attempts + 1 >= lastTry
      collected = await collectUser(item.target.id, context, {
        isLastTry,
        tokenList: () => options.tokenList(context, item, isLastTry),
      })
    } catch (error) {
      if (signal.aborted) return { kind: 'withdrawn' }
      return {
        kind: 'delayed',
        failure: toFailure(error, options.log),
        isLasting: isLasting(error),
      }
    }
    if (signal.aborted) return { kind: 'withdrawn' }
    const user = collected.user && options.withOwnActivity(account, collected.user)
    options.save(account, item, { ...collected, user })
    return { kind: 'done', after: completenessOf(collected), sent: false, writes: [] }
  }
  return {
    name: review,
    writes: false,
    atOnce: maxConcurrentUsers,
    retentionMs,
    mayStart: options.mayStart,
    prepare: read,
    lookUp: read,
  }
}

/** A user's result: complete, incomplete, or gone. */
function completenessOf({ isGone, unread }: CollectedUser): 'read' | 'incomplete' | 'gone' {
  if (isGone) return 'gone'
  return unread.length > 0 ? 'incomplete' : 'read'
}

function toFailure(error: unknown, log: LogFunction): UnformattedFailure {
  if (error instanceof FailureError) return error.failure
  log('A review stopped because of an error.', { error })
  return createFailure('review.failed')
}

/** Whether the user has to do something first. */
function isLasting(error: unknown): boolean {
  return !(error instanceof FailureError) || stopsReview(error)
}
