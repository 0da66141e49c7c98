import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRegularFile } from '../../../infra/files/regular-file.ts'
import { type ProgramOptions, runProgram } from '../../../infra/run-program.ts'
import { localKeyFileLimit } from '../../../../shared/limits.ts'
import { type SshPublicKey, readPublicKeys } from '../../../keys/ssh-public-key.ts'
import { expandHome } from '../home-paths.ts'
import { type Git, isTrue } from './git.ts'

/** How git is set up to sign commits. */
export interface Signing {
  isOn: boolean
  format: 'ssh' | 'openpgp' | 'x509'
  /** The setting `user.signingkey`: a file, a key, or the ID of a GPG key. */
  key?: string | undefined
  /** The public key, where it is an SSH key that could be read. */
  publicKey?: SshPublicKey | undefined
  /** The setting `gpg.ssh.allowedSignersFile`, as a path. */
  allowedSignersFile?: string | undefined
}

export function readSigning({ config }: Git, home: string): Signing {
  const format = config.get('gpg.format')
  const key = config.get('user.signingkey')
  const signers = config.get('gpg.ssh.allowedsignersfile')
  const isSsh = format === 'ssh'
  return {
    isOn: isTrue(config.get('commit.gpgsign')),
    format: isSsh || format === 'x509' ? format : 'openpgp',
    key,
    publicKey: isSsh && key ? readSigningKey(key, home) : undefined,
    allowedSignersFile: signers && expandHome(signers, home),
  }
}

/** The setting is a public key, with or without `key::` before it, or the file of a public or a private one. */
function readSigningKey(key: string, home: string): SshPublicKey | undefined {
  if (/^(key::|ssh-|ecdsa-|sk-)/.test(key)) return readPublicKeys(key.replace(/^key::/, '')).keys[0]
  const path = expandHome(key, home)
  // The private key is never opened.
  const file = path.endsWith('.pub') ? path : `${path}.pub`
  try {
    return readPublicKeys(readRegularFile(file, localKeyFileLimit).toString()).keys[0]
  } catch {
    return undefined
  }
}

/** Makes a signed commit in a repository of its own and verifies it. Returns what git said where that fails. */
export async function testSigning(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  const options: ProgramOptions = {
    environment,
    folder,
    timeMs: 15_000,
    // A passphrase is never asked for: what signs has to be unlocked.
    variables: { GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'force' },
  }
  const commands = [
    ['init', '--quiet', '--template='],
    ['-c', 'core.hooksPath=none', 'commit', '--quiet', '--allow-empty', '-m', 'Test'],
    ['verify-commit', 'HEAD'],
  ]
  try {
    for (const command of commands) {
      const { stderr, stdout, exitCode, problem } = await runProgram('git', command, options)
      if (exitCode !== 0) return problem ?? lastLine(`${stdout}\n${stderr}`)
    }
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What git and ssh-keygen said last, without what they begin with. */
function lastLine(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^(fatal|error): /, '').trim())
  const found = lines.findLast((line) => line && line !== 'failed to write commit object')
  return found?.slice(0, 200) ?? ''
}
