import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import type { LookupOwner } from '../../../shared/operations/lookup.ts'
import type { Credential, LastReview } from '../../../shared/operations/review.ts'
import {
  type CredentialColumn,
  type CredentialFilter,
  type CredentialKind,
  type ReviewColumn,
  type ReviewFilter,
  type ReviewPart,
  credentialFilters,
  reviewParts,
  reviewedFields,
} from '../../../shared/rules/review.ts'
import { nameLimit, noteLimit } from '../../../shared/rules/limits.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import { answerName } from '../../../shared/rules/user-fields.ts'
import type { Database, SqlValue } from '../../platform/sqlite/database.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import type { CollectedUser } from './collect-user.ts'
import type { DecidedUsers, EarlierDecision } from './decisions.ts'
import type { ReviewedOwner } from '../reviewed-owner.ts'
import { bindNamed, credentialConditions, credentialMoments } from '../credential-conditions.ts'
import {
  credentialOrder,
  isStillThere,
  kindCondition,
  reviewUsersSql,
  userConditions,
  userOrder,
  whereAll,
} from './review-queries.ts'
import {
  type ReviewUserRow,
  type StoredCredential,
  toBoolean,
  toParts,
  toReviewedUser,
  type UndecidedUser,
  toStoredUser,
} from './review-rows.ts'

interface Page<Column> {
  order_by: Column
  sort: 'asc' | 'desc'
  offset: number
  limit: number
}
export interface UserFilters {
  filters: readonly ReviewFilter[]
  /** Undefined for all users. */
  among?: DecidedUsers | undefined
}
export type UserQuery = Page<ReviewColumn> & UserFilters
export interface CredentialFilters {
  kinds: readonly CredentialKind[]
  filters: readonly CredentialFilter[]
}
export type CredentialQuery = Page<CredentialColumn> & CredentialFilters

/** A user to read, as the directory knows them. */
export type UserToReview = Pick<
  DirectoryUser,
  'id' | 'username' | 'name' | 'email' | 'state' | 'approved_on'
>

export interface StoredMembership {
  type: string
  source: number
  name: string
  level: number | null
}

/** A key in a review. */
export interface FoundKey {
  credential: Credential
  owner: LookupOwner
  /** When its owner was read, in milliseconds since 1970. */
  readAt: number | null
}

/** A row of a user's last decision. */
interface StoredEarlier {
  user: number
  still_there: 0 | 1
}

/** What users could access in an earlier review. */
export interface EarlierAccess {
  users: { id: number; unread: string }[]
  access: { user: number; kind: string; id: number; level: number }[]
}

/** Longer texts than any of GitLab's would fill the memory of pages and exports. */
// guard: review-texts
const shorten = <T extends SqlValue>(value: T) =>
  typeof value === 'string' ? truncate(value, noteLimit) : value

const reviewTables = [
  ...['users', 'memberships', 'credentials', 'earlier', 'earlier_access', 'earlier_items'],
  ...['places', 'place_members', 'place_shares', 'place_listed', 'outsiders', 'items'],
]

export const storedUserColumns = reviewedFields.map(answerName)

/**
 * The file with the data that a review collected. Each user is stored in one transaction, so that the review can
 * continue with the next one after a restart.
 */
export class ReviewStore {
  readonly #sql: Sql
  readonly #now: () => number
  /** The parts that the review doesn't read. */
  readonly #skipped: readonly ReviewPart[]

  constructor(database: Database, now: () => number, skipped: readonly ReviewPart[] = []) {
    this.#sql = new Sql(database)
    this.#now = now
    this.#skipped = skipped
  }

