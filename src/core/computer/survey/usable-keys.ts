import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import type { Agent } from '../../keys/ssh-agent.ts'
import type { LocalSshKey } from '../../../shared/operations/local-keys.ts'
import { type KeyPurpose, guessKeyPurpose } from '../../../shared/rules/key-purpose.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import type { ComputerFacts } from '../computer-facts.ts'
import { expandHome } from '../home-paths.ts'

export interface KeyOnAccount {
  entry: SshKey
  /** Absent if the key could not be parsed. */
  fingerprint?: string | undefined
}

/** A key whose private key is on this computer. */
export interface UsableKey {
  fingerprint: string
  /** One line, as in a `.pub` file. */
  publicKey: string
  type: string
  weak: boolean
  isInAgent: boolean
  /** The paths of both files; absent if only the agent has it. */
  files?: { publicKey: string; privateKey: string }
  title: string
  onAccount?: SshKey | undefined
  /** What it seems to be for, if not for this account. */
  purpose?: KeyPurpose | undefined
}

/** A key from a file in `~/.ssh`. */
export type SshKeyInFile = Omit<LocalSshKey, 'localKeyId'>

/** Finds another signed-in account that has a public key. */
export type FindOtherAccount = (
  publicKey: string,
) => { instance: string; username: string } | undefined

/** Accounts whose names a key may have. */
export type NamedAccounts = NonNullable<Parameters<typeof guessKeyPurpose>[1]>

interface KeySources {
  /** By default, names in keys don't tell whose they are. */
  accounts?: NamedAccounts
  /** Keys in `~/.ssh`. */
  files: readonly SshKeyInFile[]
  agent: Agent
  account: readonly KeyOnAccount[]
  otherAccount: FindOtherAccount
  /** The fingerprints of the keys that ssh offers to the instance, in order. */
  offered: readonly (string | undefined)[]
}

/** The keys that git could use, most useful first. `now` is in milliseconds since 1970. */
export function usableKeys(
  { files, agent, account, accounts, otherAccount, offered }: KeySources,
  { home, now }: { home: string; now: number },
): UsableKey[] {
  const onAccount = (fingerprint: string) =>
    account.find((key) => key.fingerprint === fingerprint)?.entry
  const agentKeys = new Set(agent.keys.map(({ fingerprint }) => fingerprint))
  const namesOf = (fingerprint: string) =>
    files
      .filter((copy) => copy.fingerprint === fingerprint)
      .flatMap(({ comment, file }) => [comment, file])
  const purposeOf = (fingerprint: string, publicKey: string, names: readonly string[]) => {
    const other = onAccount(fingerprint) ? undefined : otherAccount(publicKey)
    return other
      ? { kind: 'account' as const, ...other }
      : guessKeyPurpose(names, onAccount(fingerprint) ? undefined : accounts)
  }
  const ofFiles = files
    .filter(({ privateKey }) => privateKey !== undefined)
    .map((key): UsableKey => ({
      fingerprint: key.fingerprint,
      publicKey: key.publicKey,
      type: key.type,
      weak: key.weak !== undefined,
      isInAgent: agentKeys.has(key.fingerprint),
      files: {
        publicKey: expandHome(key.file, home),
        privateKey: expandHome(key.privateKey!, home),
      },
      title: key.title,
      onAccount: onAccount(key.fingerprint),
      purpose: purposeOf(key.fingerprint, key.publicKey, namesOf(key.fingerprint)),
    }))
  const knownFingerprints = new Set(ofFiles.map(({ fingerprint }) => fingerprint))
  const ofAgent = agent.keys
    .filter(({ fingerprint }) => !knownFingerprints.has(fingerprint))
    .map((key) => ({ ...key, publicKey: `${key.type} ${key.blob}` }))
    .map((key): UsableKey => ({
      fingerprint: key.fingerprint,
      publicKey: key.publicKey,
      type: key.type,
      weak: key.weakness !== undefined,
      isInAgent: true,
      title: key.comment,
      onAccount: onAccount(key.fingerprint),
      purpose: purposeOf(key.fingerprint, key.publicKey, [
        key.comment,
        ...namesOf(key.fingerprint),
      ]),
    }))
  const used = offered.find((fingerprint) => {
    const entry = fingerprint === undefined ? undefined : onAccount(fingerprint)
    return entry && isAccepted(entry, now)
  })
  const rank = (key: UsableKey) =>
    usefulness(key, {
      isUsed: key.fingerprint === used,
      isOffered: offered.includes(key.fingerprint),
      now,
    })
  return [...ofFiles, ...ofAgent].toSorted((a, b) => rank(b) - rank(a))
}

function usefulness(
  key: UsableKey,
  { isUsed, isOffered, now }: { isUsed: boolean; isOffered: boolean; now: number },
): number {
  const { weak, onAccount, purpose, type } = key
  const reasons = [
    type.includes('ed25519'),
    // ssh uses it without further settings, even after a restart has emptied the agent.
    isOffered,
    !purpose,
    onAccount,
    onAccount && isAccepted(onAccount, now),
    // The key with which GitLab recognizes the account is named everywhere.
    isUsed,
    !isDoubtful(key),
    !weak,
  ]
  return reasons.reduce((sum, reason, at) => sum + (reason ? 2 ** at : 0), 0)
}

/** The username of another signed-in account on the instance that has a key, which GitLab accepts on one only. */
export function ownerOnInstance(
  { baseUrl }: { baseUrl: string },
  { purpose }: UsableKey,
): string | undefined {
  return purpose?.kind === 'account' && purpose.instance === baseUrl ? purpose.username : undefined
}

/** Whether a key seems to be for something else and isn’t on the account. */
export function isDoubtful({ purpose, onAccount }: UsableKey): boolean {
  return purpose !== undefined && !onAccount
}

export function isExpired({ expires_at: end }: SshKey, now: number): boolean {
  return typeof end === 'string' && hasExpired(end, now)
}

/** Whether GitLab lets ssh connect with a key on the account. */
export function isAccepted(key: SshKey, now: number): boolean {
  return !isExpired(key, now) && key.usage_type !== 'signing'
}

/** Whether a key must be unlocked before it can sign; false for a key that only an agent has. */
export async function needsPassphrase(
  { files }: UsableKey,
  facts: Pick<ComputerFacts, 'opensWithoutPassphrase'>,
): Promise<boolean> {
  return files !== undefined && !(await facts.opensWithoutPassphrase(files.privateKey))
}

/** Whether a key can't sign on this computer until someone types its passphrase. */
export async function isLocked(
  key: UsableKey,
  facts: Pick<ComputerFacts, 'opensWithoutPassphrase'>,
): Promise<boolean> {
  return !key.isInAgent && (await needsPassphrase(key, facts))
}
