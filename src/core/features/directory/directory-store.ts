import type { Database, SqlValue } from '../../infra/sqlite/database.ts'
import { Sql } from '../../infra/sqlite/sql.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { upsertUser } from './directory-schema.ts'
import type { ViewedActivity } from '../../../shared/viewed-activity.ts'
import { SearchTexts, type SearchedRow } from './search-texts.ts'
import { type StoredRow, markOf, storedValues, verified } from './stored-row.ts'
import { type UserRow, rowColumns, rowOf } from './user-row.ts'
import { type SyncProgress, ReadingRecord, type DatePartition } from './sync-state.ts'

/** One condition on people, as SQL with its values. */
export type Condition = readonly [sql: string, ...values: SqlValue[]]

/** By what a list is ordered; who has nothing there comes last, and the id decides between equals. */
export interface SqlOrder {
  /** A column or an expression of columns. */
  by: string
  direction: 'asc' | 'desc'
  mayBeNull: boolean
}

/** Rows that are verified in a few milliseconds. */
const verifiedAtOnce = 400

/** The list of one account. Every change is one transaction; a row that is as it was is not written. */
export class UserDirectory {
  /** What is known of the readings; not to be changed past this copy. */
  readonly record: ReadingRecord
  readonly texts: SearchTexts
  /** The users whose last activity is from “View as”, by ID: their rows have the one before it. */
  viewed: () => Readonly<Record<number, ViewedActivity>> = () => ({})
  readonly #sql: Sql
  #count: number | undefined
  #version = 0
  #soleVersion = 0

  constructor(database: Database) {
    this.#sql = new Sql(database)
    this.record = new ReadingRecord(this.#sql)
    this.texts = new SearchTexts((after, limit) => this.#searched(after, limit))
  }

  /** Changes whenever the rows do. */
  get version(): number {
    return this.#version
  }

  /** Changes whenever rows do in another way than by a page of a reading. */
  get soleVersion(): number {
    return this.#soleVersion
  }

  progress(): SyncProgress {
    return this.record.progress()
  }

  /** Begins to read everybody from the first page. */
  begin(now: number): void {
    this.#transaction(() => this.record.begin(now))
  }

  /**
   * Takes over a page of a window and where its next one begins; who is in `newer` is known better already. Answers how many
   * were not seen in this window before.
   */
  storePage(
    window: DatePartition,
    users: readonly AdminListUser[],
    newer: ReadonlySet<number>,
  ): number {
    return this.#transaction(() => {
      const { fresh } = this.record.see(users, window.number)
      this.#writeAll(users, newer)
      this.record.keep(window)
      return fresh
    })
  }

