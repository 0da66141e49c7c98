import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProgramOptions, runProgram } from '../../../infra/run-program.ts'
import { MalformedKeyError } from '../../../keys/key-problem.ts'
import { type SshPublicKey, sshKeyOfBlob } from '../../../keys/ssh-public-key.ts'
import { WireReader } from '../../../keys/ssh-wire.ts'
import { lastWords } from './last-words.ts'

/** A commit that git made in a repository of its own. */
interface TestCommit {
  name: string
  email: string
  /** The committer as `Name <email>`. */
  committer: string
  /** The key of its SSH signature. */
  key?: SshPublicKey | undefined
  /** What git said where it can't verify the signature on this computer. */
  unverified?: string | undefined
}

/** A commit, or what git said where it made none. */
export type TestedCommit = TestCommit | { said: string }

interface Test {
  /** Whether it is signed if the settings say so. */
  isSigned: boolean
  /** Settings that count before those of the files. */
  settings?: readonly string[]
}

/** Makes a commit as the settings say, but never as somebody whom git made up. A passphrase is never asked for: what signs has to be unlocked. */
export async function testCommit(
  environment: NodeJS.ProcessEnv,
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
  const given = ['core.hooksPath=none', 'user.useConfigOnly=true', ...settings]
  const commit = ['commit', '--quiet', '--allow-empty', '-m', 'Test']
  try {
    for (const command of [
      ['init', '--quiet', '--template='],
      [
        ...given.flatMap((setting) => ['-c', setting]),
        ...commit,
        ...(isSigned ? [] : ['--no-gpg-sign']),
      ],
    ]) {
      const run = await git(...command)
      if (run.exitCode !== 0) return { said: lastWords(run) }
    }
    const { stdout } = await git('log', '-1', '--no-show-signature', '--format=%an%n%ae%n%cn <%ce>')
    const [name = '', email = '', committer = ''] = stdout.split('\n')
    if (!isSigned) return { name, email, committer }
    const key = signingKeyOf((await git('cat-file', 'commit', 'HEAD')).stdout)
    const verification = key && (await git('verify-commit', 'HEAD'))
    const unverified =
      verification && verification.exitCode !== 0 ? lastWords(verification) : undefined
    return { name, email, committer, key, unverified }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The public key in the SSH signature of a commit (OpenSSH's PROTOCOL.sshsig). */
function signingKeyOf(commit: string): SshPublicKey | undefined {
  const body = /-----BEGIN SSH SIGNATURE-----([^-]+)/.exec(commit)?.[1]
  if (body === undefined) return undefined
  const reader = new WireReader(Buffer.from(body.replace(/\s+/g, ''), 'base64'))
  reader.skip('SSHSIG'.length)
  reader.uint32()
  try {
    return sshKeyOfBlob(reader.bytes().toString('base64'))
  } catch (error) {
    if (error instanceof MalformedKeyError) return undefined
    throw error
  }
}
