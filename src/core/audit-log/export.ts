import type { AuditLogEntry } from '../../shared/app/audit-log.ts'
import { auditActionLabel, auditFieldLabel, changeMessage } from '../../shared/audit-labels.ts'
import { toCsv, toCsvLines } from '../infra/files/csv.ts'
import { textOf } from '../infra/messages.ts'
import { sha256 } from './chain.ts'

/** An entry with its part of the chain. */
interface ExportedEntry {
  entry: AuditLogEntry
  previousHash: string
  hash: string
  /** What was hashed. */
  record: string
}

interface ExportOptions {
  format: 'csv' | 'json'
  /** Whether no entry was left out by a filter. */
  isWhole: boolean
  /** Of the whole log. */
  lastHash: string
}

/** The last line of an export. */
interface ExportEnd {
  entries: number
  isWhole: boolean
  lastHash: string
  /** Hash of the first line. */
  head: string
}

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

const chainColumns = ['previous_hash', 'hash', 'record', 'line_hash']

/**
 * Entries as a file, which `verify-export.ts` checks: a table for people with the texts of the screen, which no spreadsheet runs as
 * formulas; or JSON for programs, with the names of operations and fields. Times are in UTC. Each line is sealed with its own hash,
 * because the chain has what is stored, which is not what is shown.
 */
export function formatExport(entries: readonly ExportedEntry[], options: ExportOptions): string {
  return options.format === 'csv' ? formatCsv(entries, options) : formatJson(entries, options)
}

function formatCsv(entries: readonly ExportedEntry[], options: ExportOptions): string {
  const head = toCsv([[...Object.keys(columns), ...chainColumns]]).slice(0, -2)
  const lines = entries.map(({ entry, previousHash, hash, record }) => {
    const cells = Object.values(columns).map((column) => String(column(entry) ?? ''))
    return [...cells, previousHash, hash, record]
  })
  const { lastHash } = options
  const end = JSON.stringify(toEnd(entries, head, options))
  lines.push([...Object.keys(columns).map(() => ''), '', lastHash, end])
  const sealed = lines.map((cells) => {
    const line = toCsvLines([cells]).slice(0, -2)
    return `${line},${sha256(line)}\r\n`
  })
  return `${head}\r\n${sealed.join('')}`
}

const jsonHead = '{"entries":['
/** What the last line of JSON begins with. */
export const jsonEnd = '],"end":'

function formatJson(entries: readonly ExportedEntry[], options: ExportOptions): string {
  const lines = entries.map(({ entry, ...chain }, nth) => {
    const line = sealJson({ ...entry, at: formatTime(entry.at), ...chain })
    return nth === entries.length - 1 ? `${line}\n` : `${line},\n`
  })
  const end = sealJson(toEnd(entries, jsonHead, options))
  return `${jsonHead}\n${lines.join('')}${jsonEnd}${end}}\n`
}

function sealJson(value: object): string {
  const open = JSON.stringify(value).slice(0, -1)
  return `${open},"lineHash":"${sha256(open)}"}`
}

function toEnd(
  { length }: readonly ExportedEntry[],
  head: string,
  { isWhole, lastHash }: ExportOptions,
): ExportEnd {
  return { entries: length, isWhole, lastHash, head: sha256(head) }
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
