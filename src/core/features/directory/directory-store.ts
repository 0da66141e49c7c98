import type { DirectoryChangeKind } from '../../../shared/rules/directory-changes.ts'
import type { Database, SqlValue } from '../../platform/sqlite/database.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import type { NamedUser } from '../../../shared/rules/look-alike/find-look-alikes.ts'
import { type ComparedUser, DirectoryChanges, comparedColumns } from './directory-changes.ts'
import { fileBytes, verifyTable } from '../../list-copy/tables.ts'
import type { SqlCondition } from '../user-conditions.ts'
import { upsertUser } from './directory-schema.ts'
import type { ViewedActivity } from '../../../shared/rules/viewed-activity.ts'
import { type SqlSearch, rankCount } from './search.ts'
import { type StoredRow, listEntryHash, storedValues, verifyRow } from './stored-row.ts'
import { type DirectoryUserRow, approvalDay, rowColumns, toRow } from './user-row.ts'
import type { CopyStore, WrittenRows } from '../../list-copy/copy-store.ts'
import { type SyncProgress, SyncState, type DatePartition } from '../../list-copy/sync-state.ts'

/** How to order a list. Nulls come last, and ties are sorted by ID. */
export interface SqlOrder {
  /** A column, or an expression that uses columns. */
  by: string
  direction: 'asc' | 'desc'
  mayBeNull: boolean
}

/** A user's ID and searchable text, one value per line. */
export interface SearchableUser {
  id: number
  text: string
}

/** The fields to compare when a list entry is stored. */
type KnownUser = ComparedUser & Pick<DirectoryUserRow, 'approved_on'>

/** All that a search needs, without reading the rows. */
const searchIndex = 'INDEXED BY users_by_name'

/** Rows read per batch, which takes a few milliseconds. */
const batchSize = 400

/** What storing a page of users depends on. */
interface StoringContext {
  now: number
  viewed: Readonly<Record<number, ViewedActivity>>
}

/** One account's user list. Each change is a single transaction; unchanged rows aren't written. */
export class DirectoryStore implements CopyStore<AdminListUser, StoringContext> {
  /** The sync state. Change it only through this class. */
  readonly syncState: SyncState
  readonly changes: DirectoryChanges
  /** Users whose last activity was caused by “View as”, by ID. Their rows keep the previous one. */
  viewed: () => Readonly<Record<number, ViewedActivity>> = () => ({})
  readonly #sql: Sql
  #count: number | undefined
  /** Whether changes are recorded, once the running transaction has asked. */
  #isFollowed: boolean | undefined
  #version = 0
  #soleVersion = 0

  constructor(database: Database) {
    this.#sql = new Sql(database)
    this.syncState = new SyncState(this.#sql)
    this.changes = new DirectoryChanges(this.#sql)
  }

  /** Incremented on every change to the rows. */
  get version(): number {
    return this.#version
  }

  /** Incremented on every change to the rows except those from sync pages. */
  get soleVersion(): number {
    return this.#soleVersion
  }

  progress(): SyncProgress {
    return this.syncState.progress()
  }

  /** Starts a full sync at its first page. */
  begin(now: number): void {
    this.#transaction(() => this.syncState.begin(now))
  }

  /**
   * Stores a partition's page and next cursor, except for users in `newer`, whose rows are more recent. Returns how
   * many users were new in this partition.
   */
  storePage(
    partition: DatePartition,
    users: readonly AdminListUser[],
    newer: ReadonlySet<number>,
  ): number {
    return this.#transaction(() => {
      const { fresh } = this.syncState.markSeen(users, partition.number)
      this.#writeAll(users, newer)
      this.syncState.savePartitions(partition)
      return fresh
    })
  }

