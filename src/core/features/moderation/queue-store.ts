import {
  type ConflictKind,
  type HoldReason,
  type QueueCounts,
  type QueueState,
  type QueuedAction,
  maxChangedActions,
  queueStates,
} from '../../../shared/operations/queue.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Failure, FailureError } from '../../platform/failure.ts'
import {
  type ModerationAction,
  type QueueAction,
  isDeletion,
  isIrreversible,
  queueActions,
  undoSecondsFor,
} from '../../../shared/rules/moderation.ts'
import {
  finishedStates,
  heldStates,
  openStates,
  timedStates,
  unsentStates,
  waitingStates,
} from './schema.ts'
import { formatStoredFailure, parseFailure } from './stored-failure.ts'
import type { Sql, SqlRow } from '../../platform/sqlite/sql.ts'
import type { QueuePorts } from './ports.ts'
import type { DueDate, PlanStep } from '../../../shared/operations/plans.ts'
import {
  dueFailure,
  expiredFailure,
  expiredUnconfirmedFailure,
  undoMissedFailure,
} from './failures.ts'

// The rows of the queue in its database. Every change is on disk when its function returns, unless it is part of an open transaction.

/** Milliseconds after which an action expires. */
export const lifetimeMs = 7 * 24 * 60 * 60_000

/** A queued action as the file has it. */
export interface ActionRow extends Omit<QueuedAction, 'failure'> {
  failure?: Failure
  /** The state that the user must be in; absent where it does not matter. */
  expectedState?: string
  position: number
  /** How often its outcome was looked for. */
  checks: number
  /** The user's state before it was sent. */
  before?: string
  /** What a task is to change. */
  parameters?: unknown
  /** What a task found when it was sent, or `SentAt`. */
  snapshot?: unknown
  /** Whether the service accepted it. */
  accepted: boolean
}

/** The filters of a list. */
export interface ActionFilter {
  states?: readonly QueueState[]
  run?: number
  target?: number
  /** Whether it was sent, for those that are done: others found their user in the wanted state. */
  isSent?: boolean
}

/** The row with this ID. Throws where there is none. */
export function getActionRow(sql: Sql, id: number): ActionRow {
  const row = sql.one('SELECT * FROM actions WHERE id = ?', id)
  if (row) return toActionRow(row)
  throw new FailureError({
    kind: 'not-found',
    message: message('queue.actionGone'),
    hint: message('queue.actionGoneHint'),
  })
}

/** The orders of a list. */
export const sortOrders = {
  newest: 'id DESC',
  /** Actions in progress, then pending ones in the order in which they are sent: single ones before those of runs. */
  turn: `state IN ${unsentStates}, run IS NOT NULL, run, position`,
  /** The next date first. */
  due: 'due, id',
} as const

