import { createFailureError } from '../../platform/failures.ts'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import {
  type DirectoryColumn,
  directoryColumnFields,
} from '../../../shared/rules/directory-columns.ts'
import type { SqlOrder } from './directory-store.ts'

/** Throws if the filter contradicts itself and would match no users. */
export function assertDateRange({ created_after, created_before }: DirectoryFilter): void {
  if (!created_after || !created_before || created_after <= created_before) return
  throw createFailureError('directory.contradictoryDays', { day: created_after })
}

/** How to order a list by a column. */
export function sqlOrder(column: DirectoryColumn, direction: 'asc' | 'desc'): SqlOrder {
  const { kind } = directoryColumnFields[column]
  const isText = kind === 'text' || kind === 'area'
  const by = sortKeys[column] ?? (isText ? `${column} COLLATE NOCASE` : column)
  return { by, direction, mayBeNull: !neverNull.has(column) }
}

/** The expression to sort by if it isn't the column itself. */
const sortKeys: Partial<Record<DirectoryColumn, string>> = {
  name: 'name_key',
  username: 'username_key',
  email: 'email_key',
  identities: 'providers',
  email_confirmed: 'confirmed',
  email_domain: `substr(email_key, instr(email_key, '@') + 1)`,
}
const neverNull = new Set<DirectoryColumn>(['id', 'name', 'username', 'state'])
