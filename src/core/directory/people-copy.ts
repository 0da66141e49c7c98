import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { AdminListUser } from '../../shared/service/user-fields.ts'
import { type PersonRow, rowColumns, rowOf } from './person-row.ts'

/** One condition on people, as SQL with its values. */
export type Condition = readonly [sql: string, ...values: SQLInputValue[]]

/** By what a list is ordered; who has nothing there comes last, and the id decides between equals. */
export interface SqlOrder {
  /** A column or an expression of columns. */
  by: string
  direction: 'asc' | 'desc'
  mayBeNull: boolean
}

/** How far the reading of a copy is. */
export interface CopyProgress {
  /** When the last whole reading ended, in milliseconds since 1970. */
  asOf: number | undefined
  /** When the reading began that has not come to its end. */
  began: number | undefined
  /** What asks for its next page. */
  cursor: string | undefined
}

/** The list of one account, in tables of its own. Every change is one transaction. */
export class PeopleCopy {
  readonly #database: DatabaseSync
  readonly #slot: number
  readonly #statements = new Map<string, StatementSync>()
  #count: number | undefined
  #version = 0

  constructor(database: DatabaseSync, slot: number) {
    this.#database = database
    this.#slot = slot
    database.exec(schemaOf(slot))
  }

  static drop(database: DatabaseSync, slot: number): void {
    database.exec(
      `BEGIN;
       DROP TABLE IF EXISTS people_${slot}; DROP TABLE IF EXISTS found_${slot}; DROP TABLE IF EXISTS seen_${slot};
       DELETE FROM copies WHERE slot = ${slot};
       COMMIT`,
    )
  }

  /** Changes whenever the rows do. */
  get version(): number {
    return this.#version
  }

  /** The table in which words of three letters and more are looked up. */
  get foundTable(): string {
    return `found_${this.#slot}`
  }

  progress(): CopyProgress {
    const row = this.#get('SELECT as_of, began, cursor FROM copies WHERE slot = ?', this.#slot)!
    return {
      asOf: (row.as_of as number | null) ?? undefined,
      began: (row.began as number | null) ?? undefined,
      cursor: (row.cursor as string | null) ?? undefined,
    }
  }

