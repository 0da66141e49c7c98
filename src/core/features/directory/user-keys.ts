import type { DirectoryStore } from './directory-store.ts'
import { nameKey, normalizeForSearch } from '../../list-copy/normalize-for-search.ts'

/** User identifiers: IDs, usernames, and emails. Names may belong to several users. */
export interface UserKeys {
  ids: readonly number[]
  usernames: readonly string[]
  emails: readonly string[]
  names: readonly string[]
}

/** The IDs of users with one of these keys, or these full names. Ignores case and accents. */
export function idsByKeys(
  copy: Pick<DirectoryStore, 'select'>,
  { ids = [], usernames = [], emails = [], names = [] }: Partial<UserKeys>,
): number[] {
  const sql = `SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?))
    OR username_key IN (SELECT value FROM json_each(?)) OR email_key IN (SELECT value FROM json_each(?))
    OR name_key IN (SELECT value FROM json_each(?))`
  const texts = [usernames, emails].map((some) => some.map(normalizeForSearch))
  const keys = [ids, ...texts, names.map(nameKey)].map((some) => JSON.stringify(some))
  return copy.select<{ id: number }>(sql, ...keys).map(({ id }) => id)
}

/** Which of these words are part of the name of a user with another username. */
export function wordsInOtherNames(
  copy: Pick<DirectoryStore, 'select'>,
  words: readonly string[],
): string[] {
  const sql = `SELECT DISTINCT value AS word FROM users, json_each(?)
    WHERE username_key <> value AND instr(' ' || name_key || ' ', ' ' || value || ' ') > 0`
  return copy.select<{ word: string }>(sql, JSON.stringify(words)).map(({ word }) => word)
}
