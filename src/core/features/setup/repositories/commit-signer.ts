import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { VerificationProblem } from '../../../../shared/rules/repositories.ts'
import { isSameEmail } from '../../../../shared/rules/email-address.ts'
import { hasExpired } from '../../../../shared/rules/utc-days.ts'
import type { Agent } from '../../../keys/ssh-agent.ts'
import type { FindSecretGpgKeys } from '../../../keys/secret-gpg-keys.ts'
import { attempt } from '../../../platform/ignore-errors.ts'
import { expandHome, isNetworkPath } from '../home-paths.ts'
import { isTrue } from '../survey/git.ts'
import { readSigning } from '../survey/signing.ts'
import type { AccountFacts, KeyFacts } from './account-facts.ts'
import type { RepositorySetting } from './repository-settings.ts'

/** How a repository's commits are signed. */
export interface CommitSigner {
  signs: boolean
  format: 'ssh' | 'openpgp' | 'x509'
  /** The setting's value, or the name that gpg looks up. */
  key?: string | undefined
  /** Fingerprints of an SSH key, or of a GPG key and its subkeys. */
  fingerprints: readonly string[]
  /** The reason why commits won’t be verified for any account. */
  problem?: VerificationProblem | undefined
}

interface Home {
  home: string
  environment: NodeJS.ProcessEnv
  /** The settings that apply outside of repositories. */
  usual: ReadonlyMap<string, string>
  findSecretGpgKeys: FindSecretGpgKeys
  agent(): Promise<Agent>
}

interface Commit {
  folder: string
  settings: readonly RepositorySetting[]
  /** `Name <email>`; absent if git would refuse to commit. */
  committer: string | undefined
}

/** Maximum length of a name passed to gpg; operating systems won't start a program with very long arguments. */
const signerNameLimit = 1000

/** Determines how a commit would be signed, without signing one. Never runs a program configured by a repository. */
export async function readSigner(commit: Commit, home: Home): Promise<CommitSigner> {
  const config = new Map(commit.settings.map(({ name, value }) => [name, value]))
  const signs = isTrue(config.get('commit.gpgsign'))
  const configuredKey = config.get('user.signingkey')
  // guard: signing-key-path
  if (configuredKey !== undefined && isNetworkPath(configuredKey))
    return { signs, format: 'ssh', key: configuredKey, fingerprints: [], problem: 'unknown-signer' }
  const signing = readSigning({ config }, home.home, commit.folder)
  const { format, key } = signing
  if (!signs) return { signs, format, key, fingerprints: [], problem: 'unsigned' }
  if (format === 'x509') return { signs, format, key, fingerprints: [], problem: 'unknown-signer' }
  const programSettings =
    format === 'ssh' ? ['gpg.ssh.program'] : ['gpg.openpgp.program', 'gpg.program']
  const program = firstDefined(config, programSettings)
  // guard: own-signer
  if (program !== firstDefined(home.usual, programSettings))
    return { signs, format, key, fingerprints: [], problem: 'unknown-signer' }
  const signer = { signs, format }
  const usualProgram = format === 'ssh' ? 'ssh-keygen' : 'gpg'
  if (!hasProgram(expandHome(program ?? usualProgram, home.home), home.environment))
    return { ...signer, key, fingerprints: [], problem: 'program-missing' }
  if (format === 'openpgp') {
    const name = key ?? commit.committer
    // guard: signer-name
    if (name === undefined || name.length > signerNameLimit)
      return { ...signer, fingerprints: [], problem: 'key-missing' }
    const { fingerprints, said } = await home.findSecretGpgKeys(name, program)
    const problem = said === undefined ? 'key-missing' : 'unknown-signer'
    return { ...signer, key: name, fingerprints, ...(fingerprints.length === 0 && { problem }) }
  }
  const { publicKey, asksForKey } = signing
  if (!publicKey) {
    const isFile =
      key !== undefined && existsSync(resolve(commit.folder, expandHome(key, home.home)))
    const problem = (key === undefined && asksForKey) || isFile ? 'unknown-signer' : 'key-missing'
    return { ...signer, key, fingerprints: [], problem }
  }
  const { fingerprint } = publicKey
  // Another program may have keys that gpg doesn't.
  const isHere =
    program !== undefined ||
    hasPrivateHalf(key!, home.home, commit.folder) ||
    (await home.agent()).keys.some((loaded) => loaded.fingerprint === fingerprint)
  return { ...signer, key, fingerprints: [fingerprint], ...(!isHere && { problem: 'key-missing' }) }
}

/** Why GitLab wouldn’t verify a signer's signatures for an account. */
export async function signerProblem(
  { format, fingerprints }: CommitSigner,
  { email, account, now }: { email: string; account: AccountFacts; now: number },
): Promise<VerificationProblem | undefined> {
  const hasPassed = ({ expires }: KeyFacts) => expires !== undefined && hasExpired(expires, now)
  if (format === 'ssh') {
    const keys = await account.sshKeys()
    if (!keys) return 'account-not-read'
    const key = keys.find(({ fingerprint }) => fingerprints.includes(fingerprint))
    if (!key) return 'key-not-on-account'
    if (hasPassed(key)) return 'key-expired'
    return key.signs ? undefined : 'key-cannot-sign'
  }
  const keys = await account.gpgKeys()
  if (!keys) return 'account-not-read'
  const key = keys.find((known) => known.fingerprints.some((own) => fingerprints.includes(own)))
  if (!key) return 'key-not-on-account'
  if (key.revoked) return 'key-revoked'
  if (key.expired || hasPassed(key)) return 'key-expired'
  return key.emails.some((configuredKey) => isSameEmail(configuredKey, email))
    ? undefined
    : 'email-not-in-key'
}

function firstDefined(config: ReadonlyMap<string, string>, names: readonly string[]) {
  return names.map((name) => config.get(name)).find((value) => value !== undefined)
}

function hasPrivateHalf(key: string, home: string, folder: string): boolean {
  if (/^(key::|ssh-|ecdsa-|sk-)/.test(key)) return false
  const path = expandHome(key, home).replace(/\.pub$/, '')
  return existsSync(resolve(folder, path))
}

function hasProgram(program: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  // On a Mac, gpg may be in folders that only a terminal has in its PATH.
  if (process.platform === 'darwin') return true
  const names = process.platform === 'win32' ? [program, `${program}.exe`] : [program]
  const folders = /[\\/]/.test(program) ? [''] : PATH.split(delimiter).filter(isAbsolute)
  return folders.some((folder) =>
    names.some((name) => attempt(() => accessSync(join(folder, name), constants.X_OK) ?? true)),
  )
}
