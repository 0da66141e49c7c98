import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { message } from '../../../shared/messages/message.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { ItemContext, JobItem, JobKind, JobOutcome } from '../../jobs/job-kind.ts'
import { type CollectedUser, collectUser, stopsReview } from './collect-user.ts'
import type { TokenList } from './token-list.ts'

/** The name of the kind in the file. */
export const review = 'review'

/** A user to read, as the file has it. */
export interface ReviewItem extends JobItem {
  job: number
  target: JobItem['target'] & { id: number }
}

export interface ReviewKindOptions {
  /** Whether anything may be read for an account now. */
  mayStart(account: string): boolean
  /** The instance's list of personal access tokens for the users of a review. On the last try, a list that fails is left out. */
  tokenList(context: ItemContext, item: ReviewItem, isLastTry: boolean): Promise<TokenList>
  /** Stores what was read of a user, unless the account is signed out. */
  save(account: string, item: ReviewItem, collected: CollectedUser): void
  /** A user without the activity that “View as” caused. */
  withOwnActivity(account: string, user: UserForAdmins): UserForAdmins
  log: LogFunction
}

/** Users who are read at once. */
const usersAtOnce = 4
/** Milliseconds for which finished reviews are kept, so that last year's can be compared. */
const retentionMs = 400 * 24 * 60 * 60_000
/** From this try on, what fails is left out if something else of the user can be read. */
const lastTry = 3

/** Reads users and changes nothing, so what was cut off is read again. */
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
    atOnce: usersAtOnce,
    retentionMs,
    mayStart: options.mayStart,
    prepare: read,
    lookUp: read,
  }
}

/** What the item of a user says of what was read: whether anything is missing, or the user is gone. */
function completenessOf({ isGone, unread }: CollectedUser): 'read' | 'incomplete' | 'gone' {
  if (isGone) return 'gone'
  return unread.length > 0 ? 'incomplete' : 'read'
}

function toFailure(error: unknown, log: LogFunction): UnformattedFailure {
  if (error instanceof FailureError) return error.failure
  log('A review could not go on.', { error })
  return {
    kind: 'unexpected',
    message: message('review.failed'),
    hint: message('review.failedHint'),
  }
}

/** Whether somebody has to do something first. */
function isLasting(error: unknown): boolean {
  return !(error instanceof FailureError) || stopsReview(error)
}
