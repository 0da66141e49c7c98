import type { PersonalAccessToken } from '../../../shared/gitlab/tokens.ts'
import type {
  InstanceCredentialColumn,
  InstanceCredentialFilter,
  InstanceCredentialKind,
} from '../../../shared/rules/credentials.ts'
import type { CopyStore, WrittenRows } from '../../list-copy/copy-store.ts'
import { normalizeForSearch } from '../../list-copy/normalize-for-search.ts'
import { type DatePartition, type SyncProgress, SyncState } from '../../list-copy/sync-state.ts'
import { fileBytes, verifyTable } from '../../list-copy/tables.ts'
import type { Database, SqlValue } from '../../platform/sqlite/database.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import type { ReviewedOwner } from '../reviewed-owner.ts'
import { bindNamed, credentialConditions, credentialMoments } from '../credential-conditions.ts'
import {
  type CredentialRow,
  type OwnedCredentialRow,
  type StoredCredentialRow,
  credentialValues,
  toKeyRow,
  toTokenRow,
  tokenHash,
  verifyCredential,
} from './credential-row.ts'
import { credentialNumber, upsertCredential } from './credentials-schema.ts'

/** Which credentials to list. */
export interface InstanceCredentialFilters {
  kinds: readonly InstanceCredentialKind[]
  filters: readonly InstanceCredentialFilter[]
  search?: string | undefined
  user?: number | undefined
}

export interface CredentialOrder {
  order_by: InstanceCredentialColumn
  sort: 'asc' | 'desc'
}

/** A user who owns credentials. */
export interface CredentialOwner {
  id: number
  username: string
  name: string
  /** `gone` if the user no longer exists. */
  state: string
  is_admin: boolean | null
  /** Null if GitLab doesn't say. */
  bot: boolean | null
}

/** The keys that reviews have read. */
export interface KeyReadings {
  total: number
  users: number
  unread: number
  from: number
  to: number
}

const from = `FROM credentials c LEFT JOIN owners o ON o.id = c.user`

/** A token's kind as far as it is known. It never changes, so it holds for tokens older than the last look at them. */
const kindSql = `CASE
  WHEN c.source <> 'token' THEN c.source
  WHEN EXISTS (SELECT 1 FROM impersonation i WHERE i.id = c.id) THEN 'impersonation'
  WHEN o.kind IS NOT NULL THEN o.kind
  WHEN EXISTS (SELECT 1 FROM told_apart t WHERE t.user = c.user AND c.created_at <= t.at) THEN 'personal'
  ELSE 'personalOrImpersonation' END`

const orderColumns: Record<InstanceCredentialColumn, string> = {
  username: 'o.username COLLATE NOCASE',
  title: 'c.title COLLATE NOCASE',
  kind: kindSql,
  created_at: 'c.created_at',
  expires_at: 'c.expires_at',
  last_used_at: 'c.last_used_at',
}

/** The copy of an instance's credentials. Each change is a single transaction; unchanged tokens aren't written. */
export class CredentialsStore implements CopyStore<PersonalAccessToken, number> {
  readonly syncState: SyncState
  /** Milliseconds since 1970. */
  now: () => number = () => 0
  readonly #sql: Sql
  #count: number | undefined
  #version = 0
  #soleVersion = 0

  constructor(database: Database) {
    this.#sql = new Sql(database)
    this.syncState = new SyncState(this.#sql)
  }

  get version(): number {
    return this.#version
  }

  /** Incremented on every change to the rows except those from pages of a sync. */
  get soleVersion(): number {
    return this.#soleVersion
  }

  /** The number of tokens. */
  known(): number {
    this.#count ??= Number(
      this.#sql.one(`SELECT count(*) AS count FROM credentials WHERE source = 'token'`)!['count'],
    )
    return this.#count
  }