/** A page of the actions, and how many there are in all. */
export function listActions(
  sql: Sql,
  { states, run, target, isSent }: ActionFilter,
  {
    offset,
    limit,
    order = 'newest',
  }: { offset: number; limit: number; order?: keyof typeof sortOrders },
): { items: QueuedAction[]; total: number } {
  const conditions: string[] = []
  const values: (number | string)[] = []
  if (states) conditions.push(`state IN (${states.map(() => '?').join(', ')})`)
  values.push(...(states ?? []))
  for (const [column, value] of Object.entries({ run, target })) {
    if (value === undefined) continue
    conditions.push(`${column} = ?`)
    values.push(value)
  }
  if (isSent !== undefined) conditions.push(`before IS ${isSent ? 'NOT NULL' : 'NULL'}`)
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const page = sql.all(
    `SELECT * FROM actions ${where} ORDER BY ${sortOrders[order]} LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  )
  const count = sql.one(`SELECT count(*) AS count FROM actions ${where}`, ...values)!
  return {
    items: page.map((row) => toQueuedAction(toActionRow(row))),
    total: Number(count['count']),
  }
}

/** How many actions, of a run or in all, are in each state. */
export function countByState(sql: Sql, run?: number): QueueCounts {
  const counts = Object.fromEntries(queueStates.map((state) => [state, 0])) as QueueCounts
  const rows =
    run === undefined
      ? sql.all('SELECT state, count(*) AS count FROM actions GROUP BY state')
      : sql.all('SELECT state, count(*) AS count FROM actions WHERE run = ? GROUP BY state', run)
  for (const { state, count } of rows) counts[state as QueueState] = Number(count)
  return counts
}

/** The kinds of which there are several conflicts, the most frequent first. */
export function listConflictKinds(sql: Sql, run?: number): ConflictKind[] {
  const rows = sql.all(
    `SELECT max(id) AS latest, json_group_array(id) AS ids FROM actions
     WHERE state = 'conflict' AND (?1 IS NULL OR run = ?1)
     GROUP BY action, after, username_now IS NULL, iif(json_valid(failure), failure ->> '$.message.id', NULL)
     HAVING count(*) > 1 ORDER BY count(*) DESC`,
    run ?? null,
  )
  return rows.map(({ latest, ids }) => ({
    latest: toQueuedAction(getActionRow(sql, Number(latest))),
    ids: (JSON.parse(String(ids)) as number[]).slice(0, maxChangedActions),
  }))
}

/** The open actions on a user, in their order. */
export function openActionsOn(sql: Sql, target: number): ActionRow[] {
  return sql
    .all(
      `SELECT * FROM actions WHERE target = ? AND state IN ${openStates} ORDER BY position`,
      target,
    )
    .map(toActionRow)
}

export function toActionRow(row: SqlRow): ActionRow {
  const text = (name: string) => (row[name] === null ? undefined : String(row[name]))
  const number = (name: string) => (row[name] === null ? undefined : Number(row[name]))
  const json = (name: string) =>
    row[name] === null ? undefined : (JSON.parse(String(row[name])) as unknown)
  const failure = text('failure')
  const due = number('due')
  return {
    id: Number(row['id']),
    run: number('run'),
    step: number('step'),
    due: due === undefined ? undefined : { at: due, zone: String(row['zone']) },
    action: row['action'] as QueueAction,
    target: {
      id: Number(row['target']),
      username: String(row['username']),
      name: String(row['name']),
      state: String(row['target_state']),
    },
    expectedState: text('expected_state'),
    reason: text('reason'),
    note: row['note'] === 1,
    state: row['state'] as QueueState,
    created: Number(row['created']),
    notBefore: Number(row['not_before']),
    expires: Number(row['expires']),
    position: Number(row['position']),
    attempts: Number(row['attempts']),
    checks: Number(row['checks']),
    before: text('before'),
    parameters: json('parameters'),
    snapshot: json('snapshot'),
    accepted: row['accepted'] === 1,
    after: text('after'),
    usernameNow: text('username_now'),
    failure: failure === undefined ? undefined : parseFailure(failure),
    finished: number('finished'),
  }
}

/** A row in words, as it leaves core. */
export function toQueuedAction({ failure, ...row }: ActionRow): QueuedAction {
  return { ...row, failure: failure && formatStoredFailure(failure) }
}

export function isPaused(sql: Sql): boolean {
  return sql.one('SELECT paused FROM queue')?.['paused'] === 1
}

const isAnyWaiting = `EXISTS (SELECT 1 FROM actions WHERE state IN ${heldStates})`

/** Sends nothing that waits until a person says so. Does nothing where nothing waits. Returns whether it changed anything. */
export function hold(sql: Sql, reason: HoldReason): boolean {
  return (
    sql.run(`UPDATE queue SET hold = ? WHERE hold IS NULL AND ${isAnyWaiting}`, reason).changes > 0
  )
}

/** Why nothing that waits is sent until a person says so. */
export function holdReason(sql: Sql): HoldReason | undefined {
  const row = sql.one(`SELECT hold FROM queue WHERE hold IS NOT NULL AND ${isAnyWaiting}`)
  return row?.['hold'] as HoldReason | undefined
}

/** Forgets a hold under which nothing waits any more, so that it is not about what is queued next. */
export function dropEmptyHold(sql: Sql): void {
  sql.run(`UPDATE queue SET hold = NULL WHERE hold IS NOT NULL AND NOT ${isAnyWaiting}`)
}

/** A run that is paused because its time to undo passed while nobody could use it. */
export function missedRun(sql: Sql): number | undefined {
  const row = sql.one(`SELECT id FROM runs WHERE undo = 2 AND state = 'paused' LIMIT 1`)
  return row && Number(row['id'])
}

export function release(sql: Sql): void {
  sql.run('UPDATE queue SET hold = NULL, paused = 0')
}

export interface ModerationRequest {
  action: ModerationAction
  id: number
  seen: { username: string; name: string; state: string; bot?: boolean | null }
  reason?: string
  note: boolean
  /** The username as it was typed. */
  confirmed?: string
}

export interface Moment {
  now: number
  /** Seconds of the setting in which it can be undone. */
  undoSeconds: number
}

/** What has to be so of a user, beside their state, when an action is sent. */
export interface Condition {
  onlyIfNeverSignedIn: true
}

/** A new row of the queue. */
export interface NewAction extends Omit<ModerationRequest, 'action' | 'confirmed'> {
  action: QueueAction
  /** The state that the user must be in; absent where it does not matter. */
  expectedState?: string
  run?: number
  /** Its step in the plan of the run, from 0. */
  step?: number
  parameters?: PlanStep['edit'] | Condition
  /** Waits for this date. */
  due?: DueDate
}

/** Inserts one action as part of the open transaction; returns its ID. Those of a run are undone together until it starts. */
export function insertAction(
  sql: Sql,
  row: NewAction,
  { now, undoSeconds }: Moment,
  isCancelled = false,
): number {
  const { action, id, seen, expectedState, run, step, parameters, due, reason, note } = row
  const undo = run === undefined ? undoSecondsFor([action], undoSeconds) * 1000 : 0
  const isLater = due !== undefined && due.at > now
  const state = isLater ? 'scheduled' : undo > 0 ? 'undoable' : 'ready'
  return sql.run(
    `INSERT INTO actions (run, step, action, parameters, target, username, name, target_state, expected_state, reason, note,
       state, created, due, zone, not_before, expires, finished, position)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM actions))`,
    run ?? null,
    step ?? null,
    action,
    parameters ? JSON.stringify(parameters) : null,
    id,
    seen.username,
    seen.name,
    seen.state,
    expectedState ?? null,
    reason || null,
    note ? 1 : 0,
    isCancelled ? 'cancelled' : state,
    now,
    due?.at ?? null,
    due?.zone ?? null,
    now + undo,
    now + lifetimeMs,
    isCancelled ? now : null,
  ).id
}

/** A longer wait was written by a clock that was wrong. */
const maxWaitMs = 60 * 60_000

/** Rows that are updated at once; a run may have more, which follow the next time. */
const updatedAtOnce = 1_000

/** A timer that is later was stopped with the computer, or the clock was set forward. */
const maxLateMs = 5_000

/** Whether a person could undo something just now. */
export interface Presence {
  /** Whether Latchkey is locked, or can't reach GitLab. */
  isAway: boolean
}

export function presenceOf({
  account,
  throttle,
  isUnreachable,
}: Pick<QueuePorts, 'account' | 'throttle' | 'isUnreachable'>): Presence {
  return { isAway: throttle.isLocked || isUnreachable?.(account) === true }
}

/**
 * Applies the time that has passed: actions that can no longer be undone become ready, old ones expire. Deletions that could not be
 * undone then wait for a person. Returns whether any changed.
 */
export function applyElapsedTime(sql: Sql, now: number, { isAway }: Presence): boolean {
  if (!isDue(sql, now)) return false
  const missed = holdMissedDeletions(sql, now, isAway ? now : now - maxLateMs)
  const some = (condition: string) =>
    `id IN (SELECT id FROM actions WHERE ${condition} LIMIT ${updatedAtOnce})`
  const old = sql.run(
    `UPDATE actions SET state = 'expired', failure = iif(before IS NULL, ?, ?), finished = ?
     WHERE ${some(`state IN ${unsentStates} AND expires <= ?`)}`,
    JSON.stringify(expiredFailure),
    JSON.stringify(expiredUnconfirmedFailure),
    now,
    now,
  )
  const misdated = sql.run(
    `UPDATE actions SET not_before = ? WHERE ${some(`state IN ${timedStates} AND not_before > ?`)}`,
    now,
    now + maxWaitMs,
  )
  sql.run('UPDATE runs SET starts = ? WHERE starts > ?', now, now + maxWaitMs)
  sql.run(`UPDATE runs SET undo = 0 WHERE undo = 1 AND state = 'running' AND starts <= ?`, now)
  // Where the clock was set back, actions from before count as queued now.
  const postdated = sql.run(
    `UPDATE actions SET expires = ? WHERE ${some(`state IN ${unsentStates} AND expires > ?`)}`,
    now + lifetimeMs,
    now + lifetimeMs,
  )
  const ready = sql.run(
    `UPDATE actions SET state = 'ready' WHERE ${some(`state IN ${timedStates} AND state = 'undoable' AND not_before <= ?`)}`,
    now,
  )
  const due = wakeDue(sql, now)
  return missed + old.changes + misdated.changes + postdated.changes + ready.changes + due > 0
}

/** A deletion that did not get through at once waits for a person. */
export function holdDeletion(sql: Sql, id: number): void {
  sql.run(
    `UPDATE actions SET state = 'conflict', failure = ? WHERE id = ? AND state = 'ready'`,
    JSON.stringify(undoMissedFailure),
    id,
  )
}

/** The same for a run with deletions, unless something of it was sent. */
export function holdUnsentRun(sql: Sql, run: number): void {
  sql.run(
    `UPDATE runs SET state = 'paused', undo = 2 WHERE id = ?1 AND state = 'running'
       AND EXISTS (SELECT 1 FROM actions WHERE run = ?1 AND state = 'ready' AND action IN ${deletions})
       AND NOT EXISTS (SELECT 1 FROM actions WHERE run = ?1 AND state NOT IN ('scheduled', 'ready', 'cancelled'))`,
    run,
  )
}

/**
 * Deletions whose time to undo ended up to this moment, or is longer than any, wait for a person: one by one, or with their run.
 * Returns how many changed.
 */
export function holdMissedDeletions(sql: Sql, now: number, upTo: number): number {
  const actions = sql.run(
    `UPDATE actions SET state = 'conflict', failure = ? WHERE id IN (
       SELECT id FROM actions WHERE state IN ${timedStates} AND state = 'undoable' AND action IN ${deletions}
         AND (not_before <= ? OR not_before > ?) LIMIT ${updatedAtOnce})`,
    JSON.stringify(undoMissedFailure),
    upTo,
    now + maxWaitMs,
  )
  const runs = sql.run(
    `UPDATE runs SET state = 'paused', undo = 2 WHERE undo = 1 AND state = 'running' AND (starts <= ? OR starts > ?)`,
    upTo,
    now + maxWaitMs,
  )
  return actions.changes + runs.changes
}

const irreversible = listOf(queueActions.filter(isIrreversible))
const deletions = listOf(queueActions.filter(isDeletion))

function listOf(actions: readonly QueueAction[]): string {
  return `(${actions.map((action) => `'${action}'`).join(', ')})`
}

/** Actions whose date has come become ready. Those that can't be undone need a person first, who may be away now. */
function wakeDue(sql: Sql, now: number): number {
  const { changes } = sql.run(
    `UPDATE actions SET state = iif(action IN ${irreversible}, 'conflict', 'ready'),
       failure = iif(action IN ${irreversible}, ?1, NULL), not_before = ?2, expires = ?2 + ${lifetimeMs}
     WHERE id IN (SELECT id FROM actions WHERE state = 'scheduled' AND due <= ?2 LIMIT ${updatedAtOnce})`,
    JSON.stringify(dueFailure),
    now,
  )
  return changes
}

/** Checked first, because it is called often, and an update without changes costs as much as one with changes. */
function isDue(sql: Sql, now: number): boolean {
  const row = sql.one(
    `SELECT EXISTS (SELECT 1 FROM actions WHERE state IN ${unsentStates} AND expires <= ?1)
       OR EXISTS (SELECT 1 FROM actions WHERE state IN ${unsentStates} AND expires > ?1 + ${lifetimeMs})
       OR EXISTS (SELECT 1 FROM actions WHERE state IN ${timedStates} AND not_before > ?1 + ${maxWaitMs})
       OR EXISTS (SELECT 1 FROM actions
         WHERE state IN ${timedStates} AND state = 'undoable' AND not_before <= ?1)
       OR EXISTS (SELECT 1 FROM actions WHERE state = 'scheduled' AND due <= ?1)
       OR EXISTS (SELECT 1 FROM runs WHERE starts > ?1 + ${maxWaitMs})
       OR EXISTS (SELECT 1 FROM runs WHERE undo = 1 AND state = 'running' AND starts <= ?1) AS due`,
    now,
  )
  return row?.['due'] === 1
}

// The actions on each user one after the other, in their order.
const dequeuable = `state IN ${waitingStates} AND not_before <= ? AND NOT EXISTS (
  SELECT 1 FROM actions AS earlier WHERE earlier.target = actions.target
    AND earlier.position < actions.position AND earlier.state IN ${openStates})`

// The outcome of an action is found out even where its run was stopped.
const ofActiveRun = `(actions.state = 'unknown'
  OR EXISTS (SELECT 1 FROM runs WHERE runs.id = actions.run AND runs.state = 'running' AND runs.undo = 0 AND runs.starts <= ?))`

/** What the sender knows about rows, and the time in milliseconds since 1970. */
interface DequeueContext {
  isInFlight(row: ActionRow): boolean
  /** How often it failed recently. */
  failureCount(row: ActionRow): number
  now: number
}

/** The next actions to start: single ones before those of runs, those that failed less often recently first. */
export function dequeue(
  sql: Sql,
  count: number,
  { isInFlight, failureCount, now }: DequeueContext,
): ActionRow[] {
  const found: ActionRow[] = []
  const window = count + maxInFlight
  const addFrom = (rows: SqlRow[]) => {
    const free = rows.map(toActionRow).filter((row) => !isInFlight(row))
    free.sort((a, b) => failureCount(a) - failureCount(b) || a.position - b.position)
    found.push(...free.slice(0, count - found.length))
  }
  addFrom(
    sql.all(
      `SELECT * FROM actions WHERE run IS NULL AND ${dequeuable} ORDER BY position LIMIT ?`,
      now,
      window,
    ),
  )
  if (found.length === count) return found
  for (const { id } of activeRuns(sql, now)) {
    addFrom(
      sql.all(
        `SELECT * FROM actions WHERE run = ? AND ${ofActiveRun} AND ${dequeuable} ORDER BY position LIMIT ?`,
        id!,
        now,
        now,
        window,
      ),
    )
    if (found.length === count) break
  }
  return found
}

/** The most actions that can be in flight, and are therefore skipped. */
const maxInFlight = 32

/** When time changes something next, in milliseconds since 1970; undefined where nothing is due. */
export function nextMoment(sql: Sql, now: number): number | undefined {
  const row = sql.one(
    `SELECT min(moment) AS moment FROM (
       SELECT min(not_before) AS moment FROM actions
         WHERE state IN ${timedStates} AND not_before > ?1
       UNION ALL SELECT min(due) FROM actions WHERE state = 'scheduled' AND due > ?1
       UNION ALL SELECT min(starts) FROM runs WHERE state = 'running' AND starts > ?1)`,
    now,
  )
  const moment = row?.['moment']
  return moment === null || moment === undefined ? undefined : Number(moment)
}

function activeRuns(sql: Sql, now: number) {
  return sql.all(
    `SELECT id FROM runs WHERE EXISTS (
       SELECT 1 FROM actions WHERE run = runs.id AND state IN ${waitingStates} AND ${ofActiveRun})
     ORDER BY id`,
    now,
  )
}

/** Milliseconds for which finished actions stay in the list; the audit log keeps them for good. */
export const retentionMs = 90 * 24 * 60 * 60_000

/**
 * Removes actions that finished long ago, those of a run together, so that its sums stay right. Open and unknown actions and conflicts
 * stay however old they are. Returns how many actions were removed.
 */
export function prune(sql: Sql, now: number): number {
  return sql.transaction(() => {
    // A clock that is set a year ahead counts only once an action was queued by it.
    const newest = Number(sql.one('SELECT max(created) AS at FROM actions')!['at'] ?? now)
    const { changes } = sql.run(
      `DELETE FROM actions WHERE state IN ${finishedStates} AND finished < ?1 AND (run IS NULL OR run NOT IN (
         SELECT run FROM actions WHERE run IS NOT NULL AND (state NOT IN ${finishedStates} OR finished >= ?1)))`,
      Math.min(now, newest) - retentionMs,
    )
    sql.run('DELETE FROM runs WHERE NOT EXISTS (SELECT 1 FROM actions WHERE actions.run = runs.id)')
    return changes
  })
}

/** Milliseconds that a service may take for a deletion; a user who still exists afterwards is shown again. */
const deletionMs = 24 * 60 * 60_000

/** The last unfinished action on each of these users. */
export function lastOpenActions(sql: Sql, ids: readonly number[]): Map<number, ModerationAction> {
  const rows = sql.all(
    `SELECT target, action FROM actions
     WHERE state IN ${openStates} AND target IN (SELECT value FROM json_each(?)) ORDER BY position`,
    JSON.stringify(ids),
  )
  return new Map(rows.map(({ target, action }) => [Number(target), action as ModerationAction]))
}

/** The users among these whose deletion the service accepted in the last day. */
export function recentlyDeleted(sql: Sql, ids: readonly number[], now: number): Set<number> {
  const rows = sql.all(
    `SELECT target FROM actions
     WHERE target IN (SELECT value FROM json_each(?)) AND state = 'done' AND action IN ${deletions}
       AND finished > ?`,
    JSON.stringify(ids),
    now - deletionMs,
  )
  return new Set(rows.map(({ target }) => Number(target)))
}
