import type { DirectoryStore } from './directory-store.ts'
import { normalizeForSearch } from './normalize-for-search.ts'

/** User identifiers: IDs, usernames, and emails. */
export interface UserKeys {
  ids: readonly number[]
  usernames: readonly string[]
  emails: readonly string[]
}

/** The IDs of users with one of these keys. Ignores case and accents. */
export function idsByKeys(
  copy: Pick<DirectoryStore, 'select'>,
  { ids = [], usernames = [], emails = [] }: Partial<UserKeys>,
): number[] {
  const sql = `SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?))
    OR username_key IN (SELECT value FROM json_each(?)) OR email_key IN (SELECT value FROM json_each(?))`
  const [names, addresses] = [usernames, emails].map((texts) => texts.map(normalizeForSearch))
  const keys = [ids, names, addresses].map((some) => JSON.stringify(some))
  return copy.select<{ id: number }>(sql, ...keys).map(({ id }) => id)
}