  /** Begins a reading from the first page. */
  begin(now: number): void {
    this.#transaction(() => {
      this.#run(`DELETE FROM seen_${this.#slot}`)
      this.#run(`UPDATE copies SET began = ?, cursor = NULL WHERE slot = ?`, now, this.#slot)
    })
  }

  /**
   * Takes over a page and where the next one begins; who is in `newer` is known better already. Answers how many were not seen
   * before in this reading.
   */
  storePage(
    users: readonly AdminListUser[],
    next: string | undefined,
    newer: ReadonlySet<number>,
  ): number {
    return this.#transaction(() => {
      const fresh = users.filter(({ id }) => this.#see(id)).length
      for (const user of users) if (!newer.has(user.id)) this.#write(rowOf(user))
      this.#run('UPDATE copies SET cursor = ? WHERE slot = ?', next ?? null, this.#slot)
      return fresh
    })
  }

  /** How many people the reading has seen so far. */
  seen(): number {
    return this.#get(`SELECT count(*) AS count FROM seen_${this.#slot}`)!.count as number
  }

  /** Ends a reading that came to the last page: who was not seen in it is there no more. */
  finish(now: number): void {
    this.#transaction(() => {
      const gone = `id NOT IN (SELECT id FROM seen_${this.#slot})`
      this.#noteChanges(this.#run(`DELETE FROM people_${this.#slot} WHERE ${gone}`))
      this.#run(`DELETE FROM seen_${this.#slot}`)
      this.#run(
        'UPDATE copies SET as_of = ?, began = NULL, cursor = NULL WHERE slot = ?',
        now,
        this.#slot,
      )
    })
  }

  /** What speeds up the usual orders, one step each. Before the first whole reading it would only slow that down. */
  *buildIndexes(): Iterable<void> {
    for (const column of indexed) {
      yield this.#database.exec(
        `CREATE INDEX IF NOT EXISTS people_${this.#slot}_${column} ON people_${this.#slot} (${column})`,
      )
    }
    yield this.#database.exec('PRAGMA optimize')
  }

  /** Takes over somebody who was read by themselves; where that answer has no field, the row stays as it is. */
  put(user: AdminListUser): void {
    this.#transaction(() => {
      this.#see(user.id)
      this.#write(rowOf(user, this.row(user.id)))
    })
  }

  remove(id: number): void {
    this.#transaction(() => {
      this.#run(`DELETE FROM seen_${this.#slot} WHERE id = ?`, id)
      this.#noteChanges(this.#run(`DELETE FROM people_${this.#slot} WHERE id = ?`, id))
    })
  }

  row(id: number): PersonRow | undefined {
    return this.#get(`SELECT * FROM people_${this.#slot} WHERE id = ?`, id) as PersonRow | undefined
  }

  /** The rows of these people, in their order; who is not there is left out. */
  rows(ids: readonly number[]): PersonRow[] {
    const found = this.#statement(
      `SELECT * FROM people_${this.#slot} WHERE id IN (SELECT value FROM json_each(?))`,
    ).all(JSON.stringify(ids)) as unknown as PersonRow[]
    const byId = new Map(found.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }

  known(): number {
    this.#count ??= this.count([])
    return this.#count
  }

  /** Whether the rows tell who is an auditor. */
  knowsAuditors(): boolean {
    const sql = `SELECT 1 FROM people_${this.#slot} WHERE is_auditor IS NOT NULL LIMIT 1`
    return this.#get(sql) !== undefined
  }

  count(conditions: readonly Condition[]): number {
    const sql = `SELECT count(*) AS count FROM people_${this.#slot} ${where(conditions)}`
    return this.#get(sql, ...valuesOf(conditions))!.count as number
  }

  /** The ids of all who meet the conditions, in order. */
  ids(conditions: readonly Condition[], order: SqlOrder): Float64Array {
    if (!order.mayBeNull) return Float64Array.from(this.#ids(conditions, order))
    const isNull = `${order.by} IS NULL`
    return Float64Array.from([
      ...this.#ids([...conditions, [`NOT (${isNull})`]], order),
      ...this.#ids([...conditions, [isNull]], { ...order, by: 'id' }),
    ])
  }

  /** As one text, because a hundred thousand objects take ten times as long. */
  #ids(conditions: readonly Condition[], { by, direction }: SqlOrder): number[] {
    const { ids } = this.#get(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT id FROM people_${this.#slot} ${where(conditions)}
         ORDER BY ${by} ${direction}, id ${direction})`,
      ...valuesOf(conditions),
    ) as { ids: string }
    return JSON.parse(ids) as number[]
  }

  #see(id: number): boolean {
    return this.#run(`INSERT OR IGNORE INTO seen_${this.#slot} (id) VALUES (?)`, id) > 0
  }

  /** A row that is as it was is not written. */
  #write(row: PersonRow): void {
    const values = rowColumns.map((column) => row[column])
    this.#noteChanges(this.#run(upsert(this.#slot), row.id, ...values))
  }

  #noteChanges(changes: number): void {
    if (changes === 0) return
    this.#version += 1
    this.#count = undefined
  }

  #transaction<T>(act: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const value = act()
      this.#database.exec('COMMIT')
      return value
    } catch (error) {
      // On a full disk the transaction has ended by itself.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  #get(sql: string, ...values: SQLInputValue[]) {
    return this.#statement(sql).get(...values)
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    // Filters make many different ones.
    if (this.#statements.size >= 100) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }
}

const indexed = ['name_key', 'username_key', 'email_key', 'state', 'last_activity_on']

function schemaOf(slot: number): string {
  const people = `people_${slot}`
  const found = `found_${slot}`
  const keys = 'name_key, username_key, email_key'
  const ofOld = `INSERT INTO ${found} (${found}, rowid, ${keys})
    VALUES ('delete', old.id, old.name_key, old.username_key, old.email_key);`
  const ofNew = `INSERT INTO ${found} (rowid, ${keys})
    VALUES (new.id, new.name_key, new.username_key, new.email_key);`
  return `CREATE TABLE IF NOT EXISTS ${people} (id INTEGER PRIMARY KEY, ${rowColumns.join(', ')});
    CREATE TABLE IF NOT EXISTS seen_${slot} (id INTEGER PRIMARY KEY);
    CREATE VIRTUAL TABLE IF NOT EXISTS ${found} USING fts5(
      ${keys}, content = '${people}', content_rowid = 'id', tokenize = 'trigram case_sensitive 1');
    CREATE TRIGGER IF NOT EXISTS ${people}_insert AFTER INSERT ON ${people} BEGIN ${ofNew} END;
    CREATE TRIGGER IF NOT EXISTS ${people}_delete AFTER DELETE ON ${people} BEGIN ${ofOld} END;
    CREATE TRIGGER IF NOT EXISTS ${people}_update AFTER UPDATE ON ${people}
      WHEN (old.name_key, old.username_key, old.email_key)
        IS NOT (new.name_key, new.username_key, new.email_key)
      BEGIN ${ofOld} ${ofNew} END`
}

function upsert(slot: number): string {
  const marks = rowColumns.map(() => '?').join()
  const excluded = rowColumns.map((column) => `excluded.${column}`)
  const own = rowColumns.map((column) => `people_${slot}.${column}`)
  return `INSERT INTO people_${slot} (id, ${rowColumns.join()}) VALUES (?, ${marks})
    ON CONFLICT (id) DO UPDATE SET ${rowColumns.map((column) => `${column} = excluded.${column}`).join()}
    WHERE (${own.join()}) IS NOT (${excluded.join()})`
}

function where(conditions: readonly Condition[]): string {
  if (conditions.length === 0) return ''
  return `WHERE ${conditions.map(([sql]) => `(${sql})`).join(' AND ')}`
}

function valuesOf(conditions: readonly Condition[]): SQLInputValue[] {
  return conditions.flatMap(([, ...values]) => values)
}
