import { crc32 } from 'node:zlib'
import { UnusableDatabase } from '../../platform/sqlite/database-failure.ts'
import type { SqlValue } from '../../platform/sqlite/database.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { type DirectoryUserRow, rowColumns } from './user-row.ts'

/** A row in the file. */
export interface StoredRow extends DirectoryUserRow {
  /** The list entry's hash, to detect changes; null for users loaded individually. */
  mark: number | null
  /** The other columns' checksum. */
  sum: number
}

/** A list entry's hash. It covers all fields, including those that aren't stored. */
export function listEntryHash(user: AdminListUser): number {
  const { identities } = user
  if (!identities || identities.length < 2) return crc32(JSON.stringify(user))
  // The service doesn't send identities in a fixed order.
  const sorted = identities.map((identity) => JSON.stringify(identity)).sort()
  return crc32(JSON.stringify({ ...user, identities: sorted }))
}

/** The parameters of `upsertUser` for a row. */
export function storedValues(row: DirectoryUserRow, mark: number | null): SqlValue[] {
  const values = rowValues(row, mark)
  return [...values, checksum(values)]
}

/** Checks a row against its checksum. Throws `UnusableDatabase` if it is damaged. */
export function verifyRow(row: StoredRow): StoredRow {
  if (checksum(rowValues(row, row.mark)) === row.sum) return row
  throw new UnusableDatabase(`the row of user ${row.id} is not what was written`)
}

type Value = string | number | null

function rowValues(row: DirectoryUserRow, mark: number | null): Value[] {
  return [row.id, ...rowColumns.map((column) => row[column]), mark]
}

/** Uses plain text rather than JSON: SQLite and `crc32` convert a lone surrogate the same way, but JSON escapes it. */
function checksum(values: readonly Value[]): number {
  let text = ''
  for (const value of values) text += `${value ?? '\u0000'}\n`
  return crc32(text)
}
