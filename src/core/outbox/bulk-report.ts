import type { BulkRun } from '../../shared/app/outbox.ts'
import { csvOf } from '../csv.ts'
import { type ActionRow, actionRow } from './rows.ts'
import type { Sql } from './sql.ts'

const columns: Record<string, (row: ActionRow) => string | number | undefined> = {
  id: ({ target }) => target.id,
  username: ({ target }) => target.username,
  name: ({ target }) => target.name,
  action: ({ action }) => action,
  before: ({ before, target }) => before ?? target.state,
  after: ({ after }) => after,
  outcome: ({ state }) => state,
  answer: ({ failure }) => failure?.message,
  reason: ({ reason }) => reason,
  finished: ({ finished }) => finished && new Date(finished).toISOString(),
}

/** A line for each person of a run, in the order in which they were queued. Times are in UTC. */
export function reportOf(
  sql: Sql,
  owner: number,
  { id, action, created }: BulkRun,
  format: 'csv' | 'json',
): { filename: string; text: string } {
  const rows = sql
    .all('SELECT * FROM actions WHERE owner = ? AND run = ? ORDER BY id', owner, id)
    .map(actionRow)
  const day = new Date(created).toISOString().slice(0, 10)
  const filename = `${action}-${day}-run-${id}.${format}`
  const lines = rows.map((row) =>
    Object.entries(columns).map(([name, column]) => [name, column(row)] as const),
  )
  if (format === 'json') {
    const text = `${JSON.stringify(lines.map(Object.fromEntries), null, 2)}\n`
    return { filename, text }
  }
  const cells = lines.map((line) => line.map(([, value]) => String(value ?? '')))
  return { filename, text: csvOf([Object.keys(columns), ...cells]) }
}
