import type { Sql } from '../platform/sqlite/sql.ts'
import type { Job, JobItem } from './job-kind.ts'
import type { JobRunner } from './job-runner.ts'
import { measurePace } from './job-summary.ts'
import { openStatesSql } from './schema.ts'

// What a job or an item waits for although nothing stops it: others that are sent first.

/** How a job stands among the others that have something to send. */
interface JobTurn {
  /** The job that it waits for, and how long (ms), if that is known. */
  waitsFor?: { run: number; ms?: number }
  /** Whether other jobs have something to send, too, and it isn't ahead of them. */
  canGoFirst: boolean
}

/** Undefined if the job has nothing to send now. */
export function turnOf(
  { sql, runner }: { sql: Sql; runner: JobRunner },
  { id, starts, isFirst }: Job,
  now: number,
): JobTurn | undefined {
  const places = runner.places()
  const { waiting, inUse } = places
  if (!waiting.some(({ key }) => key === id)) return undefined
  const isOtherJob = (key: number | string): key is number => typeof key === 'number' && key !== id
  const canGoFirst = !isFirst && waiting.some(({ key }) => isOtherJob(key))
  const isActive = inUse.some(({ key }) => key === id) || measurePace(sql, { id, starts }, now) > 0
  const ahead = inUse.map(({ key }) => key).find(isOtherJob)
  if (isActive || ahead === undefined) return { canGoFirst }
  const jobs = new Set([...inUse, ...waiting].map(({ key }) => key).filter(isOtherJob))
  const pace = [...jobs].reduce(
    (sum, job) => sum + measurePace(sql, { id: job, starts: 0 }, now),
    0,
  )
  const ms = pace > 0 ? (runner.placesBefore(id) / pace) * 1000 : undefined
  return { canGoFirst, waitsFor: { run: ahead, ...(ms !== undefined && { ms }) } }
}

/** The job whose open action on the same user is before this item, so that the item waits for it. */
export function jobAhead(sql: Sql, { id, job }: Pick<JobItem, 'id' | 'job'>): number | undefined {
  const row = sql.one<{ job: number | null }>(
    `SELECT earlier.job FROM items JOIN items AS earlier ON earlier.lane = items.lane
       AND earlier.position < items.position AND earlier.state IN ${openStatesSql}
     WHERE items.id = ? ORDER BY earlier.position LIMIT 1`,
    id,
  )
  return row?.job === null || row?.job === job ? undefined : row?.job
}
