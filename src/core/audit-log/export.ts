import { toCsv, toCsvLines } from '../platform/files/csv.ts'
import { type CanonicalEntry, type Scope, auditEntryFields } from './chain.ts'

/** Describes an export: the first line of a JSON file, or the file next to a CSV file. */
export interface ExportHead {
  scope: Scope
  count: number
  /** The hash of the newest entry, which covers the others and the scope. */
  lastHash: string
}

export interface ExportedEntry {
  entry: CanonicalEntry
  hash: string
}

export const csvColumns = [...auditEntryFields, 'hash'] as const
export const csvHeader = toCsv([csvColumns])

export const jsonHeadEnd = ',"entries":['
export const jsonEnd = ']}'

/** Newest entry first. `verify-export.ts` accepts no other formatting. */
export function formatJsonExport(head: ExportHead, entries: readonly ExportedEntry[]): string {
  const lines = entries.map((entry, nth) => formatJsonEntry(entry, nth === entries.length - 1))
  return joinJsonLines(head, lines)
}

/** A JSON export of formatted entries, newest first. */
export function joinJsonLines(head: ExportHead, lines: readonly string[]): string {
  return `${formatJsonHead(head)}\n${lines.map((line) => `${line}\n`).join('')}${jsonEnd}\n`
}

/** For spreadsheets; `formatHead` formats the file next to it. */
export function formatCsvExport(entries: readonly ExportedEntry[]): string {
  return csvHeader + entries.map(formatCsvEntry).join('')
}

export function formatHead({ scope, count, lastHash }: ExportHead): string {
  return `${JSON.stringify({ scope, count, lastHash })}\n`
}

export function formatJsonHead(head: ExportHead): string {
  return formatHead(head).replace(/\}\n$/, jsonHeadEnd)
}

export function formatJsonEntry({ entry, hash }: ExportedEntry, isOldest: boolean): string {
  return JSON.stringify({ ...entry, hash }) + (isOldest ? '' : ',')
}

export function formatCsvEntry({ entry, hash }: ExportedEntry): string {
  const cells = auditEntryFields.map((field) => formatCell(entry[field]))
  return toCsvLines([[...cells, hash]])
}

function formatCell(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
