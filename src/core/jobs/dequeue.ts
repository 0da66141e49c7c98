import type { Sql, SqlRow } from '../platform/sqlite/sql.ts'
import type { JobItem } from './job-kind.ts'
import { toJobItem } from './job-rows.ts'
import { openStatesSql, waitingStates } from './schema.ts'

/** Only the first open item of each lane. */
const dequeuable = `state IN ${waitingStates} AND not_before <= ? AND (lane IS NULL OR NOT EXISTS (
  SELECT 1 FROM items AS earlier WHERE earlier.lane = items.lane
    AND earlier.position < items.position AND earlier.state IN ${openStatesSql}))`

/** Whether an item can be sent without anyone's consent, meaning that neither a hold nor a paused job stops it. */
export const isAllowed = `CASE WHEN job IS NULL
  THEN NOT EXISTS (SELECT 1 FROM queues WHERE queues.kind = items.kind AND queues.hold IS NOT NULL)
  ELSE EXISTS (SELECT 1 FROM jobs WHERE jobs.id = items.job AND jobs.state = 'running') END`

// A sent item's outcome is looked up even if its job was stopped.
const ofActiveJob = `(items.state = 'unknown'
  OR EXISTS (SELECT 1 FROM jobs WHERE jobs.id = items.job AND jobs.state = 'running' AND jobs.undo = 0 AND jobs.starts <= ?))`

/** The runner's in-memory item state. `now` is in milliseconds since 1970. */
interface DequeueContext {
  isInFlight(item: JobItem): boolean
  /** Number of times the item failed recently. */
  failureCount(item: JobItem): number
  /** Number of items that may have to be skipped because they are in flight or failed recently. */
  passedOver: number
  now: number
}

/** A kind's next items to start: single items before those in jobs, then those with the fewest recent failures. */
export function dequeue(
  sql: Sql,
  kind: string,
  count: number,
  { isInFlight, failureCount, passedOver, now }: DequeueContext,
): JobItem[] {
  const dueItems: JobItem[] = []
  const window = count + passedOver
  const addFrom = (rows: SqlRow[]) => {
    const free = rows.map(toJobItem).filter((item) => !isInFlight(item))
    free.sort((a, b) => failureCount(a) - failureCount(b) || a.position - b.position)
    dueItems.push(...free.slice(0, count - dueItems.length))
  }
  addFrom(
    sql.all(
      `SELECT * FROM items WHERE kind = ? AND job IS NULL AND ${isAllowed} AND ${dequeuable} ORDER BY position LIMIT ?`,
      kind,
      now,
      window,
    ),
  )
  if (dueItems.length === count) return dueItems
  for (const { id } of activeJobs(sql, kind, now)) {
    addFrom(
      sql.all(
        `SELECT * FROM items WHERE kind = ? AND job = ? AND ${ofActiveJob} AND ${dequeuable} ORDER BY position LIMIT ?`,
        kind,
        id!,
        now,
        now,
        window,
      ),
    )
    if (dueItems.length === count) break
  }
  return dueItems
}

function activeJobs(sql: Sql, kind: string, now: number) {
  return sql.all(
    `SELECT id FROM jobs WHERE kind = ?1 AND EXISTS (
       SELECT 1 FROM items WHERE kind = ?1 AND job = jobs.id AND state IN ${waitingStates} AND ${ofActiveJob.replace('?', '?2')})
     ORDER BY id`,
    kind,
    now,
  )
}
