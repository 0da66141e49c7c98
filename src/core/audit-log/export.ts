import type { AuditLogEntry } from '../../shared/app/audit-log.ts'
import { auditActionLabel, auditFieldLabel, changeMessage } from '../../shared/audit-labels.ts'
import { toCsv } from '../infra/files/csv.ts'
import { textOf } from '../infra/messages.ts'

const columns: Record<string, (entry: AuditLogEntry) => unknown> = {
  at: ({ at }) => formatTime(at),
  instance: ({ instance }) => instance,
  actor_id: ({ actor }) => actor.id,
  actor: ({ actor }) => actor.username,
  action: ({ action }) => textOf(auditActionLabel(action)),
  target_id: ({ target }) => target?.id,
  target: ({ target }) => target?.username,
  object: ({ object }) => object,
  fields: ({ fields }) => fields.map((field) => textOf(auditFieldLabel(field))).join('; '),
  changes: ({ changes }) => changes.map((change) => textOf(changeMessage(change))).join('; '),
  run: ({ run }) => run,
  reason: ({ reason }) => reason,
  before: ({ before }) => before,
  after: ({ after }) => after,
  outcome: ({ outcome }) => outcome,
  answer: ({ answer }) => answer,
}

/**
 * Entries as a file: a table for people with the texts of the screen, which no spreadsheet runs as formulas; or JSON for programs,
 * with the names of operations and fields. Times are in UTC.
 */
export function formatEntries(entries: readonly AuditLogEntry[], format: 'csv' | 'json'): string {
  if (format === 'json') {
    const items = entries.map((entry) => ({ ...entry, at: formatTime(entry.at) }))
    return `${JSON.stringify(items, null, 2)}\n`
  }
  const rows = entries.map((entry) =>
    Object.values(columns).map((column) => String(column(entry) ?? '')),
  )
  return toCsv([Object.keys(columns), ...rows])
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
