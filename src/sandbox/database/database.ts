import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type SQLInputValue, type StatementSync, DatabaseSync } from 'node:sqlite'

/** SQLite with cached prepared statements. Callers assert the row types, because the schema is ours. */
export interface Database {
  /** The first row, if any. */
  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  /** Row count of a query that starts at `FROM`. */
  count(from: string, ...values: SQLInputValue[]): number
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Inserts a row and returns its id, if it has one. Fails on a conflict by default. */
  insert(table: string, row: object, onConflict?: 'REPLACE' | 'IGNORE'): number
  /** Runs several statements without parameters. */
  execute(sql: string): void
  /** Runs a function in a transaction. */
  transaction<T>(work: () => T): T
  close(): void
}

/** Opens `sandbox.db` in a folder, creating both if missing, or an in-memory database. */
export function openDatabase(data: string): Database {
  const db = new DatabaseSync(data === ':memory:' ? data : fileIn(data))
  // Acknowledged writes must survive a process or machine crash.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
  const statements = new Map<string, StatementSync>()

  function statement(sql: string): StatementSync {
    let cached = statements.get(sql)
    if (!cached) statements.set(sql, (cached = db.prepare(sql)))
    return cached
  }

  return {
    one: <Row>(sql: string, ...values: SQLInputValue[]) =>
      statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    count: (from, ...values) =>
      Number(statement(`SELECT count(*) AS count ${from}`).get(...values)!['count']),
    insert(table, row, onConflict) {
      const names = Object.keys(row)
      const or = onConflict ? ` OR ${onConflict}` : ''
      const sql = `INSERT${or} INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`
      return Number(statement(sql).run(...Object.values(row)).lastInsertRowid)
    },
    run(sql, ...values) {
      return Number(statement(sql).run(...values).changes)
    },
    execute: (sql) => db.exec(sql),
    transaction(work) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const value = work()
        db.exec('COMMIT')
        return value
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    close: () => db.close(),
  }
}

function fileIn(folder: string): string {
  mkdirSync(folder, { recursive: true })
  return join(folder, 'sandbox.db')
}
