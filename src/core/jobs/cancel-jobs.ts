import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { pendingStates } from '../../shared/rules/item-states.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { Clock } from '../platform/time/clock.ts'
import { JobStore, changeBatchSize } from './job-store.ts'
import { persist } from './persist.ts'
import { canSql, heldStatesSql, holdSql, listSql, nextSql } from './schema.ts'

export interface CancelledItem {
  id: number
  kind: string
  position: number
}

const cancelSql = `UPDATE items SET state = ${nextSql('cancel')}, finished = ?`
const cancelledColumns = 'RETURNING id, kind, position'

/**
 * Cancels the pending single items of these kinds and stops their unfinished jobs, in one transaction, so that nothing is
 * sent while `cancelRest` cancels the items of these jobs. `onlyHeld` omits those that aren't on hold. There are few single
 * items, because each of them was queued by hand.
 */
export function stopKinds(
  sql: Sql,
  kinds: readonly string[],
  onlyHeld: boolean,
  now: number,
): { items: CancelledItem[]; jobs: number[] } {
  const ofKinds = 'kind IN (SELECT value FROM json_each(?))'
  return sql.transaction(() => {
    const jobs = sql.all<{ id: number; kind: string }>(
      `SELECT id, kind FROM jobs WHERE ${ofKinds} AND state <> 'cancelled'
         AND (starts IS NULL OR EXISTS (SELECT 1 FROM items WHERE job = jobs.id AND state IN ${heldStatesSql}))
         ${onlyHeld ? 'AND hold IS NOT NULL' : ''}`,
      JSON.stringify(kinds),
    )
    for (const { id, kind } of jobs) new JobStore(sql, kind).stopJob(id, now)
    const items = sql.all<CancelledItem>(
      `${cancelSql} WHERE ${ofKinds} AND job IS NULL AND state IN ${listSql(pendingStates)}
         ${onlyHeld ? `AND ${holdSql} IS NOT NULL` : ''} ${cancelledColumns}`,
      now,
      JSON.stringify(kinds),
    )
    return { items, jobs: jobs.map(({ id }) => id) }
  })
}

/**
 * Cancels the items of stopped jobs in batches to keep the process responsive, except those queued later. Calls back after
 * each batch, and continues if that returns true.
 */
export async function cancelRest(
  sql: Sql,
  jobs: readonly number[],
  clock: Pick<Clock, 'now'>,
  onCancelled: (items: readonly CancelledItem[]) => boolean,
): Promise<void> {
  const { last } = sql.one<{ last: number | null }>('SELECT max(position) AS last FROM items')!
  for (const job of jobs) {
    for (let isMore = true; isMore;) {
      const items = persist(() =>
        sql.all<CancelledItem>(
          `${cancelSql} WHERE id IN (SELECT id FROM items WHERE job = ? AND ${canSql('cancel')} AND position <= ?
             LIMIT ${changeBatchSize}) ${cancelledColumns}`,
          clock.now(),
          job,
          last ?? 0,
        ),
      )
      await yieldToEventLoop()
      if (!onCancelled(items)) return
      isMore = items.length === changeBatchSize
    }
  }
}

/** Stopped jobs that still have items to cancel, because the process ended. */
export function partlyCancelledJobs(sql: Sql): number[] {
  const jobs = sql.all<{ id: number }>(
    `SELECT id FROM jobs WHERE state = 'cancelled' AND EXISTS (
       SELECT 1 FROM items WHERE job = jobs.id AND ${canSql('cancel')})`,
  )
  return jobs.map(({ id }) => id)
}
