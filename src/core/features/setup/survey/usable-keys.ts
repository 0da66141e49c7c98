import { runProgram } from '../../../infra/run-program.ts'
import type { SshKey } from '../../../../shared/service/ssh-keys.ts'
import { expandHome } from '../home-paths.ts'
import type { Survey } from './survey.ts'

export interface KeyOnAccount {
  entry: SshKey
  /** Absent where the key could not be read. */
  fingerprint?: string | undefined
}

/** A key whose private half is on this computer. */
export interface UsableKey {
  fingerprint: string
  /** One line, as in a `.pub` file. */
  publicKey: string
  type: string
  weak: boolean
  isInAgent: boolean
  /** Where its halves are; absent for one that only the agent has. */
  files?: { publicKey: string; privateKey: string }
  /** For an import. */
  localKeyId?: string
  title: string
  onAccount?: SshKey | undefined
}

/** The keys that git could use, the most useful first. */
export async function usableKeys(survey: Survey): Promise<UsableKey[]> {
  const [{ keys }, agent, account] = await Promise.all([
    survey.files(),
    survey.agent(),
    // Without an answer, none counts as added.
    survey.accountKeys().catch((): KeyOnAccount[] => []),
  ])
  const { home } = survey.ports
  const onAccount = (fingerprint: string) =>
    account.find((key) => key.fingerprint === fingerprint)?.entry
  const agentKeys = new Set(agent.keys.map(({ fingerprint }) => fingerprint))
  const ofFiles = keys
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
      localKeyId: key.localKeyId,
      title: key.title,
      onAccount: onAccount(key.fingerprint),
    }))
  const known = new Set(ofFiles.map(({ fingerprint }) => fingerprint))
  const ofAgent = agent.keys
    .filter(({ fingerprint }) => !known.has(fingerprint))
    .map((key): UsableKey => ({
      fingerprint: key.fingerprint,
      publicKey: `${key.type} ${key.blob}`,
      type: key.type,
      weak: key.weakness !== undefined,
      isInAgent: true,
      title: key.comment,
      onAccount: onAccount(key.fingerprint),
    }))
  const now = survey.ports.now()
  return [...ofFiles, ...ofAgent].toSorted((a, b) => usefulness(b, now) - usefulness(a, now))
}

function usefulness({ weak, onAccount, type }: UsableKey, now: number): number {
  const added = onAccount && !isExpired(onAccount, now) && authenticates(onAccount)
  return (weak ? 0 : 8) + (added ? 4 : 0) + (onAccount ? 2 : 0) + (type.includes('ed25519') ? 1 : 0)
}

export function isExpired({ expires_at: end }: SshKey, now: number): boolean {
  return typeof end === 'string' && Date.parse(end) <= now
}

function authenticates({ usage_type: usage }: SshKey): boolean {
  return usage !== 'signing'
}

/** Whether the private half of a key has to be unlocked before it signs; one that only an agent has doesn't. */
export async function needsPassphrase(key: UsableKey, { ports }: Survey): Promise<boolean> {
  return key.files !== undefined && hasPassphrase(key.files.privateKey, ports.environment)
}

/** Whether a private key has a passphrase. Asked of ssh-keygen, so that no private key is read here. */
async function hasPassphrase(path: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const args = ['-y', '-P', '', '-f', path]
  const { exitCode } = await runProgram('ssh-keygen', args, { environment, timeMs: 5_000 })
  return exitCode !== 0
}
