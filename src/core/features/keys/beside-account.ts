import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'
import type { ListedKey } from './key-import.ts'

/** What an account's keys are compared with: other accounts signed in here, and the items that the account ignores. */
export type AccountSurroundings = (account: string) => {
  accounts: readonly OtherAccount[]
  /** Names of ignored items. */
  ignored: ReadonlySet<string>
}

interface OtherAccount {
  /** Reads from the cache only and never sends requests. */
  cached: GitLabClient
  /** Whether the user ID and name match, so this may be the same user under another URL of the instance. */
  isSameUser: boolean
}

type ComparableKey = { entry: { id?: number | undefined }; identity?: string | undefined }

/** Finds the other accounts that had a key when their keys were last read. */
export async function findAccountsWithKey<Key extends ListedKey>(
  surroundings: ReturnType<AccountSurroundings> | undefined,
  keysOf: (account: GitLabClient) => Promise<Key[]>,
): Promise<(key: ComparableKey) => string[]> {
  const keysByAccount = await Promise.all(
    (surroundings?.accounts ?? []).map(async ({ cached, isSameUser }) => ({
      account: cached.account,
      isSameUser,
      keys: await keysOf(cached).catch(noneIfNeverRead),
    })),
  )
  return ({ entry, identity }) =>
    keysByAccount.flatMap(({ account, isSameUser, keys }) => {
      const isThere = keys.some(
        (key) =>
          identity !== undefined &&
          key.identity === identity &&
          !(isSameUser && key.entry.id === entry.id),
      )
      return isThere ? account : []
    })
}

function noneIfNeverRead(error: unknown): never[] {
  if (error instanceof FailureError) return []
  throw error
}
