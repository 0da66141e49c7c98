import type { ExactMatch } from '../../../shared/rules/directory-columns.ts'
import { parseIdSearch } from '../../../shared/rules/id-search.ts'
import { normalizeForSearch } from '../../list-copy/normalize-for-search.ts'
import type { DirectoryUserRow } from './user-row.ts'

/** The exact values that a search may stand for: an ID (or `#7`), a username (or `@kim`), or an email address. */
export interface ExactSearch {
  id: number | undefined
  username: string
  email: string
}

export function parseExactSearch(search: string): ExactSearch {
  const text = search.trim()
  return {
    id: parseIdSearch(text),
    username: normalizeForSearch(text.replace(/^@(?=\S)/, '')),
    email: normalizeForSearch(text),
  }
}

/** How a user matches exactly, most specific kind first; undefined for other matches. */
export function findExactMatch(
  row: Pick<DirectoryUserRow, 'id' | 'username_key' | 'email_key'>,
  { id, username, email }: ExactSearch,
): ExactMatch | undefined {
  if (row.username_key === username) return 'username'
  if (row.id === id) return 'id'
  return row.email_key !== null && row.email_key === email ? 'email' : undefined
}