  /** Inserts users to read. */
  begin(users: Iterable<UserToReview>): void {
    const insert =
      'INSERT INTO users (id, username, name, email, state, approved_on) VALUES (?, ?, ?, ?, ?, ?)'
    this.#sql.transaction(() => {
      for (const { id, username, name, email = null, state, approved_on = null } of users) {
        this.#sql.run(insert, id, username, name, email, state, approved_on)
      }
    })
  }

  /** What these users could access, and which parts of it are unknown. Leaves out users who weren't read. */
  access(users: readonly number[]): EarlierAccess {
    const ids = JSON.stringify(users)
    const among = 'IN (SELECT value FROM json_each(?))'
    const read = this.#sql.all<{ id: number; unread: string }>(
      `SELECT id, unread FROM users WHERE read_at IS NOT NULL AND gone = 0 AND id ${among}`,
      ids,
    )
    return {
      users: read.map(({ id, unread }) => ({
        id,
        unread: [unread, ...this.#skipped].join(' ').trim(),
      })),
      access: this.#sql.all(`SELECT user, kind, id, level FROM access WHERE user ${among}`, ids),
    }
  }

  /** Stores the last decisions about users, and the access that they were about. */
  rememberEarlier(decisions: readonly EarlierDecision[], { users, access }: EarlierAccess): void {
    const unreadParts = new Map(users.map(({ id, unread }) => [id, unread]))
    this.#sql.transaction(() => {
      for (const { user, decision, note, by, at } of decisions) {
        const unread = unreadParts.get(user) ?? reviewParts.join(' ')
        const sql = 'INSERT INTO earlier VALUES (?, ?, ?, ?, ?, ?)'
        this.#sql.run(sql, user, decision, note, by, at, unread)
      }
      for (const { user, kind, id, level } of access) {
        const sql = 'INSERT OR REPLACE INTO earlier_access VALUES (?, ?, ?, ?)'
        this.#sql.run(sql, user, kind, id, level)
      }
    })
  }

  /** The last decision about each of these users, and what they can access since. */
  earlier(users: readonly number[]): ReadonlyMap<number, LastReview> {
    const ids = JSON.stringify(users)
    const rows = this.#sql.all<Omit<LastReview, 'added' | 'isStillThere'> & StoredEarlier>(
      `SELECT e.user, e.decision, e.note, e.actor AS by, e.at, ${isStillThere} AS still_there
       FROM earlier e JOIN users u ON u.id = e.user
       WHERE e.user IN (SELECT value FROM json_each(?))`,
      ids,
    )
    const added = Map.groupBy(
      this.#sql.all<LastReview['added'][number] & { user: number }>(
        `SELECT user, kind, title FROM new_access
         WHERE user IN (SELECT value FROM json_each(?)) ORDER BY kind, title, id`,
        ids,
      ),
      ({ user }) => user,
    )
    return new Map(
      rows.map(({ user, still_there, ...decided }) => [
        user,
        {
          ...decided,
          added: (added.get(user) ?? []).map(({ kind, title }) => ({ kind, title })),
          isStillThere: still_there === 1,
        },
      ]),
    )
  }

  /** Overwrites and deletes all data. */
  clear(): void {
    this.#sql.transaction(() => {
      for (const table of reviewTables) {
        this.#sql.run(`DELETE FROM ${table}`)
      }
    })
  }

  /** Marks users with missing parts as unread again and returns their IDs. */
  retryUnread(): number[] {
    const sql = `UPDATE users SET read_at = NULL WHERE unread <> '' RETURNING id`
    return this.#sql.all<{ id: number }>(sql).map(({ id }) => id)
  }

  /** Marks all users as unread. */
  forgetRead(): void {
    this.#sql.run('UPDATE users SET read_at = NULL')
  }

  /** The users left to read. */
  unreadIds(): number[] {
    const sql = 'SELECT id FROM users WHERE read_at IS NULL'
    return this.#sql.all<{ id: number }>(sql).map(({ id }) => id)
  }

  save(id: number, { user, isGone, memberships, credentials, unread }: CollectedUser): void {
    this.#sql.transaction(() => {
      if (user) {
        const row = toStoredUser(user)
        const columns = Object.keys(row) as (keyof typeof row)[]
        const set = columns.map((column) => `${column} = ?`).join()
        const values = columns.map((column) => shorten(row[column]))
        this.#sql.run(`UPDATE users SET ${set} WHERE id = ?`, ...values, id)
      }
      for (const table of ['memberships', 'credentials']) {
        this.#sql.run(`DELETE FROM ${table} WHERE user = ?`, id)
      }
      for (const { source_type, source_id, source_name, access_level } of memberships) {
        const sql =
          'INSERT INTO memberships (user, type, source, name, level) VALUES (?, ?, ?, ?, ?)'
        this.#sql.run(sql, id, source_type, source_id, shorten(source_name), access_level ?? null)
      }
      for (const credential of credentials) {
        this.#sql.run(
          `INSERT INTO credentials (user, kind, id, title, fingerprint, algorithm, bits, scopes,
             created_at, expires_at, last_used_at, never_used,
             last_used_ips, active)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[
            id,
            credential.kind,
            credential.id,
            shorten(credential.title),
            credential.fingerprint,
            credential.algorithm,
            credential.bits,
            shorten(credential.scopes),
          ],
          ...[
            credential.created_at,
            credential.expires_at,
            credential.last_used_at,
            credential.never_used,
            shorten(credential.last_used_ips),
            credential.active,
          ],
        )
      }
      const sql = 'UPDATE users SET read_at = ?, gone = ?, unread = ?, outdated = 1 WHERE id = ?'
      this.#sql.run(sql, this.#now(), isGone ? 1 : 0, unread.join(' '), id)
    })
  }

  /** How many users there are, and how many of them were read. */
  read(): { total: number; read: number } {
    const sql = 'SELECT count(*) AS total, count(read_at) AS read FROM users'
    return this.#sql.one<{ total: number; read: number }>(sql)!
  }

  /** One page of users, along with its screen's totals. */
  usersPage(query: UserQuery) {
    const total = this.countUsers(query)
    return { items: this.users(query), total, ...this.#readCount(), counts: this.userCounts() }
  }

  /** One page of credentials, along with its screen's totals. */
  credentialsPage(query: CredentialQuery) {
    const total = this.countCredentials(query)
    const items = this.credentials(query)
    return { items, total, ...this.#readCount(), counts: this.credentialCounts() }
  }

  #readCount() {
    return { read: this.read().read }
  }

  users({ order_by, sort, offset, limit, ...filters }: UserQuery): UndecidedUser[] {
    const by = userOrder[order_by]
    return this.#all<ReviewUserRow>(
      `${reviewUsersSql} ${this.#userFilter(filters)}
       ORDER BY ${by} IS NULL, ${by} ${sort}, u.id LIMIT ${limit} OFFSET ${offset}`,
      filters.among,
    ).map((row) => toReviewedUser(row, this.#skipped))
  }

  countUsers(filters: UserFilters): number {
    const sql = `SELECT count(*) AS count FROM users u ${this.#userFilter(filters)}`
    return this.#all<{ count: number }>(sql, filters.among)[0]!.count
  }

  ids(filters: UserFilters): number[] {
    const sql = `SELECT u.id FROM users u ${this.#userFilter(filters)} ORDER BY u.id`
    return this.#all<{ id: number }>(sql, filters.among).map(({ id }) => id)
  }

  memberships(user: number): StoredMembership[] {
    const sql =
      'SELECT type, source, name, level FROM memberships WHERE user = ? ORDER BY type, name'
    return this.#sql.all<StoredMembership>(sql, user)
  }

  /** How many users in the entire review match each filter. */
  userCounts(): Record<ReviewFilter, number> {
    return this.#counts('users u', userConditions(this.#now()))
  }

  credentials({ kinds, filters, order_by, sort, offset, limit }: CredentialQuery): Credential[] {
    const by = credentialOrder[order_by]
    // An edited row may have a username of megabytes, which each of the user's keys and tokens would repeat.
    // guard: repeated-username
    const username = `substr(u.username, 1, ${nameLimit})`
    return this.#all<StoredCredential & Pick<Credential, 'user' | 'username'>>(
      `SELECT c.*, ${username} AS username FROM credentials c JOIN users u ON u.id = c.user
       ${credentialFilter({ kinds, filters })}
       ORDER BY ${by} IS NULL, ${by} ${sort}, c.user, c.id LIMIT ${limit} OFFSET ${offset}`,
    ).map((row) => ({
      ...row,
      never_used: row.never_used === 1,
      active: toBoolean(row.active),
    }))
  }

  /** A key and its owner, and when they were read. */
  findKey(fingerprint: string): FoundKey | undefined {
    const sql = `SELECT c.* FROM credentials c WHERE c.fingerprint = ? ORDER BY c.user LIMIT 1`
    const row = this.#sql.one<StoredCredential & Pick<Credential, 'user'>>(sql, fingerprint)
    const user = row && this.#sql.one<ReviewUserRow>('SELECT * FROM users WHERE id = ?', row.user)
    if (!user) return undefined
    const { id, username, name, state, read_at: readAt } = user
    const isBot = toBoolean(user.bot)
    return {
      credential: {
        ...row,
        username,
        never_used: row.never_used === 1,
        active: toBoolean(row.active),
      },
      owner: { id, username, name, state, ...(isBot !== null && { isBot }) },
      readAt,
    }
  }

  /** What was read about users with IDs above `after`: the next ones, up to `limit`. */
  ownersAfter(after: number, limit: number): ReviewedOwner[] {
    const owners = this.#sql.all<{ id: number; read_at: number; unread: string }>(
      'SELECT id, read_at, unread FROM users WHERE read_at IS NOT NULL AND gone = 0 AND id > ? ORDER BY id LIMIT ?',
      after,
      limit,
    )
    const rows = this.#sql.all<StoredCredential & { user: number }>(
      `SELECT * FROM credentials WHERE kind <> 'personal' AND user IN (SELECT value FROM json_each(?))`,
      JSON.stringify(owners.map(({ id }) => id)),
    )
    const rowsOf = Map.groupBy(rows, ({ user }) => user)
    return owners.map(({ id, read_at: readAt, unread }) => {
      const own = rowsOf.get(id) ?? []
      const isUnread = (part: ReviewPart) =>
        toParts(unread).includes(part) || this.#skipped.includes(part)
      const keys = own
        .filter(isKeyRow)
        .map(({ scopes: _, last_used_ips: __, active: ___, ...key }) => key)
      const tokens = own.filter(({ kind }) => kind === 'token')
      return {
        user: id,
        readAt,
        keys: isUnread('ssh') || isUnread('gpg') ? undefined : keys,
        impersonation: isUnread('tokens') ? undefined : tokens.map((token) => token.id),
      }
    })
  }

  /** The matching credentials' owners. */
  ownerIds(query: CredentialFilters): number[] {
    const sql = `SELECT DISTINCT c.user AS id FROM credentials c ${credentialFilter(query)} ORDER BY c.user`
    return this.#all<{ id: number }>(sql).map(({ id }) => id)
  }

  countCredentials(filters: CredentialFilters): number {
    const sql = `SELECT count(*) AS count FROM credentials c ${credentialFilter(filters)}`
    return this.#all<{ count: number }>(sql)[0]!.count
  }

  /** How many credentials in the entire review match each filter. */
  credentialCounts(): Record<CredentialFilter, number> {
    const conditions = credentialFilters.map((filter) => [filter, credentialConditions[filter]])
    return this.#counts(
      'credentials c',
      Object.fromEntries(conditions) as Record<CredentialFilter, string>,
    )
  }

  #userFilter({ filters, among }: UserFilters): string {
    const conditions = userConditions(this.#now())
    const operator = among?.isExcept ? 'NOT IN' : 'IN'
    return whereAll([
      ...filters.map((filter) => conditions[filter]),
      among && `u.id ${operator} (SELECT value FROM json_each(:among))`,
    ])
  }

  #counts<Name extends string>(from: string, conditions: Record<Name, string>) {
    const columns = Object.entries<string>(conditions).map(
      ([name, condition]) => `count(*) FILTER (WHERE ${condition}) AS "${name}"`,
    )
    return this.#all<Record<Name, number>>(`SELECT ${columns.join()} FROM ${from}`)[0]!
  }

  /** Runs a query that may refer to the times from `credentialMoments` and the users in `among`. */
  #all<Row>(sql: string, among?: DecidedUsers): Row[] {
    const moments = credentialMoments(this.#now())
    const bound = bindNamed(sql, { ...moments, among: JSON.stringify(among?.ids ?? []) })
    return this.#sql.all<Row>(bound.sql, ...bound.values)
  }
}

function isKeyRow<Row extends StoredCredential>(row: Row): row is Row & { kind: 'ssh' | 'gpg' } {
  return row.kind === 'ssh' || row.kind === 'gpg'
}

function credentialFilter({ kinds, filters }: CredentialFilters): string {
  return whereAll([kindCondition(kinds), ...filters.map((filter) => credentialConditions[filter])])
}
