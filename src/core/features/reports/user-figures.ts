import {
  type CounterId,
  type ReportCounter,
  counterFilter,
  counterIds,
  counterOf,
} from '../../../shared/rules/reports.ts'
import type { SqlValue } from '../../platform/sqlite/database.ts'
import { type Select, isKnownSql } from '../known-columns.ts'
import { toSqlConditions } from '../user-conditions.ts'
import type { Figures } from './report-store.ts'

type UsersCounter = Extract<ReportCounter, { source: 'directory' }>

const counters: readonly [CounterId, UsersCounter][] = counterIds.flatMap((id) => {
  const counter = counterOf(id)
  return counter.source === 'directory' ? [[id, counter] as const] : []
}) as [CounterId, UsersCounter][]

const condition = {
  neverSignedIn: 'last_sign_in_at IS NULL',
  oldest: '1',
}

/** A counter's value, or NULL if it isn't known, as SQL with its values. */
function counterSql(counter: UsersCounter, now: number): { sql: string; values: SqlValue[] } {
  const { needs = [], what } = counter
  const conditions = toSqlConditions(counterFilter(counter, now), now)
  const where = [...conditions.map(([sql]) => `(${sql})`), what ? condition[what] : '1'].join(
    ' AND ',
  )
  const values = conditions.flatMap(([, ...bound]) => bound)
  const value =
    what === 'oldest'
      ? `coalesce(CAST((? - unixepoch(min(created_at) FILTER (WHERE ${where}), 'subsec') * 1000) / 86400000 AS INTEGER), 0)`
      : `count(*) FILTER (WHERE ${where})`
  const isKnown = needs.map(isKnownSql).join(' AND ')
  return {
    sql: isKnown ? `CASE WHEN ${isKnown} THEN ${value} END` : value,
    values: what === 'oldest' ? [now, ...values] : values,
  }
}

/** All counters of users at a time (ms since 1970), from one pass over the rows. */
export function readUserFigures(select: Select, now: number): Figures {
  const columns = counters.map(([id, counter]) => ({ id, ...counterSql(counter, now) }))
  const [row] = select<Record<string, number | null>>(
    `SELECT ${columns.map(({ id, sql }) => `${sql} AS ${id}`).join(', ')} FROM users`,
    ...columns.flatMap(({ values }) => values),
  )
  const known = Object.entries(row!).filter(([, value]) => value !== null)
  return Object.fromEntries(known) as Figures
}
