import type { BulkRun } from '../../../../shared/app/bulk.ts'
import { toCsvLines, toCsv } from '../../../infra/files/csv.ts'
import { localDay } from '../../../infra/time/local-day.ts'
import { createTimeSlicer } from '../../../infra/time/time-slicer.ts'
import { formatStoredFailure } from '../stored-failure.ts'
import type { Sql } from '../../../infra/sqlite/sql.ts'
import { type ActionRow, toActionRow } from '../queue-store.ts'

const columns: Record<string, (row: ActionRow) => string | number | undefined> = {
  id: ({ target }) => target.id,
  username: ({ target }) => target.username,
  name: ({ target }) => target.name,
  action: ({ action }) => action,
  before: ({ before, target }) => before ?? target.state,
  after: ({ after }) => after,
  outcome: ({ state }) => state,
  answer: ({ failure }) => failure && formatStoredFailure(failure).message,
  reason: ({ reason }) => reason,
  finished: ({ finished }) => finished && new Date(finished).toISOString(),
}

const rowsAtOnce = 500

/** A line for each user of a run, in the order in which they were queued. Times are in UTC. */
export async function createReport(
  sql: Sql,
  { id, action, plan, created }: BulkRun,
  format: 'csv' | 'json',
): Promise<{ filename: string; text: string }> {
  const day = localDay(created)
  const filename = `${plan ? 'plan' : action}-${day}-run-${id}.${format}`
  const pause = createTimeSlicer()
  const parts: string[] = []
  for (const rows of readPages(sql, id)) {
    parts.push(format === 'csv' ? toCsvLines(rows.map(toCells)) : rows.map(toJson).join(''))
    await pause()
  }
  const text = parts.join('')
  if (format === 'csv') return { filename, text: toCsv([Object.keys(columns)]) + text }
  return { filename, text: text === '' ? '[]\n' : `[${text.slice(1)}\n]\n` }
}

function* readPages(sql: Sql, run: number): Iterable<ActionRow[]> {
  for (let after = 0; ;) {
    const rows = sql
      .all(
        `SELECT * FROM actions WHERE run = ? AND id > ? ORDER BY id LIMIT ${rowsAtOnce}`,
        run,
        after,
      )
      .map(toActionRow)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.id
  }
}

function toCells(row: ActionRow): string[] {
  return Object.values(columns).map((column) => String(column(row) ?? ''))
}

function toJson(row: ActionRow): string {
  const values = Object.entries(columns).map(([name, column]) => [name, column(row)] as const)
  return `,\n  ${JSON.stringify(Object.fromEntries(values))}`
}
