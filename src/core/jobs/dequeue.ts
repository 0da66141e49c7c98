import type { Sql } from '../platform/sqlite/sql.ts'
import type { JobItem, PreparedWrite } from './job-kind.ts'
import { toJobItem } from './job-rows.ts'
import { isOutOfRange, repairItems } from './repair-items.ts'
import { canSql, nextSql, openStatesSql, waitingStatesSql } from './schema.ts'
import {
  type Contender,
  type Places,
  type SendClass,
  type SendOrder,
  smallRunUsers,
} from './send-order.ts'

/** Whether an item can be sent without anyone's consent, meaning that neither a hold nor a paused job stops it. */
export const isAllowed = `CASE WHEN job IS NULL
  THEN NOT EXISTS (SELECT 1 FROM queues WHERE queues.kind = items.kind AND queues.hold IS NOT NULL)
  ELSE EXISTS (SELECT 1 FROM jobs WHERE jobs.id = items.job AND jobs.state = 'running') END`

/** Whether a job's undo period ended by ?2, and nothing stops it. */
const isSending = `jobs.state = 'running' AND jobs.undo = 0 AND jobs.starts <= ?2`
const isDue = `items.state IN ${waitingStatesSql} AND items.not_before <= ?2`
/** Whether an item may be started. A sent item's outcome is looked up even if its job was stopped. */
const isStartable = `${isDue} AND CASE WHEN items.job IS NULL
  THEN NOT EXISTS (SELECT 1 FROM queues WHERE queues.kind = items.kind AND queues.hold IS NOT NULL)
  ELSE items.state = 'unknown' OR EXISTS (SELECT 1 FROM jobs WHERE jobs.id = items.job AND ${isSending}) END`

/** A job's class in `SendOrder`. */
const jobClass = `CASE WHEN jobs.first = 1 THEN 'first' WHEN jobs.users <= ${smallRunUsers} THEN 'small' ELSE 'large' END`

/** Sorts items by the class of their job. */
export const jobPrecedence = `(SELECT CASE WHEN jobs.first = 1 THEN 0 WHEN jobs.users <= ${smallRunUsers} THEN 1 ELSE 2 END
  FROM jobs WHERE jobs.id = items.job)`

/** Puts a job ahead of all others, or takes that back, in the open transaction. */
export function putFirst(sql: Sql, job: number, isFirst: boolean): void {
  if (isFirst) sql.run('UPDATE jobs SET first = (id = ?1) WHERE first = 1 OR id = ?1', job)
  else sql.run('UPDATE jobs SET first = 0 WHERE id = ?', job)
}

/** A contender with the kind of its items. */
export interface QueuedContender extends Contender {
  kind: string
}

/** The single items and jobs of these kinds that have something to start. Some of it may be in flight. */
export function contenders(sql: Sql, kinds: readonly string[], now: number): QueuedContender[] {
  const singles = sql.all<{ kind: string }>(
    `SELECT kind FROM queues WHERE hold IS NULL AND kind IN (SELECT value FROM json_each(?1)) AND EXISTS (
       SELECT 1 FROM items WHERE items.kind = queues.kind AND job IS NULL AND ${isDue})`,
    JSON.stringify(kinds),
    now,
  )
  const jobs = sql.all<{ key: number; kind: string; class: SendClass }>(
    `SELECT id AS key, kind, ${jobClass} AS class FROM jobs WHERE kind IN (SELECT value FROM json_each(?1)) AND (
       (${isSending} AND EXISTS (SELECT 1 FROM items WHERE items.kind = jobs.kind AND job = jobs.id AND ${isDue}))
       OR EXISTS (SELECT 1 FROM items WHERE job = jobs.id AND state = 'unknown' AND not_before <= ?2))
     ORDER BY id`,
    JSON.stringify(kinds),
    now,
  )
  return [...singles.map(({ kind }) => ({ key: kind, kind, class: 'single' as const })), ...jobs]
}

/** The runner's in-memory item state. `now` is in milliseconds since 1970. */
interface DequeueContext {
  isInFlight(id: number): boolean
  /** Number of times the item failed recently. */
  failureCount(item: JobItem): number
  /** Number of items that may have to be skipped because they are in flight or failed recently. */
  skipped: number
  now: number
}

