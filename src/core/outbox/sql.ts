import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

export type SqlRow = Record<string, SQLOutputValue>
type Values = readonly SQLInputValue[]

/** SQLite with each statement prepared once. */
export class Sql {
  readonly database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  /** The first row, if there is one. */
  one(sql: string, ...values: Values): SqlRow | undefined {
    return this.#statement(sql).get(...values)
  }

  all(sql: string, ...values: Values): SqlRow[] {
    return this.#statement(sql).all(...values)
  }

  /** Row after row; the database must not be changed in between. */
  each(sql: string, ...values: Values): Iterable<SqlRow> {
    return this.#statement(sql).iterate(...values)
  }

  /** How many rows changed, and the id of the one that was inserted last. */
  run(sql: string, ...values: Values): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#statement(sql).run(...values)
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  /** All of it, on disk when this returns, or nothing of it. */
  transaction<T>(work: () => T): T {
    this.database.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      this.database.exec('COMMIT')
      return value
    } catch (error) {
      // A full disk may have ended it already.
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      throw error
    }
  }

  #statement(sql: string): StatementSync {
    let found = this.#prepared.get(sql)
    if (!found) this.#prepared.set(sql, (found = this.database.prepare(sql)))
    return found
  }
}
