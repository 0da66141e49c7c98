import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { signatureProblem } from '../../../shared/rules/commit-verification.ts'
import type { VerificationProblem } from '../../../shared/rules/repositories.ts'
import type { Agent } from '../../keys/ssh-agent.ts'
import type { FindGpgSigningKey } from '../../keys/gpg-signing-key.ts'
import { beginsLikePrivateKey, headSize, readPublicPart } from '../../keys/openssh-public-part.ts'
import type { SshPublicKey } from '../../keys/ssh-public-key.ts'
import { readBeginning } from '../../platform/files/regular-file.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { runProgram } from '../../platform/run-program.ts'
import { expandHome, isGitPath, isNetworkPath } from '../home-paths.ts'
import { isTrue } from '../survey/git.ts'
import type { RefusedSetting } from '../survey/refused-setting.ts'
import { isLiteralKey, readSigning, signingProgram } from '../survey/signing.ts'
import type { AccountFacts } from './account-facts.ts'
import { hasOtherOwner } from './find-repositories.ts'
import type { RepositorySetting } from './repository-settings.ts'

/** How a repository's commits are signed. */
export interface CommitSigner {
  signs: boolean
  format: 'ssh' | 'openpgp' | 'x509'
  /** The setting's value, or the name that gpg looks up. */
  key?: string | undefined
  /** The fingerprint of the SSH key, or of the GPG key or subkey, that signs. */
  fingerprint?: string | undefined
  /** The fingerprint of the GPG key to which it belongs. */
  primary?: string | undefined
  /** The reason why commits won’t be verified for any account. */
  problem?: VerificationProblem | undefined
}

interface Home {
  home: string
  environment: NodeJS.ProcessEnv
  /** The settings that apply outside of repositories. */
  usual: readonly { name: string; value: string }[]
  findGpgSigningKey: FindGpgSigningKey
  agent(): Promise<Agent>
}

interface Commit {
  folder: string
  settings: readonly RepositorySetting[]
  /** `Name <email>`; absent if git would refuse to commit. */
  committer: string | undefined
  /** The setting that makes git refuse to commit or push. */
  refused: RefusedSetting | undefined
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
    return { signs, format: 'ssh', key: configuredKey, problem: 'unknown-signer' }
  const signing = readSigning({ config }, home.home, commit.folder)
  const { format, key } = signing
  if (commit.refused) return { signs, format, key, problem: 'format-invalid' }
  if (!signs) return { signs, format, key, problem: 'unsigned' }
  if (format === 'x509') return { signs, format, key, problem: 'unknown-signer' }
  const program = signingProgram(commit.settings, format)
  // guard: own-signer
  if (program !== signingProgram(home.usual, format))
    return { signs, format, key, problem: 'unknown-signer' }
  const signer = { signs, format }
  const usualProgram = format === 'ssh' ? 'ssh-keygen' : 'gpg'
  if (!hasProgram(expandHome(program ?? usualProgram, home.home), home.environment))
    return { ...signer, key, problem: 'program-missing' }
  if (format === 'openpgp') {
    const name = key ?? commit.committer
    // guard: signer-name
    if (!name || name.length > signerNameLimit) return { ...signer, problem: 'key-missing' }
    const { said, ...signingKey } = await home.findGpgSigningKey(name, program)
    const problem = said === undefined ? 'key-missing' : 'unknown-signer'
    const isMissing = signingKey.fingerprint === undefined
    return { ...signer, key: name, ...signingKey, ...(isMissing && { problem }) }
  }
  const { publicKey, asksForKey } = signing
  // guard: signing-key-folder
  if (key !== undefined && isOnlyForGit(key, config, home.home))
    return { ...signer, key, problem: 'unknown-signer' }
  if (!publicKey) {
    const isFile =
      key !== undefined && existsSync(resolve(commit.folder, expandHome(key, home.home)))
    const problem = (key === undefined && asksForKey) || isFile ? 'unknown-signer' : 'key-missing'
    return { ...signer, key, problem }
  }
  const { fingerprint } = publicKey
  // Another program may have keys that gpg doesn't.
  const isHere =
    program !== undefined ||
    (await hasPrivateHalf(key!, publicKey, { ...home, folder: commit.folder })) ||
    (await home.agent()).keys.some((loaded) => loaded.fingerprint === fingerprint)
  return { ...signer, key, fingerprint, ...(!isHere && { problem: 'key-missing' }) }
}

/** Why GitLab wouldn’t verify a signer's signatures for an account. */
export async function signerProblem(
  { format, fingerprint, primary }: CommitSigner,
  { email, account, now }: { email: string; account: AccountFacts; now: number },
): Promise<VerificationProblem | undefined> {
  if (fingerprint === undefined || format === 'x509') return 'unknown-signer'
  const [ssh, gpg] = await Promise.all(
    format === 'ssh' ? [account.sshKeys(), []] : [[], account.gpgKeys()],
  )
  if (!ssh || !gpg) return 'account-not-read'
  return signatureProblem({ format, fingerprint, primary, email }, { ssh, gpg, now })
}

/** Whether only git knows where a signing key is: relative ones are in the working tree, which may be elsewhere. */
function isOnlyForGit(key: string, config: ReadonlyMap<string, string>, home: string): boolean {
  const isRelative = !isLiteralKey(key) && !isAbsolute(expandHome(key, home))
  return isRelative && (isGitPath(key) || config.has('core.worktree'))
}

/** Whether ssh-keygen would sign with the file next to a public key: as far as one can tell without its passphrase, it fits. */
async function hasPrivateHalf(
  key: string,
  { blob }: SshPublicKey,
  { home, folder, environment }: Pick<Home, 'home' | 'environment'> & { folder: string },
): Promise<boolean> {
  if (isLiteralKey(key)) return false
  const path = resolve(folder, expandHome(key, home).replace(/\.pub$/, ''))
  const head = attempt(() => readBeginning(path, headSize))
  if (!head || !beginsLikePrivateKey(head) || isOpenToOthers(path)) return false
  const own = readPublicPart(head) ?? (await derivedPublicPart(path, environment))
  // guard: private-half
  return own === undefined || own === blob
}

/** The public key of a file in another format without a passphrase, which only ssh-keygen reads. */
async function derivedPublicPart(
  path: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const args = ['-y', '-P', '', '-f', path]
  const { exitCode, stdout } = await runProgram('ssh-keygen', args, { environment, timeMs: 5_000 })
  // guard: derived-half
  return exitCode === 0 ? stdout.split(/\s/)[1] : undefined
}

/** Whether OpenSSH refuses a private key because others can read it (`sshkey_perm_ok` in `authfile.c`). */
function isOpenToOthers(path: string): boolean {
  // Windows has different permissions.
  if (process.platform === 'win32') return false
  const stats = attempt(() => statSync(path))
  // guard: open-private-key
  return stats !== undefined && !hasOtherOwner(stats) && (stats.mode & 0o077) !== 0
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
