import type { SqlRow } from './sql.ts'

/** The largest number in a row that Latchkey wrote: the last time (ms since 1970) of JavaScript. */
export const maxStored = 8_640_000_000_000_000

/** Whether numbers are those of rows that Latchkey wrote, as SQL for a `CHECK`, which is checked when a file is opened. */
export function inRangeSql(...columns: string[]): string {
  return columns
    .map((column) => `coalesce(${column}, 0) BETWEEN -${maxStored} AND ${maxStored}`)
    .join(' AND ')
}

/** Whether a text is one of these, as SQL for a `CHECK`. */
export function oneOfSql(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`
}

/**
 * The ID of the next row of a table with `AUTOINCREMENT`, as SQL. SQLite's own would follow an ID or counter of an
 * edited file, and inserts nothing after the highest.
 */
export function nextIdSql(table: string): string {
  return `(SELECT 1 + max(
    coalesce((SELECT max(id) FROM ${table} WHERE id < ${maxStored}), 0),
    coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = '${table}' AND seq < ${maxStored}), 0)))`
}

/** A value in a column with JSON, as SQL; NULL if the column was edited so that it isn't JSON, which `->>` rejects. */
export function jsonSql(column: string, path: string): string {
  // guard: json-column
  return `iif(json_valid(${column}), ${column} ->> '${path}', NULL)`
}

/** Readers for the columns of a row that may have been edited or damaged. A value that can't be read is undefined. */
export function readersOf(row: SqlRow) {
  let isDamaged = false
  const damaged = () => void (isDamaged = true)
  return {
    text: (name: string) => (row[name] === null ? undefined : String(row[name])),
    number(name: string): number | undefined {
      const value = row[name]
      if (value === null) return undefined
      return typeof value === 'number' && Math.abs(value) <= maxStored ? value : damaged()
    },
    json(name: string): unknown {
      if (row[name] === null) return undefined
      try {
        return JSON.parse(String(row[name]))
      } catch {
        return damaged()
      }
    },
    /** Whether a value couldn't be read. */
    isDamaged: () => isDamaged,
  }
}
