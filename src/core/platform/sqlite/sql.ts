import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

export type SqlRow = Record<string, SQLOutputValue>
type Values = readonly SQLInputValue[]

/** Filters produce many different statements. */
const maxPrepared = 200

/**
 * Runs SQL, preparing each statement only once. A number beyond JavaScript's is returned as text: only an edited file
 * has one, and it must not hide the other rows.
 */
export class Sql {
  readonly database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.database = database
  }

  /** The first row, if there is one. */
  one<Row = SqlRow>(sql: string, ...values: Values): Row | undefined {
    return this.#read(sql, (statement) => {
      const row = statement.get(...values)
      return row && [row]
    })?.[0] as Row | undefined
  }

  all<Row = SqlRow>(sql: string, ...values: Values): Row[] {
    return this.#read(sql, (statement) => statement.all(...values)) as Row[]
  }

  /** Iterates over the rows; the database must not be changed in the meantime. */
  *each(sql: string, ...values: Values): Iterable<SqlRow> {
    for (const row of this.#exact(sql).iterate(...values)) yield toSafeRow(row)
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

  #read<Rows extends SqlRow[] | undefined>(
    sql: string,
    read: (statement: StatementSync) => Rows,
  ): SqlRow[] | Rows {
    try {
      return read(this.#statement(sql))
    } catch (error) {
      // guard: huge-numbers
      if ((error as NodeJS.ErrnoException).code === 'ERR_OUT_OF_RANGE')
        return read(this.#exact(sql))?.map(toSafeRow) ?? []
      throw error
    }
  }

  /** A statement that also reads numbers beyond JavaScript's. It is slower. */
  #exact(sql: string): StatementSync {
    const statement = this.database.prepare(sql)
    statement.setReadBigInts(true)
    return statement
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

function toSafeRow(row: SqlRow): SqlRow {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'bigint') continue
    const number = Number(value)
    row[name] = Number.isSafeInteger(number) ? number : String(value)
  }
  return row
}
