import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProgramOptions, runProgram } from '../../platform/run-program.ts'
import { MalformedKeyError } from '../../keys/key-problem.ts'
import { type SshPublicKey, sshKeyFromBlob } from '../../keys/ssh-public-key.ts'
import { WireReader } from '../../keys/ssh-wire.ts'
import type { GitFacts } from '../computer-facts.ts'
import { lastWords } from './last-words.ts'
import { type RefusedSetting, refusedSetting, settingReaders } from './refused-setting.ts'

/** A commit that git created in a temporary repository. */
interface TestCommit {
  name: string
  email: string
  /** The committer as `Name <email>`. */
  committer: string
  /** The key of its SSH signature; absent for a certificate. */
  key?: SshPublicKey | undefined
  /** Git's message if it can't verify the signature on this computer. */
  unverified?: string | undefined
  /** The setting that makes git refuse to push. */
  refused?: RefusedSetting | undefined
}

/** Git's message if committing failed, and the setting that caused it. */
interface FailedCommit {
  said: string
  refused?: RefusedSetting | undefined
}

export type TestedCommit = TestCommit | FailedCommit

interface Test {
  /** Whether to sign if the settings request it. */
  isSigned: boolean
  /** Settings that override the files. */
  settings?: readonly string[]
}

/**
 * Creates a commit according to the settings, but never with an identity that git made up. Never prompts for a
 * passphrase, so the signing key must be unlocked.
 */
export async function testCommit(
  { environment, usualSettings }: Pick<GitFacts, 'environment' | 'usualSettings'>,
  { isSigned, settings = [] }: Test,
): Promise<TestedCommit> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const options: ProgramOptions = {
    environment,
    folder,
    timeMs: 15_000,
    variables: { GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'force' },
  }
  const git = (...args: string[]) => runProgram('git', args, options)
  // The signature doesn't depend on the author, who may be unset outside certain folders.
  const author = ['name=Latchkey', 'email=latchkey@localhost']
  const extraSettings = [
    ...['core.hooksPath=none', 'user.useConfigOnly=true'],
    ...(isSigned ? author.map((setting) => `user.${setting}`) : []),
    ...settings,
  ]
  const commit = ['commit', '--quiet', '--allow-empty', '-m', 'Test']
  try {
    for (const command of [
      ['init', '--quiet', '--template='],
      [
        ...extraSettings.flatMap((setting) => ['-c', setting]),
        ...commit,
        ...(isSigned ? [] : ['--no-gpg-sign']),
      ],
    ]) {
      const run = await git(...command)
      if (run.exitCode !== 0) {
        const refused = refusedSetting([run], await usualSettings())
        return { said: refused?.said ?? lastWords(run), refused }
      }
    }
    const { stdout } = await git('log', '-1', '--no-show-signature', '--format=%an%n%ae%n%cn <%ce>')
    const [name = '', email = '', committer = ''] = stdout.split('\n')
    if (!isSigned) {
      const readers = await Promise.all(settingReaders.push.map((command) => git(...command)))
      const refused = refusedSetting(readers, await usualSettings())
      return { name, email, committer, refused }
    }
    const signature = sshSignatureOf((await git('cat-file', 'commit', 'HEAD')).stdout)
    if (signature === undefined) return { name, email, committer }
    const verification = await git('verify-commit', 'HEAD')
    const unverified = verification.exitCode === 0 ? undefined : lastWords(verification)
    return { name, email, committer, key: signatureKey(signature), unverified }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The SSH signature of a commit, in base64. */
function sshSignatureOf(commit: string): string | undefined {
  return /-----BEGIN SSH SIGNATURE-----([^-]+)/.exec(commit)?.[1]?.replace(/\s+/g, '')
}

/** The public key in an SSH signature (OpenSSH's PROTOCOL.sshsig). */
function signatureKey(signature: string): SshPublicKey | undefined {
  const reader = new WireReader(Buffer.from(signature, 'base64'))
  reader.skip('SSHSIG'.length)
  try {
    reader.uint32()
    return sshKeyFromBlob(reader.bytes().toString('base64'))
  } catch (error) {
    if (error instanceof MalformedKeyError) return undefined
    throw error
  }
}
