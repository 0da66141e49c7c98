import type { DirectoryFilter } from '../../shared/operations/directory.ts'
import type { NeededColumn } from '../../shared/rules/reports.ts'
import type { SqlValue } from '../platform/sqlite/database.ts'

/** Reads rows of the table `users`. */
export type Select = <Row>(sql: string, ...values: SqlValue[]) => Row[]

/** Columns that are empty for some users, so that the instance sends them if any user has one. */
const mayBeEmpty: ReadonlySet<NeededColumn> = new Set(['last_activity_on', 'last_sign_in_at'])

/** Whether the rows have a column, as SQL. The bot flag may be missing for all users: then names tell bots. */
export function isKnownSql(column: NeededColumn): string {
  if (mayBeEmpty.has(column)) return `(count(${column}) > 0 OR count(*) = 0)`
  if (column === 'bot') return 'count(bot) IN (0, count(*))'
  return `count(${column}) = count(*)`
}

/** The columns that a filter compares, apart from those that every user has. */
const comparedColumns: Partial<Record<keyof DirectoryFilter, readonly NeededColumn[]>> = {
  humans: ['bot'],
  bots: ['bot'],
  admins: ['is_admin'],
  external: ['external'],
  locked: ['locked'],
  two_factor: ['two_factor_enabled'],
  inactive_days: ['last_activity_on', 'created_at'],
  active_before: ['last_activity_on', 'created_at'],
  active_after: ['last_activity_on'],
  created_before: ['created_at'],
  created_after: ['created_at'],
}

/** The columns that a filter compares and the instance doesn't send, so that a missing value would count as “no”. */
export function unknownColumns(select: Select, filter: DirectoryFilter): NeededColumn[] {
  const names = Object.keys(filter) as (keyof DirectoryFilter)[]
  const columns = [...new Set(names.flatMap((name) => comparedColumns[name] ?? []))]
  if (columns.length === 0) return []
  const known = columns.map((column) => `${isKnownSql(column)} AS ${column}`)
  const [row] = select<Record<string, number>>(`SELECT ${known.join(', ')} FROM users`)
  return columns.filter((column) => row![column] !== 1)
}
