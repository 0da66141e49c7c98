import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { Clock } from '../platform/time/clock.ts'
import { JobStore, changeBatchSize } from './job-store.ts'
import { persist } from './persist.ts'
import { cancellableStates, heldStates, holdSql } from './schema.ts'

export interface CancelledItem {
  id: number
  kind: string
  target: number | null
}

/** What to cancel: single items and these jobs' items, up to a position. */
interface Scope {
  kinds: readonly string[]
  jobs: readonly number[]
  upTo: number
  onlyHeld: boolean
}

/**
 * Stops all jobs of these kinds, then cancels their items and the single ones, or only those on hold, in batches to keep the
 * process responsive. The last batch is empty.
 */
export async function* cancelInBatches(
  sql: Sql,
  { kinds, onlyHeld }: Pick<Scope, 'kinds' | 'onlyHeld'>,
  clock: Pick<Clock, 'now'>,
  isClosed: () => boolean,
): AsyncGenerator<CancelledItem[]> {
  const stopped = persist(() => stopAllJobs(sql, kinds, onlyHeld, clock.now()))
  const scope = { kinds, onlyHeld, ...stopped }
  for (let count = 1; count > 0 && !isClosed();) {
    const items = persist(() => cancelNext(sql, scope, clock.now()))
    yield items
    count = items.length
    await yieldToEventLoop()
  }
}

/** Stops all unfinished jobs of these kinds, or only those on hold. */
function stopAllJobs(
  sql: Sql,
  kinds: readonly string[],
  onlyHeld: boolean,
  now: number,
): Pick<Scope, 'jobs' | 'upTo'> {
  return sql.transaction(() => {
    const open = sql.all<{ id: number; kind: string }>(
      `SELECT id, kind FROM jobs WHERE kind IN (SELECT value FROM json_each(?)) AND state <> 'cancelled'
         AND (starts IS NULL OR EXISTS (SELECT 1 FROM items WHERE job = jobs.id AND state IN ${heldStates}))
         ${onlyHeld ? 'AND hold IS NOT NULL' : ''}`,
      JSON.stringify(kinds),
    )
    for (const { id, kind } of open) new JobStore(sql, kind).stopJob(id, now)
    const { last } = sql.one<{ last: number | null }>('SELECT max(position) AS last FROM items')!
    return { jobs: open.map(({ id }) => id), upTo: last ?? 0 }
  })
}

/** Cancels the next batch of items, in queue order. Returns an empty list when none remain. */
function cancelNext(
  sql: Sql,
  { kinds, jobs, upTo, onlyHeld }: Scope,
  now: number,
): CancelledItem[] {
  return sql.transaction(() => {
    const items = sql.all<{ id: number; kind: string; target: number | null }>(
      `SELECT id, kind, target FROM items
       WHERE kind IN (SELECT value FROM json_each(?)) AND state IN ${cancellableStates} AND position <= ? AND iif(job IS NULL,
         state IN ${pendingStates} ${onlyHeld ? `AND ${holdSql} IS NOT NULL` : ''}, job IN (SELECT value FROM json_each(?)))
       ORDER BY position LIMIT ${changeBatchSize}`,
      JSON.stringify(kinds),
      upTo,
      JSON.stringify(jobs),
    )
    sql.run(
      `UPDATE items SET state = 'cancelled', finished = ? WHERE id IN (SELECT value FROM json_each(?))`,
      now,
      JSON.stringify(items.map(({ id }) => id)),
    )
    return items
  })
}

/** States of unsent items that don't need a decision. */
const pendingStates = `('scheduled', 'undoable', 'ready')`
