import { createHash } from 'node:crypto'
import { attempt } from '../platform/ignore-errors.ts'
import type { Sql, SqlRow } from '../platform/sqlite/sql.ts'

/** The fields shown in an export and covered by an entry's hash, in this order. */
export const auditEntryFields = [
  'id',
  'at',
  'instance',
  'actor_id',
  'actor',
  'action',
  'target_id',
  'target',
  'object',
  'fields',
  'changes',
  'run',
  'reason',
  'before',
  'after',
  'outcome',
  'answer',
] as const

/** An entry's canonical form, which has exactly one JSON representation. */
export type CanonicalEntry = Partial<Record<(typeof auditEntryFields)[number], unknown>>

/** An account's complete log, or a selection's filter. */
export type Scope = 'whole' | Readonly<Record<string, string | number>>

/** Sorts fields, dropping empty and unknown ones. */
export function toCanonical(values: Readonly<Record<string, unknown>>): CanonicalEntry {
  const entry: CanonicalEntry = {}
  for (const field of auditEntryFields) if (!isEmpty(values[field])) entry[field] = values[field]
  return entry
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || isEmptyList(value)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** A stored entry's canonical form. Never throws, because the file may be damaged. */
export function storedEntry(row: SqlRow): CanonicalEntry {
  const [fields, changes, answer] = [row['fields'], row['changes'], row['answer']].map(parseNested)
  return toCanonical({ ...row, at: formatTime(Number(row['at'])), fields, changes, answer })
}

/** Parses a JSON list or object; returns any other value unchanged. */
export function parseNested(value: unknown): unknown {
  const isNested = typeof value === 'string' && /^[[{]/.test(value)
  return isNested ? (attempt(() => JSON.parse(value) as unknown) ?? value) : value
}

function formatTime(milliseconds: number): string {
  return attempt(() => new Date(milliseconds).toISOString()) ?? String(milliseconds)
}

const wholeStart = '0'.repeat(64)

/**
 * The hash before the oldest entry. A selection starts with a different hash from the complete log, so neither can pass
 * for the other.
 */
export function chainStart(scope: Scope): string {
  // guard: audit-log-scope
  return scope === 'whole' ? wholeStart : sha256(JSON.stringify(scope))
}

/** An entry's hash, which covers all older entries through the previous hash. */
export function auditEntryHash(previous: string, entry: CanonicalEntry): string {
  return sha256(`${previous}\n${JSON.stringify(entry)}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Adds a stored entry to its actor's chain. The transaction keeps other processes from adding one at the same time. */
export function chainEntry(sql: Sql, id: number): void {
  // As returned by SQLite, which may differ from the stored value.
  const row = sql.one('SELECT * FROM audit_log WHERE id = ?', id)!
  // Ordered by ID: nearly all files have one actor, so the first row usually matches.
  const last = sql.one(
    `SELECT hash FROM audit_log NOT INDEXED
     WHERE instance = ? AND actor_id = ? AND id < ? ORDER BY id DESC LIMIT 1`,
    row['instance']!,
    row['actor_id']!,
    id,
  )
  const hash = auditEntryHash(String(last?.['hash'] ?? wholeStart), storedEntry(row))
  sql.run('UPDATE audit_log SET hash = ? WHERE id = ?', hash, id)
}

/** The table, with the hash of the actor's preceding entry as `previous`. */
export const chainedRows = `(
  SELECT *, lag(hash, 1, '${wholeStart}') OVER (PARTITION BY instance, actor_id ORDER BY id) AS previous FROM audit_log)`

/** A row's previous hash, if only some of the rows are read. Reads the rows between two of the same actor once. */
export const previousHash = `coalesce((
  SELECT hash FROM audit_log AS older NOT INDEXED
  WHERE older.instance = newer.instance AND older.actor_id = newer.actor_id AND older.id < newer.id
  ORDER BY id DESC LIMIT 1), '${wholeStart}')`

/** Whether a row with its `previous` hash is unchanged and still follows the same entry. */
export function isIntact(row: SqlRow, entry = storedEntry(row)): boolean {
  return row['hash'] === auditEntryHash(String(row['previous']), entry)
}

/** Entries that were changed or follow a missing entry, by chain; `actor` is the first of them. */
export function findBreaks(sql: Sql): Map<string, { actor: SqlRow; ids: number[] }> {
  const breaks = new Map<string, { actor: SqlRow; ids: number[] }>()
  for (const row of sql.each(`SELECT * FROM ${chainedRows} ORDER BY id`)) {
    if (isIntact(row)) continue
    const chain = JSON.stringify([row['instance'], row['actor_id']])
    const chainBreak = breaks.get(chain) ?? { actor: row, ids: [] }
    chainBreak.ids.push(Number(row['id']))
    breaks.set(chain, chainBreak)
  }
  return breaks
}
