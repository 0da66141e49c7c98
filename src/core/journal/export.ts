import type { JournalEntry } from '../../shared/app/journal.ts'
import { csvOf } from '../csv.ts'

const columns: Record<string, (entry: JournalEntry) => unknown> = {
  at: ({ at }) => timeOf(at),
  instance: ({ instance }) => instance,
  actor_id: ({ actor }) => actor.id,
  actor: ({ actor }) => actor.username,
  action: ({ action }) => action,
  target_id: ({ target }) => target?.id,
  target: ({ target }) => target?.username,
  fields: ({ fields }) => fields.join(' '),
  reason: ({ reason }) => reason,
  before: ({ before }) => before,
  after: ({ after }) => after,
  outcome: ({ outcome }) => outcome,
  answer: ({ answer }) => answer,
}

/** Entries as a file: a table that no spreadsheet takes for formulas, or JSON. Times are in UTC. */
export function exported(entries: readonly JournalEntry[], format: 'csv' | 'json'): string {
  if (format === 'json') {
    const shown = entries.map((entry) => ({ ...entry, at: timeOf(entry.at) }))
    return `${JSON.stringify(shown, null, 2)}\n`
  }
  const rows = entries.map((entry) =>
    Object.values(columns).map((column) => String(column(entry) ?? '')),
  )
  return csvOf([Object.keys(columns), ...rows])
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
