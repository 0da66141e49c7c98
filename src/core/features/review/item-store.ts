import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ReviewItem, ReviewState } from '../../../shared/operations/review.ts'
import {
  type ItemColumn,
  type ItemDecision,
  type ItemFinding,
  type ItemKind,
  type ReviewSubject,
  itemFindings,
  itemKinds,
} from '../../../shared/rules/review.ts'
import { ownerLevel } from '../../../shared/rules/access-levels.ts'
import { nameLimit, noteLimit } from '../../../shared/rules/limits.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import type { Database } from '../../platform/sqlite/database.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import type { Member } from '../../../shared/gitlab/associations.ts'
import { findingConditions, maxShared, rebuildSql } from './item-sql.ts'
import type { KnownReviewer } from './parts/split.ts'
import { type CollectedPlace, type Place, type PlaceType, maxDepth } from './places.ts'
import { whereAll } from './review-queries.ts'
import type { UserToReview } from './review-store.ts'

export type UndecidedItem = Omit<ReviewItem, 'decided' | 'remediation'>

export interface ItemFilters {
  kinds: readonly ItemKind[]
  findings: readonly ItemFinding[]
  user?: number | undefined
  search?: string | undefined
  /** Only these items, or all except them. */
  among?: { ids: readonly string[]; isExcept: boolean } | undefined
}

export interface ItemQuery extends ItemFilters {
  order_by: ItemColumn
  sort: 'asc' | 'desc'
  offset: number
  limit: number
}

/** An item of the review that another one follows. */
export interface EarlierItem {
  id: string
  decision: ItemDecision | null
  /** Whether the decision was carried out. */
  isDone: boolean
}

type StoredItem = Omit<UndecidedItem, 'findings'>

/** Members who aren't among the review's users, and whether their access is stored. */
interface Outsiders {
  users: Map<number, UserToReview>
  areStored: boolean
}

/** How many items are read at once. */
const readBatchSize = 2000
/** The most users whose items are rebuilt per transaction. */
const rebuildBatchSize = 100
/** How long (ms) a transaction should take at most. */
const rebuildMs = 100

const itemOrder: Readonly<Record<ItemColumn, string>> = {
  username: 'u.username COLLATE NOCASE',
  kind: 'i.kind',
  title: 'i.title COLLATE NOCASE',
  level: 'i.level',
  expires_at: 'i.expires_at',
}

/** The groups and projects of a review, and the items to decide about, in the review's file. */
export class ItemStore {
  readonly #sql: Sql
  readonly #subjects: readonly ReviewSubject[]

  readonly #isOfGroup: boolean
  #refreshing: Promise<void> | undefined

  constructor(
    database: Database,
    { subjects, group }: { subjects: readonly ReviewSubject[]; group?: unknown },
  ) {
    this.#sql = new Sql(database)
    this.#subjects = subjects
    this.#isOfGroup = group !== undefined
  }

