import { z } from 'zod'
import { currentTime } from '../../../shared/rules/clock.ts'
import { DirectoryChange } from '../../../shared/operations/directory.ts'
import {
  type DirectoryChangeKind,
  changesPerKind,
  directoryChangeKinds,
} from '../../../shared/rules/directory-changes.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'
import { UnusableDatabase } from '../../platform/sqlite/database-failure.ts'
import { jsonSql, maxStored } from '../../platform/sqlite/stored-row.ts'
import type { DirectoryUserRow } from './user-row.ts'

/** The fields to compare between two versions of a row. */
const compared = ['id', 'username', 'state', 'is_admin', 'two_factor_enabled', 'external'] as const
export type ComparedUser = Pick<DirectoryUserRow, (typeof compared)[number]>
export const comparedColumns = compared.join()

/** After a check for excess changes, how many new ones cause the next check. */
const trimStep = 250

/**
 * Changes to users since the first full sync, recorded in the transaction that writes their rows. Call `note` and
 * `trim` only inside one.
 */
export class DirectoryChanges {
  /** Milliseconds since 1970. */
  now: () => number = currentTime
  readonly #sql: Sql
  /** Finds the changes that were made on this computer. If undefined, `trim` is left to another thread. */
  findOwn: ((changes: readonly DirectoryChange[]) => ReadonlySet<DirectoryChange>) | undefined =
    () => new Set()
  readonly #noted = new Set<DirectoryChangeKind>()
  /** The number of changes of a kind from which on `trim` checks them. */
  readonly #checkFrom = new Map<DirectoryChangeKind, number>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Compares a row with the previous one. Undefined means that the user didn't exist or no longer exists. */
  note(before: ComparedUser | undefined, after: ComparedUser | undefined): void {
    for (const change of compare(before, after)) this.#insert(change)
  }

  /**
   * Removes the oldest changes of each kind that exceeds the limit: those made here and those by others apart, so that
   * a run on thousands of users doesn't displace what others did.
   */
  trim(): void {
    const { findOwn } = this
    if (!findOwn) return
    for (const kind of this.#noted) {
      const { count } = this.#sql.one<{ count: number }>(
        'SELECT count(*) AS count FROM changes WHERE kind = ?',
        kind,
      )!
      if (count <= (this.#checkFrom.get(kind) ?? changesPerKind)) continue
      const removed = this.#trimKind(kind, findOwn)
      this.#checkFrom.set(kind, Math.max(changesPerKind, count - removed + trimStep))
    }
    this.#noted.clear()
  }

  /** The kinds noted since the last call, for the thread that removes excess changes. */
  takeNoted(): DirectoryChangeKind[] {
    const kinds = [...this.#noted]
    this.#noted.clear()
    return kinds
  }

  /** Includes kinds that another thread noted in the next `trim`. */
  addNoted(kinds: readonly DirectoryChangeKind[]): void {
    for (const kind of kinds) this.#noted.add(kind)
  }

  #trimKind(kind: DirectoryChangeKind, findOwn: NonNullable<DirectoryChanges['findOwn']>): number {
    const rows = this.#sql.all<{ number: number; record: string }>(
      'SELECT number, record FROM changes WHERE kind = ? ORDER BY number DESC',
      kind,
    )
    const changes = rows.map(toChange)
    const own = findOwn(changes)
    const byAuthor = Map.groupBy(rows.keys(), (index) => own.has(changes[index]!))
    const excess = [...byAuthor.values()].flatMap((indexes) => indexes.slice(changesPerKind))
    if (excess.length === 0) return 0
    this.#sql.run(
      'DELETE FROM changes WHERE number IN (SELECT value FROM json_each(?))',
      JSON.stringify(excess.map((index) => rows[index]!.number)),
    )
    this.#sql.run('INSERT OR IGNORE INTO cut_changes (kind) VALUES (?)', kind)
    return excess.length
  }

  /** Kinds whose oldest changes were removed. */
  cutKinds(): DirectoryChangeKind[] {
    const rows = this.#sql.all<{ kind: string }>('SELECT kind FROM cut_changes')
    return directoryChangeKinds.filter((name) => rows.some(({ kind }) => kind === name))
  }

  /** Newest first. */
  all(): DirectoryChange[] {
    const rows = this.#sql.all<{ record: string }>(
      'SELECT record FROM changes ORDER BY number DESC',
    )
    return rows.map(toChange)
  }

  /** All changes to these users, oldest first. */
  ofUsers(ids: readonly number[]): DirectoryChange[] {
    const rows = this.#sql.all<{ record: string }>(
      `SELECT record FROM changes WHERE ${jsonSql('record', 'id')} IN (SELECT value FROM json_each(?)) ORDER BY number`,
      JSON.stringify(ids),
    )
    return rows.map(toChange)
  }

  #insert(change: Omit<DirectoryChange, 'at'>): void {
    const sql = 'INSERT INTO changes (kind, record) VALUES (?, ?)'
    this.#sql.run(sql, change.kind, JSON.stringify({ at: this.now(), ...change }))
    this.#noted.add(change.kind)
  }
}

const StoredChange = DirectoryChange.extend({ at: z.number().min(0).max(maxStored) })

/** Throws `UnusableDatabase` if it was edited to another shape. */
function toChange({ record }: { record: string }): DirectoryChange {
  // guard: damaged-change
  const change = StoredChange.safeParse(attempt(() => JSON.parse(record) as unknown))
  if (change.success) return change.data
  throw new UnusableDatabase('a change is not what was written')
}

function compare(
  before: ComparedUser | undefined,
  after: ComparedUser | undefined,
): Omit<DirectoryChange, 'at'>[] {
  const user = after ?? before
  if (!user) return []
  const { id, username } = user
  if (!before || !after) {
    const kinds: DirectoryChangeKind[] = before ? ['deleted'] : ['new']
    // A new user with admin rights is also recorded as a change of rights.
    if (after?.is_admin === 1) kinds.push('newAdmin')
    if (after?.external === 1) kinds.push('newExternal')
    return kinds.map((kind) => ({ kind, id, username }))
  }
  const kinds: DirectoryChangeKind[] = []
  if (before.is_admin === 0 && after.is_admin === 1) kinds.push('newAdmin')
  if (before.is_admin === 1 && after.is_admin === 0) kinds.push('noAdmin')
  if (before.two_factor_enabled === 1 && after.two_factor_enabled === 0) kinds.push('twoFactorOff')
  if (before.external === 0 && after.external === 1) kinds.push('newExternal')
  const changes: Omit<DirectoryChange, 'at'>[] = kinds.map((kind) => ({ kind, id, username }))
  if (before.state !== after.state) {
    const isReturn = before.state === 'deactivated' && after.state === 'active'
    const states = { before: before.state, after: after.state }
    changes.push({ kind: isReturn ? 'returned' : 'state', id, username, ...states })
  }
  return changes
}
