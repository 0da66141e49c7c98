import { z } from 'zod'
import { createFailure } from '../../platform/failures.ts'
import type { ReviewPart } from '../../../shared/rules/review.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { ItemContext, JobItem, JobKind, JobOutcome } from '../../jobs/job-kind.ts'
import { type CollectedUser, collectUser, stopsReview } from './collect-user.ts'
import { reviewRetentionMs } from './remediation-kind.ts'
import { type CollectedPlace, type Place, readPlace } from './places.ts'
import type { TokenList } from './token-list.ts'

/** The kind's name in the database. */
export const review = 'review'

/** A user to read, as stored; or a group or project, whose target has no ID. */
export interface ItemToRead extends JobItem {
  job: number
}

/** A group or project to read, with the groups that were invited to a project, which its list includes. */
const StoredPlace = z.object({
  type: z.enum(['Namespace', 'Project']),
  id: z.number(),
  parent: z.number().optional(),
  path: z.string(),
  isReviewed: z.boolean(),
  shares: z
    .array(z.object({ invited: z.number(), level: z.number(), expires_at: z.string().nullish() }))
    .optional(),
})
export type PlaceToRead = z.output<typeof StoredPlace>

/** The group or project that an item reads; undefined for a user. Throws if the row was edited or damaged. */
export function placeOf({ target, parameters }: JobItem): PlaceToRead | undefined {
  return target.id === undefined ? StoredPlace.parse(parameters) : undefined
}

export interface ReviewKindOptions {
  /** Whether the account may currently read anything. */
  mayStart(account: string): boolean
  /** The instance's personal access tokens for a review's users. On the last attempt, a failing list is skipped. */
  tokenList(context: ItemContext, item: ItemToRead, isLastTry: boolean): Promise<TokenList>
  /** Stores the data collected about a user, unless the account has signed out. */
  save(account: string, item: ItemToRead, collected: CollectedUser): void
  /** The parts to read for each user. */
  partsOf(account: string, item: ItemToRead): readonly ReviewPart[]
  isKnownGroup(account: string, item: ItemToRead, group: number): boolean
  /** Stores the data collected about a group or project, unless the account has signed out. */
  savePlace(account: string, item: ItemToRead, place: Place, collected: CollectedPlace): void
  /** A user without activity caused by “View as”. */
  withOwnActivity(account: string, user: UserForAdmins): UserForAdmins
  log: LogFunction
}

/** How many users are read concurrently. */
const maxConcurrentUsers = 4
/** From this attempt on, failing parts are skipped if other parts of the user can be read. */
const lastTry = 3

/** Only reads users, so an interrupted read is simply repeated. */
export function reviewKind(options: ReviewKindOptions): JobKind<ItemToRead> {
  const readUser = async (context: ItemContext, item: ItemToRead, isLastTry: boolean) => {
    const { account, signal } = context
    const collected = await collectUser(item.target.id!, context, {
      isLastTry,
      parts: options.partsOf(account, item),
      tokenList: () => options.tokenList(context, item, isLastTry),
    })
    if (signal.aborted) return undefined
    const user = collected.user && options.withOwnActivity(account, collected.user)
    options.save(account, item, { ...collected, user })
    return completenessOf(collected)
  }
  const readOnePlace = async (
    context: ItemContext,
    item: ItemToRead,
    { shares, ...place }: PlaceToRead,
    isLastTry: boolean,
  ) => {
    const { account, signal } = context
    const isKnown = (group: number) => options.isKnownGroup(account, item, group)
    const collected = await readPlace(place, context, { shares, isKnown, isLastTry })
    if (signal.aborted) return undefined
    options.savePlace(account, item, place, collected)
    return collected.unread.length > 0 ? 'place-incomplete' : 'place'
  }
  const read = async (context: ItemContext, item: ItemToRead): Promise<JobOutcome> => {
    let after: string | undefined
    const place = placeOf(item)
    try {
      const isLastTry = item.attempts + 1 >= lastTry
      after = place
        ? await readOnePlace(context, item, place, isLastTry)
        : await readUser(context, item, isLastTry)
    } catch (error) {
      if (context.signal.aborted) return { kind: 'withdrawn' }
      return {
        kind: 'delayed',
        failure: toFailure(error, options.log),
        isLasting: isLasting(error),
      }
    }
    if (after === undefined) return { kind: 'withdrawn' }
    return { kind: 'done', after, sent: false, writes: [] }
  }
  return {
    name: review,
    writes: false,
    atOnce: maxConcurrentUsers,
    retentionMs: reviewRetentionMs,
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
