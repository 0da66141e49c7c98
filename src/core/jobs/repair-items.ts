import type { Sql, SqlRow } from '../platform/sqlite/sql.ts'
import { maxStored, nextIdSql, readersOf } from '../platform/sqlite/stored-row.ts'
import { finishedStatesSql, nextPositionSql, nextSql } from './schema.ts'

/** What replaces a number in an edited row that Latchkey can't have written. `?1` is the current time. */
const replacements = {
  job: 'NULL',
  step: 'NULL',
  irreversible: '1',
  lane: 'NULL',
  target: 'NULL',
  note: '0',
  created: '?1',
  due: '?1',
  not_before: '?1',
  expires: 'NULL',
  position: nextPositionSql,
  attempts: '0',
  checks: '0',
  accepted: '0',
  first_request: 'NULL',
  last_answer: 'NULL',
  finished: '?1',
} as const

const isStorable = (column: string) =>
  `coalesce(${column}, 0) BETWEEN -${maxStored} AND ${maxStored}`
const changes = Object.entries(replacements).map(
  ([column, replacement]) => `${column} = iif(${isStorable(column)}, ${column}, ${replacement})`,
)
const isIntact = ['id', ...Object.keys(replacements)].map(isStorable).join(' AND ')

/** Whether `repairItems` would change a row. */
export function isOutOfRange(row: SqlRow): boolean {
  const { number, isDamaged } = readersOf(row)
  for (const column of ['id', ...Object.keys(replacements)]) number(column)
  return isDamaged()
}

/**
 * Repairs items with numbers beyond those that Latchkey writes, which would keep it from reading, sorting, and adding
 * others. Unfinished ones get unreadable parameters, so that they end as damaged when it's their turn. Returns whether
 * there were any.
 */
export function repairItems(sql: Sql, now: number): boolean {
  return sql.transaction(() => {
    const damaged = sql.all(`SELECT CAST(id AS TEXT) AS id FROM items WHERE NOT (${isIntact})`)
    for (const { id } of damaged) {
      sql.run(
        `UPDATE items SET id = iif(${isStorable('id')}, id, ${nextIdSql('items')}), ${changes.join(', ')},
           parameters = iif(state IN ${finishedStatesSql}, parameters, 'damaged ' || coalesce(parameters, '')),
           state = ${nextSql('repair')}
         WHERE id = ?2`,
        now,
        id!,
      )
    }
    return damaged.length > 0
  })
}
