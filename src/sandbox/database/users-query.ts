import type { SQLInputValue } from 'node:sqlite'
import type { Database } from './database.ts'
import type { User } from './users.ts'

/** A SQL condition on users with its values. */
export type Condition = readonly [sql: string, ...values: SQLInputValue[]]

/** Columns to read, with the row type they produce. */
export interface Columns<Row extends ListedUser> {
  readonly sql: string
  readonly row?: Row
}

/** The columns that the basic view and all sort orders need. */
export type ListedUser = Pick<User, (typeof listedColumns)[number]>
const listedColumns = ['id', 'username', 'name', 'state', 'locked', 'avatar', 'updated_at'] as const

export const wholeUsers: Columns<User> = { sql: '*' }
/** Reading a page of 100 is three times as fast as with all columns. */
export const listedUsers: Columns<ListedUser> = { sql: listedColumns.join() }

/** A sort order for keyset paging. Ties are broken by id. */
export interface Order {
  column: 'id' | 'name' | 'username' | 'updated_at'
  direction: 'asc' | 'desc'
}

/** The row that a page starts after. */
export interface Position {
  value: string | number
  id: number
}

/** A query, starting at `FROM`, for users who meet all conditions. */
export function usersQuery(conditions: readonly Condition[]) {
  const where = conditions.map(([sql]) => `(${sql})`).join(' AND ')
  return {
    from: where === '' ? 'FROM users' : `FROM users WHERE ${where}`,
    values: conditions.flatMap(([, ...values]) => values),
  }
}

/** The users after a position, which an index finds at any depth. */
export function usersAfter<Row extends ListedUser>(
  db: Database,
  columns: Columns<Row>,
  conditions: readonly Condition[],
  order: Order,
  position: Position | undefined,
  limit: number,
): Row[] {
  const pageConditions = position ? [...conditions, isAfter(order, position)] : conditions
  const { from, values } = usersQuery(pageConditions)
  const [terms] = orderTerms(order)
  return db.all<Row>(`SELECT ${columns.sql} ${from} ORDER BY ${terms} LIMIT ?`, ...values, limit)
}

/** An order's terms, with the id as a tie-breaker. */
export function orderTerms({ column, direction }: Order): Condition {
  const names = column === 'id' ? [column] : [column, 'id']
  return [names.map((name) => `${name} ${direction}`).join()]
}

function isAfter({ column, direction }: Order, { value, id }: Position): Condition {
  const sign = direction === 'asc' ? '>' : '<'
  if (column === 'id') return [`id ${sign} ?`, id]
  return [`(${column}, id) ${sign} (?, ?)`, value, id]
}