  bytes(): number {
    return fileBytes(this.#sql)
  }

  progress(): SyncProgress {
    return this.syncState.progress()
  }

  begin(now: number): void {
    this.#transaction(() => this.syncState.begin(now))
  }

  storePage(
    partition: DatePartition,
    tokens: readonly PersonalAccessToken[],
    newer: ReadonlySet<number>,
  ): number {
    return this.#transaction(() => {
      const { fresh } = this.syncState.markSeen(tokens, partition.number)
      this.#writeAll(tokens, newer)
      this.syncState.savePartitions(partition)
      return fresh
    })
  }

  /** Ends a load, and removes the tokens that it hasn't seen, unless any of them could be an unreadable entry. */
  finish(now: number): void {
    this.#transaction(() => {
      if (this.progress().skipped === 0)
        this.#sql.run(
          `DELETE FROM credentials WHERE source = 'token' AND id NOT IN (SELECT id FROM seen)`,
        )
      this.syncState.end(now)
      this.#changed()
    })
  }

  context(): number {
    return this.now()
  }

  useContext(now: number): void {
    this.now = () => now
  }

  addWritten({ changed, added }: WrittenRows): void {
    this.#version += changed
    if (this.#count !== undefined) this.#count += added
  }

  verify(): Iterable<void> {
    return verifyTable<StoredCredentialRow, 'number'>(this.#sql, {
      table: 'credentials',
      key: 'number',
      verify: verifyCredential,
    })
  }

  /** Whether a token is in the copy. */
  has(id: number): boolean {
    const sql = 'SELECT 1 FROM credentials WHERE number = ?'
    return this.#sql.one(sql, credentialNumber('token', id)) !== undefined
  }

  /** Stores a token that was read individually. */
  put(token: PersonalAccessToken): void {
    this.#transaction(() => {
      this.syncState.markOneSeen(token.id)
      this.#writeAll([token], new Set())
      this.#soleVersion += 1
    })
  }

  /** Notes that a token no longer works. */
  markRevoked(id: number): void {
    const [row] = this.#rows([credentialNumber('token', id)])
    if (!row) return
    this.#transaction(() => {
      this.#write({ ...row, active: 0, revoked: 1, read_at: this.now() }, null)
      this.#soleVersion += 1
    })
  }

  /** The users who own credentials, after an ID, in batches. */
  ownerIdsAfter(id: number, limit: number): number[] {
    return this.#sql
      .all<{ user: number }>(
        'SELECT DISTINCT user FROM credentials WHERE user > ? ORDER BY user LIMIT ?',
        id,
        limit,
      )
      .map(({ user }) => user)
  }

  /** The users who own credentials and are unknown. */
  unknownOwners(limit: number): number[] {
    return this.#sql
      .all<{ user: number }>(
        `SELECT DISTINCT user FROM credentials WHERE user IS NOT NULL AND user NOT IN (SELECT id FROM owners) LIMIT ?`,
        limit,
      )
      .map(({ user }) => user)
  }

  /** Stores owners as they are now, and forgets those of `missing`, unless they are known to be gone. */
  putOwners(owners: readonly CredentialOwner[], missing: readonly number[] = []): void {
    const sql = `INSERT INTO owners (id, username, name, state, is_admin, kind, search_key) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET username = excluded.username, name = excluded.name, state = excluded.state,
        is_admin = excluded.is_admin, kind = excluded.kind, search_key = excluded.search_key
      WHERE (username, name, state, is_admin, kind) IS NOT
        (excluded.username, excluded.name, excluded.state, excluded.is_admin, excluded.kind)`
    this.#transaction(() => {
      const serviceAccounts = this.#serviceAccounts()
      let changes = 0
      for (const owner of owners) {
        const { id, username, name, state, is_admin: admin } = owner
        const kind = botKind(owner, serviceAccounts)
        const isAdmin = admin === null ? null : admin ? 1 : 0
        const key = normalizeForSearch(`${username} ${name}`.slice(0, 1_000))
        changes += this.#sql.run(sql, id, username, name, state, isAdmin, kind, key).changes
      }
      changes += this.#sql.run(
        `DELETE FROM owners WHERE state <> 'gone' AND id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(missing),
      ).changes
      if (changes > 0) this.#changed()
    })
  }

  setServiceAccounts(ids: readonly number[]): void {
    this.setFact('serviceAccounts', JSON.stringify(ids))
  }

  #serviceAccounts(): ReadonlySet<number> {
    return new Set(JSON.parse(this.fact('serviceAccounts') ?? '[]') as number[])
  }

  /** Notes that an owner no longer exists. */
  putGone(id: number): void {
    const known = this.#sql.one<{ username: string; name: string }>(
      'SELECT username, name FROM owners WHERE id = ?',
      id,
    )
    const { username = '', name = '' } = known ?? {}
    this.putOwners([{ id, username, name, state: 'gone', is_admin: null, bot: null }])
  }

  /** Notes which of a user's tokens are impersonation tokens, at a time (ms since 1970). */
  tellApart(user: number, ids: readonly number[], at: number): void {
    this.#transaction(() => {
      this.#toldApart(user, ids, at)
      this.#changed()
    })
  }

  /** Forgets all keys, because the reviews that they are from have changed. */
  clearKeys(): void {
    this.#transaction(() => {
      this.#sql.run(`DELETE FROM credentials WHERE source <> 'token'`)
      this.#sql.run('DELETE FROM key_readings')
      this.#changed()
    })
  }

  /** Stores what a review read about some users, replacing what an earlier one did. */
  putReviewed(owners: readonly ReviewedOwner[]): void {
    this.#transaction(() => {
      for (const { user, readAt, keys, impersonation } of owners) {
        const reading = 'INSERT OR REPLACE INTO key_readings (user, at, unread) VALUES (?, ?, ?)'
        this.#sql.run(reading, user, readAt, keys ? 0 : 1)
        this.#sql.run(`DELETE FROM credentials WHERE user = ? AND source <> 'token'`, user)
        for (const key of keys ?? []) this.#write(toKeyRow(key, readAt), null)
        if (impersonation) this.#toldApart(user, impersonation, readAt)
      }
      this.#changed()
    })
  }

  #toldApart(user: number, ids: readonly number[], readAt: number): void {
    const at = new Date(readAt).toISOString()
    for (const id of ids) this.#sql.run('INSERT OR IGNORE INTO impersonation (id) VALUES (?)', id)
    this.#sql.run(
      `INSERT INTO told_apart (user, at) VALUES (?, ?)
       ON CONFLICT (user) DO UPDATE SET at = max(at, excluded.at)`,
      user,
      at,
    )
  }

  /** The keys that reviews have read; undefined if there are none. */
  keyReadings(): KeyReadings | undefined {
    const readings = this.#sql.one<Omit<KeyReadings, 'total'>>(
      `SELECT count(*) AS users, coalesce(sum(unread), 0) AS unread, min(at) AS "from", max(at) AS "to" FROM key_readings`,
    )!
    if (readings.users === 0) return undefined
    const sql = `SELECT count(*) AS total FROM credentials WHERE source <> 'token'`
    return { ...readings, total: Number(this.#sql.one(sql)!['total']) }
  }

  /** A named value; undefined if it isn't set. */
  fact(name: string): string | undefined {
    const row = this.#sql.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', name)
    return row?.value
  }

  setFact(name: string, value: string): void {
    this.#sql.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value)
  }

  /** Whether the instance says when a token was last used. */
  hasLastUse(): boolean {
    const sql = `SELECT 1 FROM credentials WHERE source = 'token' AND (never_used = 1 OR last_used_at IS NOT NULL) LIMIT 1`
    return this.#sql.one(sql) !== undefined
  }

  /** Whether there is any owner, so that views of their state can be counted. */
  hasOwners(): boolean {
    return this.#sql.one('SELECT 1 FROM owners LIMIT 1') !== undefined
  }

  /** The numbers of the matching rows, in order. Rows without a value come last. */
  numbers(query: InstanceCredentialFilters & CredentialOrder): Float64Array {
    const by = orderColumns[query.order_by]
    return Float64Array.from([
      ...this.#numbers(query, { condition: `${by} IS NOT NULL`, by }),
      ...this.#numbers(query, { condition: `${by} IS NULL`, by: 'c.number' }),
    ])
  }

  /** Uses a single JSON string, because creating a hundred thousand row objects takes ten times as long. */
  #numbers(
    { sort, ...filters }: InstanceCredentialFilters & Pick<CredentialOrder, 'sort'>,
    { condition, by }: { condition: string; by: string },
  ): number[] {
    const { where, values } = this.#where(filters, condition)
    const { numbers } = this.#sql.one<{ numbers: string }>(
      `SELECT json_group_array(number) AS numbers FROM (
         SELECT c.number ${from} ${where} ORDER BY ${by} ${sort}, c.number ${sort})`,
      ...values,
    )!
    return JSON.parse(numbers) as number[]
  }

  count(filters: InstanceCredentialFilters): number {
    const { where, values } = this.#where(filters)
    const sql = `SELECT count(*) AS count ${from} ${where}`
    return Number(this.#sql.one(sql, ...values)!['count'])
  }

  countKinds(): { kind: InstanceCredentialKind; count: number }[] {
    return this.#sql.all(`SELECT ${kindSql} AS kind, count(*) AS count ${from} GROUP BY 1`)
  }

  /** The IDs of the matching tokens. */
  tokenIds(filters: InstanceCredentialFilters): number[] {
    const { where, values } = this.#where(filters, `c.source = 'token'`)
    return this.#ids(`SELECT c.id AS id ${from} ${where} ORDER BY c.id`, values)
  }

  /** The IDs of the users who own matching credentials. */
  ownerIds(filters: InstanceCredentialFilters): number[] {
    const { where, values } = this.#where(filters, 'c.user IS NOT NULL')
    return this.#ids(`SELECT DISTINCT c.user AS id ${from} ${where} ORDER BY c.user`, values)
  }

  /** These rows in the same order, without missing ones. Throws `UnusableDatabase` if a row is damaged. */
  rows(numbers: readonly number[]): OwnedCredentialRow[] {
    const byNumber = new Map(this.#rows(numbers).map((row) => [row.number, row]))
    return numbers.flatMap((number) => byNumber.get(number) ?? [])
  }

  #rows(numbers: readonly number[]): OwnedCredentialRow[] {
    return this.#sql
      .all<OwnedCredentialRow>(
        `SELECT c.*, ${kindSql} AS kind, o.username, o.name, o.state AS owner_state, o.is_admin AS owner_is_admin
         ${from} WHERE c.number IN (SELECT value FROM json_each(?))`,
        JSON.stringify(numbers),
      )
      .map(verifyCredential)
  }

  #ids(sql: string, values: readonly SqlValue[]): number[] {
    return this.#sql.all<{ id: number }>(sql, ...values).map(({ id }) => id)
  }

  #where(
    { kinds, filters, search = '', user }: InstanceCredentialFilters,
    condition = '1',
  ): { where: string; values: SqlValue[] } {
    const words = normalizeForSearch(search).split(/\s+/).filter(Boolean)
    const bound = bindNamed(
      [condition, ...filters.map((filter) => credentialConditions[filter])]
        .map((one) => `(${one})`)
        .join(' AND '),
      credentialMoments(this.now()),
    )
    const conditions = [
      bound.sql,
      ...(kinds.length > 0 ? [`${kindSql} IN (SELECT value FROM json_each(?))`] : []),
      ...(user === undefined ? [] : ['c.user = ?']),
      ...words.map(() => `(instr(c.search_key, ?) > 0 OR instr(o.search_key, ?) > 0)`),
    ]
    return {
      where: `WHERE ${conditions.join(' AND ')}`,
      values: [
        ...bound.values,
        ...(kinds.length > 0 ? [JSON.stringify(kinds)] : []),
        ...(user === undefined ? [] : [user]),
        ...words.flatMap((word) => [word, word]),
      ],
    }
  }

  #writeAll(tokens: readonly PersonalAccessToken[], newer: ReadonlySet<number>): void {
    const stored = this.#sql.all<{ id: number; mark: number | null }>(
      'SELECT id, mark FROM credentials WHERE number IN (SELECT value FROM json_each(?))',
      JSON.stringify(tokens.map(({ id }) => credentialNumber('token', id))),
    )
    const marks = new Map(stored.map(({ id, mark }) => [id, mark]))
    for (const token of tokens) {
      if (newer.has(token.id)) continue
      const mark = tokenHash(token)
      const before = marks.get(token.id)
      if (before === mark) continue
      this.#write(toTokenRow(token, this.now()), mark)
      if (before === undefined && this.#count !== undefined) this.#count += 1
      marks.set(token.id, mark)
    }
  }

  #write(row: CredentialRow, mark: number | null): void {
    this.#sql.run(upsertCredential, ...credentialValues(row, mark))
    this.#version += 1
  }

  #changed(): void {
    this.#version += 1
    this.#soleVersion += 1
    this.#count = undefined
  }

  #transaction<T>(act: () => T): T {
    try {
      return this.#sql.transaction(act)
    } catch (error) {
      // Drops values that were cached during the transaction that was rolled back.
      this.#changed()
      throw error
    }
  }
}

/** The kind of a bot's tokens. Only GitLab's own bots of groups and projects count, not people with such a username. */
function botKind(
  { id, username, bot }: CredentialOwner,
  serviceAccounts: ReadonlySet<number>,
): InstanceCredentialKind | null {
  if (serviceAccounts.has(id)) return 'serviceAccount'
  if (bot !== true) return null
  const [, source] = /^(project|group)_\d+_bot/.exec(username) ?? []
  return (source as 'project' | 'group' | undefined) ?? 'bot'
}
