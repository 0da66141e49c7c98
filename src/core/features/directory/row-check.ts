import type { SqlValue } from '../../infra/sqlite/database.ts'
import { crc32 } from 'node:zlib'
import { UnusableDatabase } from '../../infra/sqlite/database-failure.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { type UserRow, rowColumns } from './user-row.ts'

/** A row as it stands in the file: with what tells whether it is still what was written. */
export interface StoredRow extends UserRow {
  /** Of all that a list said of the person, also what is not kept; null where they were read by themselves since. */
  mark: number | null
  /** Of everything in the row. */
  sum: number
}

/** Tells an entry of a list from the same person's entry after any change. */
export function markOf(user: AdminListUser): number {
  const { identities } = user
  if (!identities || identities.length < 2) return crc32(JSON.stringify(user))
  // They come in no particular order.
  const sorted = identities.map((identity) => JSON.stringify(identity)).sort()
  return crc32(JSON.stringify({ ...user, identities: sorted }))
}

/** What is written of a row: its id and its columns in their order, the mark, and the sum of all that. */
export function sealed(row: UserRow, mark: number | null): SqlValue[] {
  const values = valuesOf(row, mark)
  values.push(sumOf(values))
  return values
}

/** The row if it is what was written; throws a `UnusableDatabase` where it is not. */
export function unsealed(row: StoredRow): StoredRow {
  if (sumOf(valuesOf(row, row.mark)) === row.sum) return row
  throw new UnusableDatabase(`the row of person ${row.id} is not what was written`)
}

function valuesOf(row: UserRow, mark: number | null): SqlValue[] {
  const values: SqlValue[] = [row.id]
  for (const column of rowColumns) values.push(row[column])
  values.push(mark)
  return values
}

function sumOf(values: readonly SqlValue[]): number {
  return crc32(JSON.stringify(values))
}
