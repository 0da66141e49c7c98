import type { HoldCause, HoldReason, QueueItem } from '../../shared/operations/queue.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import type { NewEntry } from '../audit-log/audit-log.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import type { Sql } from '../platform/sqlite/sql.ts'

/** An item as stored, including what only core needs. */
export interface JobItem extends Omit<QueueItem, 'failure'> {
  kind: string
  /** The state the user must be in; absent if any state will do. */
  expectedState?: string
  position: number
  /** Number of times its outcome was looked up. */
  checks: number
  /** The requested changes. */
  parameters?: unknown
  /** Data read by its kind before sending. */
  snapshot?: unknown
  /** Whether GitLab accepted it. */
  accepted: boolean
  /** The created object, or the results of its attempts. */
  result?: unknown
  failure?: UnformattedFailure
  /** When its first request was sent. One that never reached GitLab doesn't count. */
  firstRequest?: number
  /** When its last request was answered. */
  lastAnswer?: number
  /** Set if the database's row can't be read completely, because it was edited or damaged. */
  isDamaged?: true
}

/** A group of items that were started together, as stored. */
export interface Job {
  id: number
  kind: string
  parameters?: unknown
  actor: string
  reason?: string
  created: number
  state: 'running' | 'paused' | 'cancelled'
  hold?: HoldReason
  holdCause?: HoldCause
  /** Why it is paused, if GitLab refused two of its users alike. */
  refusal?: UnformattedFailure
  total: number
  /** The number of users, who may have several items each. */
  users: number
  /** Whether somebody put it ahead of other jobs. */
  isFirst: boolean
  /** Absent while its items are being written. */
  starts?: number
  /** Whether its undo period passed while nobody could use it. */
  isUndoMissed: boolean
}

/** A sent request, for the audit log. */
export type SentWrite = Pick<
  NewEntry,
  'action' | 'target' | 'object' | 'fields' | 'changes' | 'outcome' | 'answer'
>

/**
 * The outcome of one attempt. `writes` are its requests for the audit log; without them, the item gets a single entry.
 * `isLasting` marks a failure that would affect every item of the kind until the account, its token, or this computer changes.
 */
export type JobOutcome =
  /** Verified by reading the result; `sent` if this attempt sent it. */
  | {
      kind: 'done'
      after: string
      sent: boolean
      notice?: UnformattedFailure
      writes?: readonly SentWrite[]
      /** Requests in addition to the main one. */
      furtherWrites?: readonly SentWrite[]
      /** The ID of the user it created; also if something that follows hasn't been done. */
      target?: number
      result?: unknown
    }
  /** Refused by GitLab if `sent`, otherwise by our own rules. */
  | {
      kind: 'refused'
      failure: UnformattedFailure
      after?: string
      sent: boolean
      writes?: readonly SentWrite[]
      target?: number
      result?: unknown
    }
  /** The user has changed since; a decision is needed. */
  | { kind: 'conflict'; after: string; usernameNow?: string; failure: UnformattedFailure }
  /**
   * Sent, but the outcome couldn't be read; `accepted` if GitLab accepted it. `snapshot` is the part still missing from the
   * audit log.
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
  /**
   * Didn't happen, or only partly, and can be retried; `snapshot` is from an earlier attempt that may have happened.
   */
  | {
      kind: 'delayed'
      failure: UnformattedFailure
      isLasting?: boolean
      writes?: readonly SentWrite[]
      snapshot?: unknown
      target?: number
      result?: unknown
    }
  /** A lookup showed that it hadn't happened, or only partly. */
  | {
      kind: 'again'
      writes?: readonly SentWrite[]
      snapshot?: unknown
      target?: number
      result?: unknown
    }
  /** Cancelled before it was sent. */
  | { kind: 'withdrawn' }

/** A write to send once `before` and `snapshot` are on disk. */
export interface PreparedWrite<Item extends JobItem = JobItem> {
  /** The user's state. If absent, the kind writes its own audit entries while the outcome is unknown. */
  before?: string
  snapshot?: unknown
  /** Sends the item, and verifies the result by reading it back. The item may have been edited since `prepare`. */
  send(item: Item): Promise<JobOutcome>
}

/** The context for sending an account's items. */
export interface ItemContext extends Pick<GitLabClient, 'account' | 'call' | 'all' | 'page'> {
  /** ID of the account's own user. */
  actorId: number
  /** Rechecks whether the account is an administrator; throws if that fails. */
  isStillAdmin(): Promise<boolean>
  /** Milliseconds since 1970. */
  now(): number
  /** Aborts when the item is stopped. A sent write must be verified even then. */
  signal: AbortSignal
}

/** A kind of job, with everything that sets it apart from other kinds. */
export interface JobKind<Item extends JobItem = JobItem> {
  /** Its name in the database. */
  readonly name: string
  /** Whether it changes anything on GitLab. */
  readonly writes: boolean
  /** Maximum number of items in flight. */
  readonly atOnce?: number
  /** How long (ms) finished items are kept; the default if absent. */
  readonly retentionMs?: number
  /** Whether any of its items may start now. */
  mayStart?(account: string): boolean
  /** Does the reads that the write requires. */
  prepare(context: ItemContext, item: Item): Promise<JobOutcome | PreparedWrite<Item>>
  /** Reads the outcome of an item whose response was lost. */
  lookUp(context: ItemContext, item: Item): Promise<JobOutcome>
  /** Called when an item is refused or needs review, in the transaction that stores the outcome. */
  onStopped?(sql: Sql, item: Item, state: 'refused' | 'conflict', now: number): void
  /** Called when an item is done, in the transaction that stores the outcome. */
  onDone?(sql: Sql, item: Item, now: number): void
  /**
   * Called after an outcome is stored; the account may be signed out by then. `changed` reports a later change to the
   * item.
   */
  onOutcome?(
    context: ItemContext,
    item: Item,
    outcome: JobOutcome,
    sql: Sql,
    changed: () => void,
  ): void
}
