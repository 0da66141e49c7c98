import {
  type QueueCounts,
  type QueueState,
  type QueuedAction,
  queueStates,
} from '../../../shared/app/queue.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Failure, FailureError } from '../../infra/failure.ts'
import type { QueueAction } from '../../../shared/moderation.ts'
import { openStates, unsentStates } from './schema.ts'
import { formatStoredFailure, parseFailure } from './stored-failure.ts'
import type { Sql, SqlRow } from '../../infra/sqlite/sql.ts'

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
  { states, run, target }: ActionFilter,
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