  insertPlaces(places: readonly Place[]): void {
    this.#sql.transaction(() => {
      for (const place of places) this.#insertPlace(place)
    })
  }

  #insertPlace({ type, id, parent, path, isReviewed }: Place): void {
    this.#sql.run(
      'INSERT OR IGNORE INTO places (type, id, parent, path, reviewed) VALUES (?, ?, ?, ?, ?)',
      ...[type, id, parent ?? null, truncate(path, noteLimit), isReviewed ? 1 : 0],
    )
  }

  hasGroup(id: number): boolean {
    return (
      this.#sql.one(`SELECT 1 FROM places WHERE type = 'Namespace' AND id = ?`, id) !== undefined
    )
  }

  /**
   * Stores what was read about a place. Returns its members who aren't among the review's users; their memberships are stored
   * only if they are about to be added.
   */
  savePlace(
    place: Place,
    collected: CollectedPlace,
    { now, addsMembers }: { now: number; addsMembers: boolean },
  ): UserToReview[] {
    const outsiders: Outsiders = { users: new Map(), areStored: addsMembers }
    const { type, id } = place
    this.#sql.transaction(() => {
      this.#insertPlace(place)
      this.#saveMembers(place, collected.direct, outsiders)
      const share = 'INSERT OR REPLACE INTO place_shares VALUES (?, ?, ?, ?, ?)'
      this.#sql.run('DELETE FROM place_shares WHERE type = ? AND place = ?', type, id)
      for (const { invited, level, expires_at } of collected.shares)
        this.#sql.run(share, type, id, invited, level, expires_at ?? null)
      this.#sql.run('DELETE FROM place_listed WHERE type = ? AND place = ?', type, id)
      for (const member of collected.all) {
        if (!this.#isStored(member, outsiders)) continue
        const sql = 'INSERT OR REPLACE INTO place_listed VALUES (?, ?, ?, ?)'
        this.#sql.run(sql, type, id, member.id, member.access_level ?? 0)
      }
      for (const { place: group, members } of collected.invited) {
        this.#insertPlace(group)
        this.#saveMembers(group, members, outsiders)
        const sql = `UPDATE places SET read_at = ? WHERE type = 'Namespace' AND id = ?`
        this.#sql.run(sql, now, group.id)
      }
      this.#sql.run(
        'UPDATE places SET read_at = ?, unread = ? WHERE type = ? AND id = ?',
        ...[now, collected.unread.join(' '), type, id],
      )
      this.#sql.run(`DELETE FROM items WHERE user IS NULL AND id LIKE ?`, `unread:${type}:${id}:%`)
      for (const part of collected.unread) {
        const sql = `INSERT OR REPLACE INTO items (id, kind, title, source_type, source, origin)
          VALUES (?, 'unread', ?, ?, ?, ?)`
        const title = truncate(place.path, noteLimit)
        this.#sql.run(sql, `unread:${type}:${id}:${part}`, title, type, id, part)
      }
      this.#sql.run('UPDATE users SET outdated = 1 WHERE outdated = 0')
    })
    return [...outsiders.users.values()]
  }

  #saveMembers({ type, id }: Place, members: readonly Member[], outsiders: Outsiders): void {
    this.#sql.run('DELETE FROM place_members WHERE type = ? AND place = ?', type, id)
    for (const member of members) {
      if (!this.#isStored(member, outsiders)) continue
      this.#sql.run(
        'INSERT OR REPLACE INTO place_members VALUES (?, ?, ?, ?, ?, ?)',
        ...[type, id, member.id, member.access_level ?? 0],
        ...[member.expires_at ?? null, member.created_by?.id ?? null],
      )
    }
  }

  /** Whether a member's access is stored. Notes those who aren't among the review's users. */
  #isStored({ id, username, name, state }: Member, { users, areStored }: Outsiders): boolean {
    if (this.#sql.one('SELECT 1 FROM users WHERE id = ?', id)) return true
    users.set(id, { id, username, name, state: state ?? '' })
    const sql = 'INSERT OR IGNORE INTO outsiders VALUES (?, ?)'
    this.#sql.run(sql, id, truncate(username, nameLimit))
    return areStored
  }

  /** The number of members who aren't among the review's users. */
  countOutsiders(): number {
    const sql = 'SELECT count(*) AS count FROM outsiders WHERE user NOT IN (SELECT id FROM users)'
    return this.#sql.one<{ count: number }>(sql)!.count
  }

  places(): Pick<NonNullable<ReviewState['places']>, 'total' | 'read' | 'incomplete'> {
    return this.#sql.one(
      `SELECT count(*) AS total, count(read_at) AS read, count(*) FILTER (WHERE unread <> '') AS incomplete
       FROM places WHERE reviewed = 1`,
    )!
  }

  /** The instance doesn't list groups and projects. */
  markUnlisted(): void {
    this.#sql.run(
      `INSERT OR REPLACE INTO items (id, kind, title, origin) VALUES ('unread:places', 'unread', '', 'places')`,
    )
  }

  /** Forgets what was read about places. */
  restartPlaces(places: readonly Place[]): void {
    this.#sql.transaction(() => {
      for (const table of ['places', 'place_members', 'place_shares', 'place_listed', 'outsiders'])
        this.#sql.run(`DELETE FROM ${table}`)
      for (const place of places) this.#insertPlace(place)
    })
  }

  /** Brings the items up to date with what was read. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined))
    return this.#refreshing
  }

  async #refresh(): Promise<void> {
    const statements = rebuildSql(this.#subjects, this.#isOfGroup)
    this.#sql.run(
      `INSERT OR REPLACE INTO items (id, kind, title, source_type, source, origin)
         SELECT 'unread:' || type || ':' || id || ':all', 'unread', path, type, id, 'all' FROM places
         WHERE reviewed = 1 AND read_at IS NULL`,
    )
    // Grows as long as users have few items.
    for (let size = 1; ;) {
      const began = performance.now()
      const rows = this.#sql.all<{ id: number }>(
        'SELECT id FROM users WHERE outdated = 1 AND read_at IS NOT NULL LIMIT ?',
        size,
      )
      if (rows.length === 0) return
      const users = JSON.stringify(rows.map(({ id }) => id))
      const isCut = this.#sql.transaction(() => {
        for (const sql of statements) this.#sql.run(sql, users)
        // The limit counts all users of the statement.
        if (rows.length === 1 || this.#countShared(users) < maxShared) return false
        this.#sql.run(
          'UPDATE users SET outdated = 1 WHERE id IN (SELECT value FROM json_each(?))',
          users,
        )
        return true
      })
      const isSlow = performance.now() - began > rebuildMs / 2
      // guard: rebuild-slices
      size = isCut ? 1 : isSlow ? Math.ceil(size / 4) : Math.min(size * 2, rebuildBatchSize)
      await yieldToEventLoop()
    }
  }

  #countShared(users: string): number {
    const sql = `SELECT count(*) AS count FROM items
      WHERE kind = 'shared' AND user IN (SELECT value FROM json_each(?))`
    return this.#sql.one<{ count: number }>(sql, users)!.count
  }

  page({ order_by, sort, offset, limit, ...filters }: ItemQuery, me: number): UndecidedItem[] {
    const found = itemFindings.map((id) => `(${findingConditions[id]}) AS found_${id}`)
    return this.#all<StoredItem & Record<string, unknown>>(
      `SELECT i.*, u.username, u.name, ${found.join()} FROM items i LEFT JOIN users u ON u.id = i.user
       ${whereOf(filters)}
       ${orderOf({ order_by, sort })} LIMIT ${limit} OFFSET ${offset}`,
      me,
      filters,
    ).map(toItem)
  }

  /** All matching items, by user. Hundreds of thousands are read in slices, and again if they change meanwhile. */
  async all(filters: ItemFilters, me: number): Promise<UndecidedItem[]> {
    const order = { order_by: 'username', sort: 'asc', offset: 0, limit: -1 } as const
    const sql = `SELECT i.id FROM items i LEFT JOIN users u ON u.id = i.user ${whereOf(filters)} ${orderOf(order)}`
    for (;;) {
      const ids = this.#all<{ id: string }>(sql, me, filters).map(({ id }) => id)
      const items: UndecidedItem[] = []
      for (let from = 0; from < ids.length; from += readBatchSize) {
        const among = { ids: ids.slice(from, from + readBatchSize), isExcept: false }
        items.push(...this.page({ ...order, kinds: [], findings: [], among }, me))
        // guard: item-slices
        await yieldToEventLoop()
      }
      if (items.length === ids.length) return items
    }
  }

  count(filters: ItemFilters, me: number): number {
    const sql = `SELECT count(*) AS count FROM items i LEFT JOIN users u ON u.id = i.user ${whereOf(filters)}`
    return this.#all<{ count: number }>(sql, me, filters)[0]!.count
  }

  /** The matching items that can be decided. */
  ids(filters: ItemFilters, me: number): { id: string; user: number | null }[] {
    const decidable = `i.kind <> 'unread'`
    const sql = `SELECT i.id, i.user FROM items i LEFT JOIN users u ON u.id = i.user ${whereOf(filters, decidable)} ORDER BY i.id`
    return this.#all(sql, me, filters)
  }

  /** These users' items that can be decided, apart from the account. */
  ofUsers(users: readonly number[]): { id: string; user: number }[] {
    return this.#sql.all(
      `SELECT id, user FROM items
       WHERE user IN (SELECT value FROM json_each(?)) AND kind NOT IN ('account', 'unread')`,
      JSON.stringify(users),
    )
  }

  /** All items in order of their IDs, in batches. */
  *batches(size: number): Iterable<{ id: string; kind: ItemKind }[]> {
    for (let after = ''; ;) {
      const sql = 'SELECT id, kind FROM items WHERE id > ? ORDER BY id LIMIT ?'
      const rows = this.#sql.all<{ id: string; kind: ItemKind }>(sql, after, size)
      if (rows.length === 0) return
      yield rows
      after = rows.at(-1)!.id
    }
  }

  /** A user of the review by username or email, ignoring case. */
  findUser(text: string): KnownReviewer | undefined {
    const sql = `SELECT id, username, name, coalesce(email, '') AS email FROM users
      WHERE username = ?1 COLLATE NOCASE OR email = ?1 COLLATE NOCASE`
    return text === '' ? undefined : this.#sql.one<KnownReviewer>(sql, text)
  }

  /** The direct owners of a group or project, or else of the nearest group around it, who are among the review's users. */
  ownersOf(type: PlaceType, id: number, depth = 0): KnownReviewer[] {
    // Owners without an email can't be told apart.
    // guard: owner-email
    const sql = `SELECT u.id, u.username, u.name, coalesce(u.email, '') AS email FROM place_members m JOIN users u ON u.id = m.user
      WHERE m.type = ? AND m.place = ? AND m.level >= ${ownerLevel} AND coalesce(u.bot, 0) = 0 AND u.email <> ''
      ORDER BY u.id`
    const owners = this.#sql.all<KnownReviewer>(sql, type, id)
    if (owners.length > 0) return owners
    const parent = this.#sql.one<{ parent: number | null }>(
      'SELECT parent FROM places WHERE type = ? AND id = ?',
      type,
      id,
    )?.parent
    const isLoop = type === 'Namespace' && parent === id
    return parent === undefined || parent === null || isLoop || depth > maxDepth
      ? []
      : this.ownersOf('Namespace', parent, depth + 1)
  }

  /** How many users are in each state. */
  countStates(): Record<string, number> {
    const sql = 'SELECT state, count(*) AS count FROM users GROUP BY state ORDER BY state'
    const rows = this.#sql.all<{ state: string; count: number }>(sql)
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }

  /** The SHA-256 of all items, which changes with what was read. */
  async hash(): Promise<string> {
    const hash = createHash('sha256')
    for (let after = ''; ;) {
      const sql = 'SELECT * FROM items WHERE id > ? ORDER BY id LIMIT ?'
      const rows = this.#sql.all<{ id: string }>(sql, after, readBatchSize)
      for (const row of rows) hash.update(JSON.stringify(row))
      if (rows.length < readBatchSize) return hash.digest('hex')
      after = rows.at(-1)!.id
      // guard: hash-slices
      await yieldToEventLoop()
    }
  }

  rememberEarlier(items: readonly EarlierItem[]): void {
    this.#sql.transaction(() => {
      for (const { id, decision, isDone } of items) {
        const sql = 'INSERT OR REPLACE INTO earlier_items VALUES (?, ?, ?)'
        this.#sql.run(sql, id, decision, isDone ? 1 : 0)
      }
    })
  }

  /** Counts in the entire review. */
  counts(me: number): {
    total: number
    kinds: Record<ItemKind, number>
    findings: Record<ItemFinding, number>
  } {
    const count = (name: string, condition: string) =>
      `count(*) FILTER (WHERE ${condition}) AS "${name}"`
    const row = this.#all<Record<string, number>>(
      `SELECT count(*) AS total, ${[
        ...itemKinds.map((kind) => count(`kind ${kind}`, `i.kind = '${kind}'`)),
        ...itemFindings.map((id) => count(id, findingConditions[id])),
      ].join()} FROM items i`,
      me,
    )[0]!
    return {
      total: row['total']!,
      kinds: Object.fromEntries(itemKinds.map((kind) => [kind, row[`kind ${kind}`]!])) as never,
      findings: Object.fromEntries(itemFindings.map((id) => [id, row[id]!])) as never,
    }
  }

  /** Runs a query that may refer to the reviewer, a search, and the items in `among`. */
  #all<Row>(
    sql: string,
    me: number,
    { among, search = '', user }: Partial<ItemFilters> = {},
  ): Row[] {
    const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const values: Record<string, string | number> = {
      me,
      user: user ?? 0,
      search: pattern,
      among: JSON.stringify(among?.ids ?? []),
    }
    const bound: (string | number)[] = []
    const text = sql.replaceAll(/:(me|user|search|among)\b/g, (_, name: string) => {
      bound.push(values[name]!)
      return '?'
    })
    return this.#sql.all<Row>(text, ...bound)
  }
}

