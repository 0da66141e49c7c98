import { createHash } from 'node:crypto'
import type { Sql, SqlRow } from '../infra/sqlite/sql.ts'

/** What the first entry of a chain has in the place of the hash before it. */
export const chainStart = '0'.repeat(64)

/** What is hashed: everything that is stored, as it is stored, but for what is derived from it. */
const recordedColumns = [
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

/** The stored values of an entry as JSON, without what a spreadsheet takes for the end of a cell or for a formula. */
export function recordOf(row: SqlRow): string {
  const values = recordedColumns.map((column) => [column, row[column]] as const)
  return JSON.stringify(Object.fromEntries(values.filter(([, value]) => value !== null)))
    .replaceAll(';', String.raw`\u003b`)
    .replaceAll('=', String.raw`\u003d`)
}

/** The hash of an entry, which depends on all entries before it. */
export function entryHash(previous: string, record: string): string {
  return sha256(`${previous}\n${record}`)
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Adds a stored entry to the chain of its actor. The transaction keeps others from adding one meanwhile. */
export function chainEntry(sql: Sql, id: number): void {
  // As SQLite returns it, which may differ from what it was given.
  const row = sql.one('SELECT * FROM audit_log WHERE id = ?', id)!
  const previous = hashBefore(sql, row)
  const hash = entryHash(previous, recordOf(row))
  sql.run('UPDATE audit_log SET prev = ?, hash = ? WHERE id = ?', previous, hash, id)
}

/** Adds the entries to the chains that an earlier version wrote, or that a recovery took from a file of an earlier version. */
export function chainEarlierEntries(sql: Sql): void {
  const find = 'SELECT id FROM audit_log WHERE hash IS NULL ORDER BY id'
  if (sql.one(`${find} LIMIT 1`) === undefined) return
  sql.transaction(() => {
    for (const { id } of sql.all(find)) chainEntry(sql, Number(id))
  })
}

/** Entries before which others are missing, or that were changed, by chain; `actor` is the first of them. */
export function findBreaks(sql: Sql): Map<string, { actor: SqlRow; ids: number[] }> {
  const last = new Map<string, unknown>()
  const breaks = new Map<string, { actor: SqlRow; ids: number[] }>()
  for (const row of sql.each('SELECT * FROM audit_log ORDER BY id')) {
    const chain = JSON.stringify([row['instance'], row['actor_id']])
    const { prev, hash } = row
    const isLinked = prev === (last.get(chain) ?? chainStart)
    if (!isLinked || hash !== entryHash(String(prev), recordOf(row))) {
      const found = breaks.get(chain) ?? { actor: row, ids: [] }
      found.ids.push(Number(row['id']))
      breaks.set(chain, found)
    }
    last.set(chain, hash)
  }
  return breaks
}

/** The last hash of an actor's chain. */
export function lastHash(sql: Sql, instance: string, actor: number): string {
  return hashBefore(sql, { instance, actor_id: actor, id: Number.MAX_SAFE_INTEGER })
}

function hashBefore(sql: Sql, { instance, actor_id: actor, id }: SqlRow): string {
  // In the order of IDs: nearly all files have one actor, so the first row that is looked at is the one.
  const row = sql.one(
    `SELECT hash FROM audit_log NOT INDEXED
     WHERE instance = ? AND actor_id = ? AND id < ? ORDER BY id DESC LIMIT 1`,
    instance!,
    actor!,
    id!,
  )
  return typeof row?.['hash'] === 'string' ? row['hash'] : chainStart
}