  /**
   * Ends a full sync after its last page, and removes the users it hasn't seen. Removes nobody if there were unreadable
   * entries, because any user could have been one of them.
   */
  finish(now: number): void {
    this.#transaction(() => {
      if (this.syncState.progress().skipped === 0) this.#removeUnseen()
      this.syncState.end(now)
    })
    this.#soleVersion += 1
  }

  #removeUnseen(): void {
    const unseenUsers = 'FROM users WHERE id NOT IN (SELECT id FROM seen)'
    const users = this.#sql.all<ComparedUser>(`SELECT ${comparedColumns} ${unseenUsers}`)
    if (users.length === 0) return
    this.#sql.run(`DELETE ${unseenUsers}`)
    for (const user of users) {
      this.#noteChange(user, undefined)
    }
    this.#countChange(-users.length)
  }

  /**
   * Stores a page of recently changed users. `pass` is the number from `syncState.beginChanges`. Returns whether the
   * entire page was already known, and not just from an interrupted sync.
   */
  storeChanges(pass: number, users: readonly AdminListUser[], newer: ReadonlySet<number>): boolean {
    return this.#transaction(() => {
      const { elsewhere } = this.syncState.markSeen(users, pass)
      const written = this.#writeAll(users, newer)
      return written + elsewhere === 0 && !users.some(({ id }) => newer.has(id))
    })
  }

  /** Stores a user that was loaded individually. Keeps fields that the response lacks. */
  put(user: AdminListUser): void {
    this.#transaction(() => {
      this.syncState.markOneSeen(user.id)
      const before = this.row(user.id)
      const row = this.#toRow(user, before, before)
      if (before && rowColumns.every((column) => before[column] === row[column])) return
      this.#write(row, null, before === undefined)
      this.#noteChange(before, row)
      this.#soleVersion += 1
    })
  }

  remove(id: number): void {
    this.#transaction(() => {
      this.syncState.unmarkSeen(id)
      this.#noteChange(this.row(id), undefined)
      if (this.#sql.run('DELETE FROM users WHERE id = ?', id).changes === 0) return
      this.#countChange(-1)
      this.#soleVersion += 1
    })
  }

  context(): StoringContext {
    return { now: this.changes.now(), viewed: this.viewed() }
  }

  useContext({ now, viewed }: StoringContext): void {
    // Needs the audit log, which isn't open in this thread.
    this.changes.findOwn = undefined
    this.changes.now = () => now
    this.viewed = () => viewed
  }

  takeNoted(): DirectoryChangeKind[] {
    return this.changes.takeNoted()
  }

  /** Takes note of a page that another thread stored. */
  addWritten({ changed, added, noted }: WrittenRows): void {
    this.#version += changed
    if (this.#count !== undefined) this.#count += added
    this.changes.addNoted(noted)
    if (noted.length > 0) this.#transaction(() => undefined)
  }

  row(id: number): DirectoryUserRow | undefined {
    return this.rows([id])[0]
  }

  /** These users' rows in the same order, without missing users. Throws `UnusableDatabase` if a row is damaged. */
  rows(ids: readonly number[]): DirectoryUserRow[] {
    const rows = this.#sql.all<StoredRow>(
      'SELECT * FROM users WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    )
    const byId = new Map(rows.map((row) => [row.id, verifyRow(row)]))
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
  }

  /** Verifies all rows in steps of a few milliseconds. Throws `UnusableDatabase` if a row is damaged. */
  verify(): Iterable<void> {
    return verifyTable<StoredRow, 'id'>(this.#sql, { table: 'users', key: 'id', verify: verifyRow })
  }

  /** All users' names, read in batches. */
  *namedUsers(): Iterable<NamedUser> {
    const sql = `
      SELECT id, username, name, coalesce(is_admin, 0) AS isAdmin FROM users
      WHERE id > ? ORDER BY id LIMIT ?`
    let last: number | undefined = 0
    while (last !== undefined) {
      const users: (Omit<NamedUser, 'isAdmin'> & { isAdmin: 0 | 1 })[] = this.#sql.all(
        sql,
        last,
        batchSize,
      )
      for (const user of users) yield { ...user, isAdmin: user.isAdmin === 1 }
      last = users.at(-1)?.id
    }
  }

  known(): number {
    this.#count ??= this.count([])
    return this.#count
  }

  bytes(): number {
    return fileBytes(this.#sql)
  }

  /** Whether the rows include the auditor flag. */
  hasAuditorFlags(): boolean {
    const sql = 'SELECT 1 FROM users WHERE is_auditor IS NOT NULL LIMIT 1'
    return this.#sql.one(sql) !== undefined
  }

  /** Whether the rows include the bot flag. */
  hasBotFlags(): boolean {
    const sql = 'SELECT 1 FROM users WHERE bot IS NOT NULL LIMIT 1'
    return this.#sql.one(sql) !== undefined
  }

  /** Whether the rows include SCIM identities. */
  hasScimIdentities(): boolean {
    const sql = `SELECT 1 FROM users WHERE providers LIKE '%scim%' LIMIT 1`
    return this.#sql.one(sql) !== undefined
  }

  /** Runs a query for user reports. */
  select<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#sql.all<Row>(sql, ...values)
  }

  /** The users who were active on or after a day, oldest first. */
  activities(from: string): { username: string; last_activity_on: string }[] {
    return this.#sql.all(
      `SELECT username, last_activity_on FROM users
       WHERE last_activity_on >= ? ORDER BY last_activity_on, id`,
      from,
    )
  }

  count(conditions: readonly SqlCondition[]): number {
    const sql = `SELECT count(*) AS count FROM users ${whereClause(conditions)}`
    return this.#sql.one(sql, ...sqlValues(conditions))!.count as number
  }

  /** The IDs of all users that meet the conditions, in order. */
  ids(conditions: readonly SqlCondition[], order: SqlOrder): Float64Array {
    if (!order.mayBeNull) return Float64Array.from(this.#ids(conditions, order))
    const isNull = `${order.by} IS NULL`
    return Float64Array.from([
      ...this.#ids([...conditions, [`NOT (${isNull})`]], order),
      ...this.#ids([...conditions, [isNull]], { ...order, by: 'id' }),
    ])
  }

  /** Uses a single JSON string, because creating a hundred thousand row objects takes ten times as long. */
  #ids(conditions: readonly SqlCondition[], { by, direction }: SqlOrder): number[] {
    const { ids } = this.#sql.one(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT id FROM users ${whereClause(conditions)}
         ORDER BY ${by} ${direction}, id ${direction})`,
      ...sqlValues(conditions),
    ) as { ids: string }
    return JSON.parse(ids) as number[]
  }

  /** The IDs of the users that a search finds, for each rank, sorted by name. */
  search({ condition, rank: [rank, ...values] }: SqlSearch): number[][] {
    const columns = Array.from(
      { length: rankCount },
      (_, nth) => `json_group_array(id) FILTER (WHERE rank = ${nth}) AS rank${nth}`,
    )
    const row = this.#sql.one<Record<string, string>>(
      `SELECT ${columns.join()} FROM (
         SELECT id, ${rank} AS rank FROM users ${searchIndex}
         ${whereClause([condition])} ORDER BY name_key, id)`,
      ...values,
      ...sqlValues([condition]),
    )
    return Object.values(row!).map((ids) => JSON.parse(ids) as number[])
  }

  /** The searchable texts of users that meet a condition. */
  searchableUsers(condition: SqlCondition): SearchableUser[] {
    return this.#sql.all<SearchableUser>(
      `SELECT id, concat_ws(char(10), username_key, email_key, name_key) AS text
       FROM users ${searchIndex} ${whereClause([condition])}`,
      ...sqlValues([condition]),
    )
  }

  /** Returns the number of changed rows. */
  #writeAll(users: readonly AdminListUser[], newer: ReadonlySet<number>): number {
    const ids = JSON.stringify(users.map(({ id }) => id))
    const storedRows = this.#sql.all<KnownUser & Pick<StoredRow, 'mark'>>(
      `SELECT ${comparedColumns}, approved_on, mark FROM users WHERE id IN (SELECT value FROM json_each(?))`,
      ids,
    )
    const before = new Map<number, KnownUser>(storedRows.map((row) => [row.id, row]))
    const marks = new Map(storedRows.map(({ id, mark }) => [id, mark]))
    let written = 0
    for (const user of users) {
      if (newer.has(user.id)) continue
      const mark = listEntryHash(user)
      const storedMark = marks.get(user.id)
      if (storedMark === mark) continue
      const row = this.#toRow(user, before.get(user.id))
      this.#write(row, mark, storedMark === undefined)
      this.#noteChange(before.get(user.id), row)
      before.set(user.id, row)
      marks.set(user.id, mark)
      written += 1
    }
    return written
  }

  /** `whole`: the previous row, if its values should replace missing fields. */
  #toRow(
    user: AdminListUser,
    before: KnownUser | undefined,
    whole?: DirectoryUserRow,
  ): DirectoryUserRow {
    const row = toRow(user, whole, this.viewed()[user.id])
    return { ...row, approved_on: approvalDay(before, user.state, this.changes.now()) }
  }

  #transaction<T>(act: () => T): T {
    this.#isFollowed = undefined
    try {
      return this.#sql.transaction(() => {
        const value = act()
        this.changes.trim()
        return value
      })
    } catch (error) {
      // Drops values that were cached during the transaction that was rolled back.
      this.#count = undefined
      this.#version += 1
      throw error
    }
  }

  /** Doesn't record users as new before the first full sync is complete. */
  #noteChange(before: ComparedUser | undefined, after: ComparedUser | undefined): void {
    this.#isFollowed ??= this.progress().followedSince !== undefined
    if (this.#isFollowed) this.changes.note(before, after)
  }

  #write(row: DirectoryUserRow, mark: number | null, isNew: boolean): void {
    this.#sql.run(upsertUser, ...storedValues(row, mark))
    this.#countChange(isNew ? 1 : 0)
  }

  #countChange(more: number): void {
    this.#version += 1
    if (this.#count !== undefined) this.#count += more
  }
}

function whereClause(conditions: readonly SqlCondition[]): string {
  if (conditions.length === 0) return ''
  return `WHERE ${conditions.map(([sql]) => `(${sql})`).join(' AND ')}`
}

function sqlValues(conditions: readonly SqlCondition[]): SqlValue[] {
  return conditions.flatMap(([, ...values]) => values)
}
