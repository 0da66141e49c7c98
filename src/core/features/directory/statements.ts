import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Filters make many different ones. */
const mostKept = 100

/** A database with its statements prepared once. */
export class Statements {
  readonly database: DatabaseSync
  readonly #known = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  /** Answers how many rows were changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  get(sql: string, ...values: SQLInputValue[]) {
    return this.#statement(sql).get(...values)
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[]
  }

  /** All of it or nothing. */
  transaction<T>(act: () => T): T {
    this.database.exec('BEGIN IMMEDIATE')
    try {
      const value = act()
      this.database.exec('COMMIT')
      return value
    } catch (error) {
      // On a full disk the transaction has ended by itself.
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      throw error
    }
  }

  #statement(sql: string): StatementSync {
    const known = this.#known.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    if (this.#known.size >= mostKept) this.#known.clear()
    this.#known.set(sql, statement)
    return statement
  }
}
