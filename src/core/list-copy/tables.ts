import type { Sql } from '../platform/sqlite/sql.ts'

/** Rows verified per batch, which takes a few milliseconds. */
const batchSize = 400

/** The file's size in bytes. */
export function fileBytes(sql: Sql): number {
  const [count, size] = ['page_count', 'page_size'].map((name) =>
    Number(sql.one(`PRAGMA ${name}`)![name]),
  )
  return count! * size!
}

/** Verifies all rows of a table in steps of a few milliseconds. `verify` throws if a row is damaged. */
export function* verifyTable<Row extends Record<Key, number>, Key extends string>(
  sql: Sql,
  { table, key, verify }: { table: string; key: Key; verify(row: Row): unknown },
): Iterable<void> {
  const query = `SELECT * FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${batchSize}`
  // A damaged ID could be any number.
  let last: number | undefined = -Infinity
  while (last !== undefined) {
    const rows: Row[] = sql.all<Row>(query, last)
    for (const row of rows) verify(row)
    last = rows.at(-1)?.[key]
    yield
  }
}
