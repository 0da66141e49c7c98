import type { ListedSshKey, LocalSshKey } from '../../../../shared/operations/local-keys.ts'
import { ignoredKeyName } from '../../../../shared/rules/ignored-keys.ts'
import { type SshPublicKey, sshKeyDetails } from '../../../keys/ssh-public-key.ts'
import { type KeyStanding, type KeyContext, findDoubt } from '../beside-account.ts'
import type { ExaminedKey, MergedKey } from '../examined-keys.ts'

export interface ExaminedSshKey extends ExaminedKey {
  key: SshPublicKey
  /** The name of its private key file, if found. */
  privateKey?: string | undefined
  /** Whether the private key has a passphrase; absent if its file doesn't reveal that. */
  hasPassphrase?: boolean | undefined
  /** The agent that holds the private key, if the key comes from one. */
  agent?: string | undefined
  /** All agents that hold the private key; absent for a key that was read from a file. */
  agents?: string[] | undefined
  /** The default title when it is added to an account. */
  title: string
  /** Whether its comment was dropped because the comment or the file looks like part of a private key. */
  lostComment?: boolean
}

/** Ranks copies of a key: those in a file ahead of those in an agent. */
export function rankSshKey({ privateKey, agent }: ExaminedSshKey): number {
  return privateKey ? 2 : agent ? 1 : 0
}

export function toListedSshKey(
  { localKeyId, key, copies, files, addedIds }: MergedKey<ExaminedSshKey>,
  surroundings: KeyContext | undefined,
  standing: KeyStanding = { isOnAccount: false, otherAccounts: [] },
): ListedSshKey {
  const local = toLocalSshKey(localKeyId, key)
  const isIgnored = surroundings?.ignored.has(ignoredKeyName('SSH', local.fingerprint))
  return {
    ...local,
    files,
    addedIds,
    privateKeys: [...new Set(copies.flatMap(({ privateKey }) => privateKey ?? []))],
    group: standing.isOnAccount ? 'on-account' : isIgnored ? 'ignored' : 'new',
    skip: local.weak ? 'weak' : local.lostComment ? 'lost-comment' : undefined,
    doubt: findDoubt([local.comment, ...files], standing, surroundings),
    otherAccounts: [...standing.otherAccounts],
  }
}

export function toLocalSshKey(localKeyId: string, examined: ExaminedSshKey): LocalSshKey {
  const { file, key, privateKey, hasPassphrase, agent, agents, title, lostComment, isAdded } =
    examined
  return {
    kind: 'key',
    localKeyId,
    file,
    privateKey,
    hasPassphrase,
    agent,
    agents,
    title,
    lostComment,
    isAdded,
    ...sshKeyDetails(key),
  }
}