  /**
   * Ends a reading that came to its last page: who was not seen in it is there no more. Where entries could not be read, each of them
   * may be anybody who was not seen, so all of those stay until a reading tells who it is.
   */
  finish(now: number): void {
    this.#transaction(() => {
      if (this.record.progress().skipped === 0) this.#removeUnseen()
      this.record.end(now)
    })
    this.#soleVersion += 1
  }

  #removeUnseen(): void {
    const gone = 'FROM users WHERE id NOT IN (SELECT id FROM seen)'
    const ids = this.#sql.all<{ id: number }>(`SELECT id ${gone}`).map(({ id }) => id)
    if (ids.length === 0) return
    this.#sql.run(`DELETE ${gone}`)
    for (const id of ids) this.texts.delete(id)
    this.#changed(-ids.length)
  }

  /**
   * Takes over a page of those who changed last; `pass` is the number that `record.beginChanges` gave. Answers whether all of it
   * was known already, and not from a reading that broke off.
   */
  storeChanges(pass: number, users: readonly AdminListUser[], newer: ReadonlySet<number>): boolean {
    return this.#transaction(() => {
      const { elsewhere } = this.record.see(users, pass)
      const written = this.#writeAll(users, newer)
      return written + elsewhere === 0 && !users.some(({ id }) => newer.has(id))
    })
  }

  /** Takes over somebody who was read by themselves; where that answer has no field, the row stays as it is. */
  put(user: AdminListUser): void {
    this.#transaction(() => {
      this.record.seeOne(user.id)
      const before = this.row(user.id)
      const row = rowOf(user, before, this.viewed()[user.id])
      if (before && rowColumns.every((column) => before[column] === row[column])) return
      this.#write(row, null, before === undefined)
      this.#soleVersion += 1
    })
  }

  remove(id: number): void {
    this.#transaction(() => {
      this.record.unsee(id)
      if (this.#sql.run('DELETE FROM users WHERE id = ?', id).changes === 0) return
      this.texts.delete(id)
      this.#changed(-1)
      this.#soleVersion += 1
    })
  }

  row(id: number): UserRow | undefined {
    return this.rows([id])[0]
  }

  /** The rows of these people, in their order; who is not there is left out. Throws `UnusableDatabase` where one is damaged. */
  rows(ids: readonly number[]): UserRow[] {
    const rows = this.#sql.all<StoredRow>(
      'SELECT * FROM users WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    )
    const byId = new Map(rows.map((row) => [row.id, verified(row)]))
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }

  /** Looks through all rows, a few milliseconds at a time. Throws `UnusableDatabase` where one is damaged. */
  *verify(): Iterable<void> {
    const sql = 'SELECT * FROM users WHERE id > ? ORDER BY id LIMIT ?'
    // A damaged ID may be any number.
    let last: number | undefined = -Infinity
    while (last !== undefined) {
      const rows: StoredRow[] = this.#sql.all<StoredRow>(sql, last, verifiedAtOnce)
      last = rows.map(verified).at(-1)?.id
      yield
    }
  }

  /** Some people in the order of their ids, after an id. */
  #searched(after: number, limit: number): SearchedRow[] {
    return this.#sql.all<SearchedRow>(
      'SELECT id, name_key, username_key, email_key FROM users WHERE id > ? ORDER BY id LIMIT ?',
      after,
      limit,
    )
  }

  known(): number {
    this.#count ??= this.count([])
    return this.#count
  }

  /** Bytes of the file, with what it holds for others. */
  bytes(): number {
    const [count, size] = ['page_count', 'page_size'].map((name) =>
      Number(this.#sql.one(`PRAGMA ${name}`)![name]),
    )
    return count! * size!
  }

  /** Whether the rows tell who is an auditor. */
  knowsAuditors(): boolean {
    const sql = 'SELECT 1 FROM users WHERE is_auditor IS NOT NULL LIMIT 1'
    return this.#sql.one(sql) !== undefined
  }

  /** Whether the rows tell who is a bot. */
  knowsBots(): boolean {
    const sql = 'SELECT 1 FROM users WHERE bot IS NOT NULL LIMIT 1'
    return this.#sql.one(sql) !== undefined
  }

  /** Whether the rows tell of SCIM identities. */
  knowsScim(): boolean {
    const sql = `SELECT 1 FROM users WHERE providers LIKE '%scim%' LIMIT 1`
    return this.#sql.one(sql) !== undefined
  }

  /** Who was active on a day or later, oldest first. */
  activities(from: string): { username: string; last_activity_on: string }[] {
    return this.#sql.all(
      `SELECT username, last_activity_on FROM users
       WHERE last_activity_on >= ? ORDER BY last_activity_on, id`,
      from,
    )
  }

  count(conditions: readonly Condition[]): number {
    const sql = `SELECT count(*) AS count FROM users ${where(conditions)}`
    return this.#sql.one(sql, ...valuesOf(conditions))!.count as number
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
    const { ids } = this.#sql.one(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT id FROM users ${where(conditions)}
         ORDER BY ${by} ${direction}, id ${direction})`,
      ...valuesOf(conditions),
    ) as { ids: string }
    return JSON.parse(ids) as number[]
  }

  /** Answers how many rows were not as they are now. */
  #writeAll(users: readonly AdminListUser[], newer: ReadonlySet<number>): number {
    const ids = JSON.stringify(users.map(({ id }) => id))
    const stored = this.#sql.all<Pick<StoredRow, 'id' | 'mark'>>(
      'SELECT id, mark FROM users WHERE id IN (SELECT value FROM json_each(?))',
      ids,
    )
    const marks = new Map(stored.map(({ id, mark }) => [id, mark]))
    const viewed = this.viewed()
    let written = 0
    for (const user of users) {
      if (newer.has(user.id)) continue
      const mark = markOf(user)
      const known = marks.get(user.id)
      if (known === mark) continue
      this.#write(rowOf(user, undefined, viewed[user.id]), mark, known === undefined)
      marks.set(user.id, mark)
      written += 1
    }
    return written
  }

  #transaction<T>(act: () => T): T {
    try {
      return this.#sql.transaction(act)
    } catch (error) {
      // What was told meanwhile is not so.
      this.#count = undefined
      this.#version += 1
      this.texts.forget()
      throw error
    }
  }

  #write(row: UserRow, mark: number | null, isNew: boolean): void {
    this.#sql.run(upsertUser, ...storedValues(row, mark))
    this.texts.set(row)
    this.#changed(isNew ? 1 : 0)
  }

  #changed(more: number): void {
    this.#version += 1
    if (this.#count !== undefined) this.#count += more
  }
}

function where(conditions: readonly Condition[]): string {
  if (conditions.length === 0) return ''
  return `WHERE ${conditions.map(([sql]) => `(${sql})`).join(' AND ')}`
}

function valuesOf(conditions: readonly Condition[]): SqlValue[] {
  return conditions.flatMap(([, ...values]) => values)
}
