import { crc32 } from 'node:zlib'
import { UnusableDatabase } from '../../infra/sqlite/database-failure.ts'
import type { SqlValue } from '../../infra/sqlite/database.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { type UserRow, rowColumns } from './user-row.ts'

/** A row as it is in the file. */
export interface StoredRow extends UserRow {
  /** Tells a list's entry from the same user's after any change; null where they were read alone. */
  mark: number | null
  /** The checksum of everything else in the row. */
  sum: number
}

/** The mark of an entry of a list. It's of all that the list said of the user, also what is not stored. */
export function markOf(user: AdminListUser): number {
  const { identities } = user
  if (!identities || identities.length < 2) return crc32(JSON.stringify(user))
  // They come in no particular order.
  const sorted = identities.map((identity) => JSON.stringify(identity)).sort()
  return crc32(JSON.stringify({ ...user, identities: sorted }))
}

/** What `upsertUser` takes of a row. */
export function storedValues(row: UserRow, mark: number | null): SqlValue[] {
  const values = valuesOf(row, mark)
  return [...values, sumOf(values)]
}

/** The row, if it is what was written. Throws `UnusableDatabase` where it is not. */
export function verified(row: StoredRow): StoredRow {
  if (sumOf(valuesOf(row, row.mark)) === row.sum) return row
  throw new UnusableDatabase(`the row of user ${row.id} is not what was written`)
}

type Value = string | number | null

function valuesOf(row: UserRow, mark: number | null): Value[] {
  const values: Value[] = [row.id]
  for (const column of rowColumns) values.push(row[column])
  values.push(mark)
  return values
}

/** Of plain text instead of JSON: SQLite and `crc32` change half a surrogate pair in the same way, JSON escapes it. */
function sumOf(values: readonly Value[]): number {
  let text = ''
  for (const value of values) text += `${value ?? '\u0000'}\n`
  return crc32(text)
}
