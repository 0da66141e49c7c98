import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import type { QueueAction } from '../../../shared/rules/moderation.ts'
import { findExactMatch, parseExactSearch } from './exact-match.ts'
import type { LookAlikes } from './look-alikes.ts'
import { type DirectoryUserRow, toEntry } from './user-row.ts'

export interface EntryOptions {
  /** Registers users' avatars before they are requested. */
  pictures: { collect(account: string, users: unknown): void }
  /** Each user's queued action, if it is unfinished. */
  pendingOf(account: string, ids: readonly number[]): ReadonlyMap<number, QueueAction>
}

interface RequestContext {
  account: string
  lookAlikes: Pick<LookAlikes, 'of'>
  search?: string
}

/** Rows for a screen, with queued actions, exact matches and look-alikes. Registers their avatars. */
export function toEntries(
  options: EntryOptions,
  { account, lookAlikes, search = '' }: RequestContext,
  rows: readonly DirectoryUserRow[],
): DirectoryEntry[] {
  // Avatars need only these fields.
  const pictures = rows.map(({ id, username, avatar_url }) => ({ id, username, avatar_url }))
  options.pictures.collect(account, pictures)
  const pending = options.pendingOf(
    account,
    rows.map(({ id }) => id),
  )
  const exactSearch = search.trim() === '' ? undefined : parseExactSearch(search)
  return rows.map((row) => {
    const action = pending.get(row.id)
    const exact = exactSearch && findExactMatch(row, exactSearch)
    const lookAlike = lookAlikes.of(row.id)
    return {
      ...toEntry(row),
      ...(action && { pending: action }),
      ...(exact && { exact }),
      ...(lookAlike && { look_alike: lookAlike }),
    }
  })
}
