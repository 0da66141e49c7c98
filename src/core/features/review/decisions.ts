import {
  AnswerSource,
  type ReviewItemDecision,
  type UserDecision,
} from '../../../shared/operations/review.ts'
import {
  type DecisionFilter,
  type ItemDecision,
  type ReviewDecision,
  reviewDecisions,
} from '../../../shared/rules/review.ts'
import { oneOfSql } from '../../platform/sqlite/stored-row.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'

export interface NewDecision {
  /** Null clears the decision. */
  decision: ReviewDecision | null
  /** Undefined keeps an existing note. */
  note: string | undefined
  by: string
  at: number
}

export interface NewItemDecision {
  /** Null clears the decision. */
  decision: ItemDecision | null
  /** The role to change to. */
  level?: number | undefined
  /** Undefined keeps an existing note. */
  note: string | undefined
  by: string
  at: number
  /** The file that it comes from. */
  source?: AnswerSource
}

/** An item of a review, and whose it is. */
export interface DecidedItem {
  id: string
  user: number | null
}

interface StoredDetails {
  item: string
  level: number | null
  source: string | null
}

/** Undefined if it is absent, or if the row was edited. */
function sourceOf(text: string | null): AnswerSource | undefined {
  const value = text === null ? undefined : attempt(() => JSON.parse(text) as unknown)
  return AnswerSource.safeParse(value).data
}

/** A decision about a user in an earlier review. */
export interface EarlierDecision extends UserDecision {
  user: number
  review: number
}

/** A review's users who have a decision, or all the others. */
export interface DecidedUsers {
  ids: readonly number[]
  isExcept: boolean
}

/** SQL condition: whether a row decides about a user. “Not mine” decides nothing. */
const isAboutUser = `item = 'account:' || user AND ${oneOfSql('decision', reviewDecisions)}`

/**
 * The decisions about a review's users and items. They are stored in the jobs file, because the file with collected data is
 * deleted if it gets damaged. Deleted along with the review.
 */
export class Decisions {
  readonly #sql: Sql
  readonly #review: number

  constructor(sql: Sql, review: number) {
    this.#sql = sql
    this.#review = review
  }

  /** Returns how many users it changed. The others keep the author of the earlier decision. */
  decide(users: readonly number[], { decision, note, by, at }: NewDecision): number {
    const ids = JSON.stringify(users)
    const { changes } =
      decision === null
        ? this.#sql.run(
            `DELETE FROM decisions WHERE job = ? AND item = 'account:' || user AND user IN (SELECT value FROM json_each(?))`,
            this.#review,
            ids,
          )
        : this.#sql.run(
            `INSERT INTO decisions (job, item, user, decision, note, actor, at)
               SELECT ?1, 'account:' || target, target, ?3, coalesce(?4, ''), ?5, ?6 FROM items
               WHERE job = ?1 AND target IN (SELECT value FROM json_each(?2))
             ON CONFLICT DO UPDATE SET decision = ?3, note = coalesce(?4, note), actor = ?5, at = ?6, source = NULL
               WHERE decision <> ?3 OR note <> coalesce(?4, note)`,
            this.#review,
            ids,
            decision,
            note ?? null,
            by,
            at,
          )
    return changes
  }

  of(users: readonly number[]): ReadonlyMap<number, UserDecision> {
    const rows = this.#sql.all<UserDecision & { user: number }>(
      `SELECT user, decision, note, actor AS by, at FROM decisions
       WHERE job = ? AND ${isAboutUser} AND item IN (SELECT 'account:' || value FROM json_each(?))`,
      this.#review,
      JSON.stringify(users),
    )
    return new Map(rows.map(({ user, ...decided }) => [user, decided]))
  }

  /** The last decision about each of these users in an earlier review, and that review. */
  earlier(users: readonly number[]): EarlierDecision[] {
    // With `max`, the other columns are from the same row.
    return this.#sql.all<EarlierDecision>(
      `SELECT user, max(job) AS review, decision, note, actor AS by, at FROM decisions
       WHERE job < ? AND ${isAboutUser} AND item IN (SELECT 'account:' || value FROM json_each(?)) GROUP BY user`,
      this.#review,
      JSON.stringify(users),
    )
  }

  /** The users that a filter lists; undefined for all. */
  select(filter: DecisionFilter | undefined): DecidedUsers | undefined {
    if (filter === undefined) return undefined
    const isExcept = filter === 'undecided'
    const rows = this.#sql.all<{ user: number }>(
      `SELECT user FROM decisions WHERE job = ?1 AND ${isAboutUser} AND (?2 IS NULL OR decision = ?2)`,
      this.#review,
      isExcept ? null : filter,
    )
    return { ids: rows.map(({ user }) => user), isExcept }
  }

  /** How many of `total` users have each decision. */
  counts(total: number): Record<DecisionFilter, number> {
    const counts = { undecided: total, keep: 0, change: 0, remove: 0 }
    const rows = this.#sql.all<{ decision: ReviewDecision; count: number }>(
      `SELECT decision, count(*) AS count FROM decisions WHERE job = ? AND ${isAboutUser} GROUP BY decision`,
      this.#review,
    )
    for (const { decision, count } of rows) {
      counts[decision] = count
      counts.undecided -= count
    }
    return counts
  }

  /** Returns how many items it changed. The others keep the author of the earlier decision. */
  decideItems(
    items: readonly DecidedItem[],
    { decision, level, note, by, at, source }: NewItemDecision,
  ): number {
    const json = JSON.stringify(items)
    const { changes } =
      decision === null
        ? this.#sql.run(
            `DELETE FROM decisions WHERE job = ? AND item IN (SELECT value ->> 'id' FROM json_each(?))`,
            this.#review,
            json,
          )
        : this.#sql.run(
            `INSERT INTO decisions (job, item, user, decision, level, note, actor, at, source)
               SELECT ?1, value ->> 'id', value ->> 'user', ?3, ?4, coalesce(?5, ''), ?6, ?7, ?8 FROM json_each(?2) WHERE 1
             ON CONFLICT DO UPDATE SET decision = ?3, level = ?4, note = coalesce(?5, note), actor = ?6, at = ?7, source = ?8
               WHERE decision <> ?3 OR level IS NOT ?4 OR note <> coalesce(?5, note)`,
            this.#review,
            json,
            decision,
            level ?? null,
            note ?? null,
            by,
            at,
            source ? JSON.stringify(source) : null,
          )
    return changes
  }

  ofItems(ids: readonly string[]): ReadonlyMap<string, ReviewItemDecision> {
    const rows = this.#sql.all<Omit<ReviewItemDecision, 'level' | 'source'> & StoredDetails>(
      `SELECT item, decision, level, note, actor AS by, at, source FROM decisions
       WHERE job = ? AND item IN (SELECT value FROM json_each(?))`,
      this.#review,
      JSON.stringify(ids),
    )
    return new Map(
      rows.map(({ item, level, source, ...decided }) => {
        const from = sourceOf(source)
        return [
          item,
          { ...decided, ...(level !== null && { level }), ...(from && { source: from }) },
        ]
      }),
    )
  }

  /** The IDs of items with this decision, or of all items with one. */
  itemIds(decision?: ItemDecision): string[] {
    const rows = this.#sql.all<{ item: string }>(
      'SELECT item FROM decisions WHERE job = ?1 AND (?2 IS NULL OR decision = ?2)',
      this.#review,
      decision ?? null,
    )
    return rows.map(({ item }) => item)
  }
}
