import type { SQLInputValue } from 'node:sqlite'
import type { Database } from './database.ts'
import type { User } from './users.ts'

/** One condition on users, as SQL with its values. */
export type Condition = readonly [sql: string, ...values: SQLInputValue[]]

/** Some of all users, and how much of each is read. */
export interface Selection<Row extends ListedUser> {
  extent: Extent<Row>
  conditions: readonly Condition[]
}

/** Columns to read; their type is remembered with them. */
export interface Extent<Row extends ListedUser> {
  readonly columns: string
  readonly row?: Row
}

/** What of a user the shortest view and every order need. */
export type ListedUser = Pick<User, (typeof listedColumns)[number]>
const listedColumns = ['id', 'username', 'name', 'state', 'locked', 'avatar', 'updated_at'] as const

export const wholeUsers: Extent<User> = { columns: '*' }
/** A page of a hundred is read three times as fast as whole users are. */
export const listedUsers: Extent<ListedUser> = { columns: listedColumns.join() }

/** An order in which keyset paging can go on from any row; rows that are equal are ordered by id. */
export interface Order {
  column: 'id' | 'name' | 'username' | 'updated_at'
  direction: 'asc' | 'desc'
}

/** The row after which a page begins. */
export interface Position {
  value: string | number
  id: number
}

export function countUsers(db: Database, conditions: readonly Condition[]): number {
  const sql = `SELECT count(*) AS count FROM users ${where(conditions)}`
  return db.one<{ count: number }>(sql, ...valuesOf(conditions))!.count
}

/** A page of users by offset, ordered as the terms say. */
export function usersAt<Row extends ListedUser>(
  db: Database,
  { extent, conditions }: Selection<Row>,
  [terms, ...values]: Condition,
  limit: number,
  offset: number,
): Row[] {
  return db.all<Row>(
    `SELECT ${extent.columns} FROM users ${where(conditions)} ORDER BY ${terms} LIMIT ? OFFSET ?`,
    ...valuesOf(conditions),
    ...values,
    limit,
    offset,
  )
}

/** The next users after a position, found by index however far it is. */
export function usersAfter<Row extends ListedUser>(
  db: Database,
  { extent, conditions }: Selection<Row>,
  order: Order,
  position: Position | undefined,
  limit: number,
): Row[] {
  const rest = position ? [...conditions, isAfter(order, position)] : conditions
  return usersAt(db, { extent, conditions: rest }, orderTerms(order), limit, 0)
}

/** The terms of an order; the id decides between equals. */
export function orderTerms({ column, direction }: Order): Condition {
  const names = column === 'id' ? [column] : [column, 'id']
  return [names.map((name) => `${name} ${direction}`).join()]
}

function isAfter({ column, direction }: Order, { value, id }: Position): Condition {
  const sign = direction === 'asc' ? '>' : '<'
  if (column === 'id') return [`id ${sign} ?`, id]
  return [`(${column}, id) ${sign} (?, ?)`, value, id]
}

function where(conditions: readonly Condition[]): string {
  return conditions.length === 0
    ? ''
    : `WHERE ${conditions.map(([sql]) => `(${sql})`).join(' AND ')}`
}

function valuesOf(conditions: readonly Condition[]): SQLInputValue[] {
  return conditions.flatMap(([, ...values]) => values)
}
