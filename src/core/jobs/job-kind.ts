import type { DueDate } from '../../shared/operations/plans.ts'
import type { HoldReason, QueueState } from '../../shared/operations/queue.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { NewEntry } from '../audit-log/audit-log.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import type { Sql } from '../platform/sqlite/sql.ts'

/** One thing to do for one user, as the file has it. */
export interface JobItem {
  id: number
  kind: string
  /** Absent for a single one. */
  job?: number
  /** Its step in the plan of the job, from 0. */
  step?: number
  action: string
  /** The user as they were seen when it was queued; without an ID where they don't exist yet. */
  target: { id?: number; username: string; name: string; state?: string }
  /** The state that the user must be in; absent where it does not matter. */
  expectedState?: string
  reason?: string
  /** Whether the reason is also added to the administrators' note of the user. */
  note: boolean
  state: QueueState
  created: number
  due?: DueDate
  notBefore: number
  expires?: number
  position: number
  attempts: number
  /** How often its outcome was looked for. */
  checks: number
  /** The user's state before it was sent. */
  before?: string
  /** What it is to change. */
  parameters?: unknown
  /** What its kind found when it was sent. */
  snapshot?: unknown
  /** Whether the service accepted it. */
  accepted: boolean
  after?: string
  usernameNow?: string
  /** What it made, or what its tries found and did. */
  result?: unknown
  failure?: UnformattedFailure
  finished?: number
}

/** Several items that were started together, as the file has them. */
export interface Job {
  id: number
  kind: string
  parameters?: unknown
  actor: string
  reason?: string
  created: number
  state: 'running' | 'paused' | 'cancelled'
  hold?: HoldReason
  total: number
  /** Absent while its items are being written. */
  starts?: number
  /** Whether its time to undo passed while nobody could use it. */
  isUndoMissed: boolean
}

/** A request that was sent, for the audit log. */
export type SentWrite = Pick<
  NewEntry,
  'action' | 'target' | 'object' | 'fields' | 'changes' | 'outcome' | 'answer'
>

/**
 * The outcome of one try of an item. `writes` are its requests for the audit log; without them it gets one entry of its own. A failure
 * that `isLasting` would meet all items of its kind, until the account, its token or this computer has changed.
 */
export type JobOutcome =
  /** What it leads to has been read; `sent` where it was this try. */
  | {
      kind: 'done'
      after: string
      sent: boolean
      notice?: UnformattedFailure
      writes?: readonly SentWrite[]
      /** Requests beside its own one. */
      furtherWrites?: readonly SentWrite[]
      target?: number
      result?: unknown
    }
  /** It was refused, by the service where `sent`, else by our own rules. */
  | {
      kind: 'refused'
      failure: UnformattedFailure
      after?: string
      sent: boolean
      writes?: readonly SentWrite[]
      result?: unknown
    }
  /** The user has changed since; a person must decide. */
  | { kind: 'conflict'; after: string; usernameNow?: string; failure: UnformattedFailure }
  /**
   * It was sent, and its outcome could not be read; `accepted` where the service accepted it. `snapshot` is what has not been written
   * to the audit log yet.
   */
  | {
      kind: 'unknown'
      failure: UnformattedFailure
      accepted: boolean
      isLasting?: boolean
      writes?: readonly SentWrite[]
      snapshot?: unknown
      result?: unknown
    }
  /** It certainly did not happen, or not all of it, and can be tried later; `snapshot` is of an earlier try that may have happened. */
  | {
      kind: 'delayed'
      failure: UnformattedFailure
      isLasting?: boolean
      writes?: readonly SentWrite[]
      snapshot?: unknown
      result?: unknown
    }
  /** It was looked for and had not happened. */
  | { kind: 'again'; writes?: readonly SentWrite[]; snapshot?: unknown; result?: unknown }
  /** It was cancelled before it was sent. */
  | { kind: 'withdrawn' }

/** What is sent next, once `before` and `snapshot` are on disk. */
export interface Prepared<Item extends JobItem = JobItem> {
  /** The user's state. An item without it has its own entries in the audit log while its outcome is unknown. */
  before?: string
  snapshot?: unknown
  /** Sends it and verifies by reading what it led to. The item may have been edited since. */
  send(item: Item): Promise<JobOutcome>
}

/** Everything that an item needs in order to be sent as its account. */
export interface ItemContext extends Pick<GitLabClient, 'account' | 'call' | 'all' | 'page'> {
  /** ID of the account's own user. */
  actorId: number
  /** Reads again whether the account is an administrator; throws where that can't be read. */
  isStillAdmin(): Promise<boolean>
  /** Milliseconds since 1970. */
  now(): number
  /** Aborts when it is stopped. What was sent must be verified all the same. */
  signal: AbortSignal
}

/** What differs between kinds of jobs. */
export interface JobKind<Item extends JobItem = JobItem> {
  /** Its name in the file. */
  readonly name: string
  /** Whether it changes anything at the service. */
  readonly writes: boolean
  /** How many of its items are in flight at once at most. */
  readonly atOnce?: number
  /** Milliseconds for which its finished items are kept; the usual time if absent. */
  readonly retentionMs?: number
  /** Whether anything of it may be started now. */
  mayStart?(account: string): boolean
  /** Reads before anything is sent. */
  prepare(context: ItemContext, item: Item): Promise<JobOutcome | Prepared<Item>>
  /** Finds out by reading what became of an item whose answer was lost. */
  lookUp(context: ItemContext, item: Item): Promise<JobOutcome>
  /** An item was refused or needs review; called in the transaction that stores it. */
  onStopped?(sql: Sql, item: Item, state: 'refused' | 'conflict', now: number): void
  /** An outcome was stored. The account may be signed out by now. `changed` reports a later change of it. */
  onOutcome?(
    context: ItemContext,
    item: Item,
    outcome: JobOutcome,
    sql: Sql,
    changed: () => void,
  ): void
}
