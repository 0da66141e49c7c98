import type { AttentionItem } from '../../../shared/operations/attention.ts'
import { gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import { parseGpgKey } from '../../gitlab/account-gpg-keys.ts'
import { allSshKeys, parseSshKey } from '../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { sshKeyIdentity } from '../../keys/ssh-public-key.ts'
import { FailureError } from '../../platform/failure.ts'

/** Another signed-in account. */
export interface OtherAccount extends Pick<Account, 'id' | 'label'> {
  /** Whether the user has the same ID and name, and could be the same user under another URL of the instance. */
  isSameUser: boolean
  /** Serves cached responses and never sends requests. */
  cached: GitLabClient
}

/** A key that can be compared across accounts. */
interface NamedKey {
  id: number
  title: string
  identity: string
}

interface SharedKeys {
  items: AttentionItem[]
  /** Whether all accounts' keys are known. */
  isWhole: boolean
}

/** The SSH keys that an account has in common with other accounts. */
export function findSharedSshKeys(
  keys: readonly SshKey[],
  others: readonly OtherAccount[],
): Promise<SharedKeys> {
  const read = async (cached: GitLabClient) => (await allSshKeys(cached)).flatMap(namedSshKey)
  return findSharedKeys('ssh', async () => keys.flatMap(namedSshKey), read, others)
}

/**
 * The GPG keys that an account has in common with other accounts. Reads the account's keys only if another account has
 * any.
 */
export function findSharedGpgKeys(
  gitlab: GitLabClient,
  others: readonly OtherAccount[],
  now: number,
): Promise<SharedKeys> {
  const read = async (client: GitLabClient) =>
    (
      await Promise.all(
        (await client.all(gpgKeys.list, {})).map(async (key): Promise<NamedKey[]> => {
          const details = (await parseGpgKey(key, now))?.details
          if (!details) return []
          const { fingerprint, keyId } = details
          return [{ id: key.id, title: keyId, identity: fingerprint }]
        }),
      )
    ).flat()
  return findSharedKeys('gpg', () => read(gitlab), read, others)
}

async function findSharedKeys(
  type: 'ssh' | 'gpg',
  readOwn: () => Promise<NamedKey[]>,
  read: (cached: GitLabClient) => Promise<NamedKey[]>,
  others: readonly OtherAccount[],
): Promise<SharedKeys> {
  const accountKeys = await Promise.all(
    others.map(async ({ cached, ...other }) => ({ ...other, keys: await ifCached(read(cached)) })),
  )
  const isWhole = accountKeys.every(({ keys }) => keys !== undefined)
  if (accountKeys.every(({ keys = [] }) => keys.length === 0)) return { items: [], isWhole }
  const items = (await readOwn()).flatMap(({ id: keyId, title, identity }): AttentionItem[] => {
    const having = accountKeys.filter(({ isSameUser, keys }) =>
      keys?.some((key) => key.identity === identity && !(isSameUser && key.id === keyId)),
    )
    if (having.length === 0) return []
    const accounts = having.map(({ id, label }) => ({ id, label }))
    return [{ kind: 'key-on-two-accounts', type, keyId, title, others: accounts }]
  })
  return { items, isWhole }
}

/** Undefined if it has never been read. */
async function ifCached<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof FailureError) return undefined
    throw error
  }
}

function namedSshKey(entry: SshKey): NamedKey[] {
  const key = parseSshKey(entry)
  return key ? [{ id: entry.id, title: entry.title, identity: sshKeyIdentity(key) }] : []
}