/** The next item to start, and the contender that it takes a place for. */
export function dequeue(
  sql: Sql,
  order: SendOrder,
  places: Places<QueuedContender>,
  context: DequeueContext,
): { item: JobItem; contender: QueuedContender } | undefined {
  let { waiting } = places
  for (const contender of order.rank(places)) {
    const item = nextItem(sql, contender, context)
    if (item) {
      order.take(contender, { ...places, waiting })
      return { item, contender }
    }
    waiting = waiting.filter((other) => other !== contender)
  }
  return undefined
}

/**
 * A contender's next item: the first open one of a lane, with the fewest recent failures. If an item waits for an
 * earlier one of its lane that belongs to another contender, that one is next, so that nobody waits for a long run
 * to reach it.
 */
function nextItem(
  sql: Sql,
  contender: QueuedContender,
  context: DequeueContext,
): JobItem | undefined {
  const { key, kind, class: name } = contender
  const { isInFlight, failureCount, skipped, now } = context
  const candidates = sql.all<{ id: number }>(
    `SELECT items.id FROM items AS waiting JOIN items ON items.id = coalesce(
         (SELECT id FROM items AS earlier WHERE earlier.lane = waiting.lane AND earlier.state IN ${openStatesSql}
          ORDER BY earlier.position LIMIT 1), waiting.id)
       WHERE waiting.kind = ?1 AND waiting.job IS ?3 AND waiting.state IN ${waitingStatesSql} AND waiting.not_before <= ?2
         AND (waiting.lane IS NULL OR NOT EXISTS (SELECT 1 FROM items AS earlier WHERE earlier.lane = waiting.lane
           AND earlier.position < waiting.position AND earlier.state IN ${openStatesSql} AND earlier.job IS ?3))
         AND items.kind = ?1 AND ${isStartable}
       ORDER BY waiting.position LIMIT ?4`,
    kind,
    now,
    name === 'single' ? null : key,
    1 + skipped,
  )
  const rows = candidates
    .filter(({ id }) => !isInFlight(id))
    .map(({ id }) => sql.one('SELECT * FROM items WHERE id = ?', id)!)
  // guard: huge-row
  if (rows.some(isOutOfRange) && repairItems(sql, now)) return nextItem(sql, contender, context)
  return rows.map(toJobItem).sort((a, b) => failureCount(a) - failureCount(b))[0]
}

/**
 * Marks a prepared item as being sent since `at` (ms since 1970), unless it was canceled or changed in the meantime. Reads
 * it again, because its reason may have been edited.
 */
export function markSending(
  sql: Sql,
  item: JobItem,
  { before, snapshot }: Pick<PreparedWrite, 'before' | 'snapshot'>,
  at: number,
): boolean {
  const { changes } = sql.run(
    `UPDATE items SET state = ${nextSql('send')}, before = ?, snapshot = ?, accepted = 0,
       first_request = coalesce(first_request, ?)
     WHERE id = ? AND position = ? AND ${canSql('send')} AND ${isAllowed}`,
    before ?? null,
    snapshot === undefined ? null : JSON.stringify(snapshot),
    at,
    item.id,
    item.position,
  )
  if (changes === 0) return false
  Object.assign(item, toJobItem(sql.one('SELECT * FROM items WHERE id = ?', item.id)!))
  return true
}

/** Whether an item is still being sent, and allowed. */
export function isStillSending(sql: Sql, { id, position }: JobItem): boolean {
  return !!sql.one(
    `SELECT 1 FROM items WHERE id = ? AND position = ? AND state = 'sending' AND ${isAllowed}`,
    id,
    position,
  )
}

/** If the outcome of sent items couldn't be stored, only a lookup can determine it now. */
export function interruptLost(
  sql: Sql,
  kinds: readonly string[],
  inFlight: ReadonlyMap<number, unknown>,
): void {
  const sending = sql.all<{ id: number }>(
    `SELECT id FROM items WHERE kind IN (SELECT value FROM json_each(?)) AND ${canSql('interrupt')}`,
    JSON.stringify(kinds),
  )
  for (const { id } of sending) {
    if (!inFlight.has(id))
      sql.run(`UPDATE items SET state = ${nextSql('interrupt')} WHERE id = ?`, id)
  }
}