function orderOf({ order_by, sort }: Pick<ItemQuery, 'order_by' | 'sort'>): string {
  const by = itemOrder[order_by]
  return `ORDER BY ${by} IS NULL, ${by} ${sort}, i.user, i.id`
}

function toItem({
  id,
  kind,
  user,
  username,
  name,
  title,
  ...row
}: StoredItem & Record<string, unknown>): UndecidedItem {
  const { source_type, source, level, expires_at, origin } = row
  return {
    ...{ id, kind, user, username, name, title, source_type, source, level, expires_at, origin },
    findings: itemFindings.filter((finding) => row[`found_${finding}`] === 1),
  }
}

function whereOf(
  { kinds, findings, user, search, among }: ItemFilters,
  decidable?: string,
): string {
  const like = (column: string) => String.raw`${column} LIKE :search ESCAPE '\'`
  return whereAll([
    kinds.length > 0 ? `i.kind IN (${kinds.map((kind) => `'${kind}'`).join()})` : undefined,
    ...findings.map((id) => findingConditions[id]),
    user === undefined ? undefined : 'i.user = :user',
    search ? [like('u.username'), like('u.name'), like('i.title')].join(' OR ') : undefined,
    among &&
      `i.id ${among.isExcept ? 'NOT IN' : 'IN'} (SELECT value FROM json_each(:among))${
        among.isExcept ? ` AND i.kind <> 'unread'` : ''
      }`,
    decidable,
  ])
}
