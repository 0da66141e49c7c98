import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

export type SqlRow = Record<string, SQLOutputValue>
type Values = readonly SQLInputValue[]

/** Filters produce many different statements. */
const maxPrepared = 200

/** Runs SQL, preparing each statement only once. */
export class Sql {
  readonly database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  /** The first row, if there is one. */
  one<Row = SqlRow>(sql: string, ...values: Values): Row | undefined {
    return this.#statement(sql).get(...values) as Row | undefined
  }

  all<Row = SqlRow>(sql: string, ...values: Values): Row[] {
    return this.#statement(sql).all(...values) as Row[]
  }

  /** Iterates over the rows; the database must not be changed in the meantime. */
  each(sql: string, ...values: Values): Iterable<SqlRow> {
    return this.#statement(sql).iterate(...values)
  }

  /** Returns the number of changed rows and the last inserted row's ID. */
  run(sql: string, ...values: Values): { changes: number; id: number } {
    const { changes, lastInsertRowid } = this.#statement(sql).run(...values)
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  /** Runs the work atomically; durable on return if the database is `FULL`. */
  transaction<T>(work: () => T): T {
    this.database.exec('BEGIN IMMEDIATE')
    try {
      const value = work()
      this.database.exec('COMMIT')
      return value
    } catch (error) {
      // A full disk may already have ended the transaction.
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      throw error
    }
  }

  #statement(sql: string): StatementSync {
    const prepared = this.#prepared.get(sql)
    if (prepared) return prepared
    const statement = this.database.prepare(sql)
    if (this.#prepared.size >= maxPrepared) this.#prepared.clear()
    this.#prepared.set(sql, statement)
    return statement
  }
}
