import { createFailure } from '../../platform/failures.ts'
import type { DueDate } from '../../../shared/operations/plans.ts'
import {
  type ConflictKind,
  type QueuedAction,
  maxChangedActions,
} from '../../../shared/operations/queue.ts'
import {
  type ModerationAction,
  type QueueAction,
  isDeletion,
  isIrreversible,
  queueActions,
  undoSecondsFor,
} from '../../../shared/rules/moderation.ts'
import type { JobItem } from '../../jobs/job-kind.ts'
import { type JobStore, lifetimeMs } from '../../jobs/job-store.ts'
import { openStatesSql } from '../../jobs/schema.ts'
import { jsonSql } from '../../platform/sqlite/stored-row.ts'
import { withFormattedFailure } from '../../jobs/stored-failure.ts'

/** The kind's name in the database. */
export const moderationName = 'moderation'

/** A queued action, as stored. */
export type ActionRow = JobItem & Pick<QueuedAction, 'action' | 'target'>

export type ActionStore = JobStore<ActionRow>

export interface ModerationRequest {
  action: ModerationAction
  id: number
  seen: {
    username: string
    name: string
    state: string
    bot?: boolean | null
    admin?: boolean | null
  }
  reason?: string
  note: boolean
  /** The username typed as confirmation. */
  confirmed?: string
}

export interface Moment {
  now: number
  /** How long it can be undone (in seconds), according to the settings. */
  undoSeconds: number
}

/** Conditions, in addition to the expected state, that the user must meet when the action is sent. */
export interface ActionCondition {
  onlyIfNeverSignedIn?: true
  /** For users who weren't administrators when the action was queued. */
  onlyIfNoAdmin?: true
}

/** The condition for a user who isn't an administrator; none if that isn't known. */
export function unlessPromoted(isAdmin: boolean | null | undefined): ActionCondition | undefined {
  return isAdmin === false ? { onlyIfNoAdmin: true } : undefined
}

/** A new queue row. */
export interface NewAction extends Omit<ModerationRequest, 'action' | 'confirmed'> {
  action: QueueAction
  /** The state the user must be in; absent if any state is allowed. */
  expectedState?: string
  job?: number
  /** The index of the step in the run's plan. */
  step?: number
  /** A task's parameters, or an `ActionCondition`. */
  parameters?: unknown
  /** The date before which it isn't sent. */
  due?: DueDate
}

/**
 * Inserts an action in the open transaction and returns its ID. A run's actions are undone together until it starts.
 */
export function insertAction(
  store: ActionStore,
  { id, seen, ...row }: NewAction,
  { now, undoSeconds }: Moment,
  isCancelled = false,
): number {
  const { action, job } = row
  const { username, name, state } = seen
  return store.insert(
    {
      ...row,
      target: { id, username, name, state },
      lane: id,
      irreversible: isDeletion(action) ? 'deletion' : isIrreversible(action) ? 'yes' : undefined,
      undoMs: job === undefined ? undoSecondsFor([action], undoSeconds) * 1000 : 0,
      lifetimeMs,
      state: isCancelled ? 'cancelled' : undefined,
    },
    now,
  )
}

/** Kinds of conflicts that occur more than once, most frequent first. */
export function listConflictKinds(store: ActionStore, run?: number): ConflictKind[] {
  const rows = store.sql.all(
    `SELECT max(id) AS latest, json_group_array(id) AS ids FROM items
     WHERE kind = ?2 AND state = 'conflict' AND (?1 IS NULL OR job = ?1)
     GROUP BY action, after, username_now IS NULL, ${jsonSql('failure', '$.message.id')}
     HAVING count(*) > 1 ORDER BY count(*) DESC`,
    run ?? null,
    store.kind,
  )
  return rows.map(({ latest, ids: json }) => {
    const ids = JSON.parse(String(json)) as number[]
    return {
      latest: withFormattedFailure(store.get(Number(latest))),
      ids: ids.slice(0, maxChangedActions),
      total: ids.length,
    }
  })
}

/** How long (ms) GitLab may take for a deletion that it accepted before Latchkey reports that the user still exists. */
export const deletionMs = 60 * 60_000

/** Each user's last unfinished action. */
export function lastOpenActions(
  { sql, kind }: ActionStore,
  ids: readonly number[],
): Map<number, QueueAction> {
  const rows = sql.all(
    `SELECT lane, action FROM items
     WHERE kind = ? AND state IN ${openStatesSql} AND lane IN (SELECT value FROM json_each(?)) AND action <> 'second_look'
     ORDER BY position`,
    kind,
    JSON.stringify(ids),
  )
  return new Map(rows.map(({ lane, action }) => [Number(lane), action as QueueAction]))
}

const deletions = JSON.stringify(queueActions.filter(isDeletion))

/** Which of these users GitLab accepted for deletion in the last hour. */
export function recentlyDeleted(
  { sql, kind }: ActionStore,
  ids: readonly number[],
  now: number,
): Set<number> {
  const rows = sql.all(
    `SELECT target FROM items
     WHERE kind = ? AND target IN (SELECT value FROM json_each(?)) AND state = 'done'
       AND action IN (SELECT value FROM json_each(?)) AND finished > ?`,
    kind,
    JSON.stringify(ids),
    deletions,
    now - deletionMs,
  )
  return new Set(rows.map(({ target }) => Number(target)))
}

/** Records that these users still exist, and returns those whose deletion should have been carried out by now. */
export function recordStalledDeletions(
  { sql, kind }: Pick<ActionStore, 'sql' | 'kind'>,
  ids: readonly number[],
  now: number,
): number[] {
  const rows = sql.all(
    `UPDATE items SET failure = ?
     WHERE kind = ? AND target IN (SELECT value FROM json_each(?)) AND state = 'done'
       AND action IN (SELECT value FROM json_each(?)) AND finished <= ? AND after IS NOT 'gone' RETURNING target`,
    JSON.stringify(createFailure('queue.deletionStalled')),
    kind,
    JSON.stringify(ids),
    deletions,
    now - deletionMs,
  )
  return rows.map(({ target }) => Number(target))
}
