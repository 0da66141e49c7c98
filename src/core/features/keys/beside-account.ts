import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'
import { type KeyPurpose, guessKeyPurpose } from '../../../shared/rules/key-purpose.ts'
import type { AccountKeyEntry } from './key-import.ts'

/** What an account's keys are compared with: other accounts signed in here, and the items that the account ignores. */
export interface KeyContext {
  accounts: readonly OtherAccount[]
  /** The names of this account and of others, which a key's name may contain. */
  names?: Parameters<typeof guessKeyPurpose>[1]
  /** Names of ignored items. */
  ignored: ReadonlySet<string>
}

export type KeyContextOf = (account: string) => KeyContext

interface OtherAccount {
  /** Reads from the cache only and never sends requests. */
  cached: GitLabClient
  username: string
  /** The instance's URL. */
  instance: string
  /** Whether the user ID and name match, so this may be the same user under another URL of the instance. */
  isSameUser: boolean
}

type ComparableKey = { entry: { id?: number | undefined }; identity?: string | undefined }

/** Finds the other accounts that had a key when their keys were last read. */
export async function findAccountsWithKey<Key extends AccountKeyEntry>(
  surroundings: KeyContext | undefined,
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

/** How a key on this computer relates to accounts. */
export interface KeyStanding {
  isOnAccount: boolean
  /** IDs of other accounts that have the key. */
  otherAccounts: readonly string[]
}

/** What a key is probably for, if that isn't the account: another account has it, or its names say so. */
export function findDoubt(
  names: readonly string[],
  { isOnAccount, otherAccounts }: KeyStanding,
  { accounts = [], names: accountNames }: Partial<KeyContext> = {},
): KeyPurpose | undefined {
  if (isOnAccount) return guessKeyPurpose(names)
  const other = accounts.find(({ cached }) => otherAccounts.includes(cached.account))
  if (!other) return guessKeyPurpose(names, accountNames)
  return { kind: 'account', username: other.username, instance: other.instance }
}

function noneIfNeverRead(error: unknown): never[] {
  if (error instanceof FailureError) return []
  throw error
}
