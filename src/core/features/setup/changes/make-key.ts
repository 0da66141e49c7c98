import { lstatSync, mkdirSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../platform/failure.ts'
import { spawn } from 'node:child_process'
import { passedOnEnvironment } from '../../../platform/run-program.ts'
import { checkedPart } from './written-files.ts'

interface NewKey {
  environment: NodeJS.ProcessEnv
  path: string
  /** Empty for none. */
  passphrase: string
  comment: string
}

/** Creates an Ed25519 key with the system's ssh-keygen. Never replaces a file, and writes through no link. */
export async function createKey(key: NewKey): Promise<void> {
  const { environment, path, passphrase, comment } = key
  checkedPart('.pub', 'comment', comment)
  const isTaken = [path, `${path}.pub`].some((half) => lstatSync(half, { throwIfNoEntry: false }))
  // guard: key-name
  if (isTaken) throw failed(message('setup.fileExists', { path }))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Without `-N`, ssh-keygen asks twice.
  const args = ['-q', '-t', 'ed25519', '-f', path, '-C', comment]
  const { exitCode, said } = await runWithPassphrase('ssh-keygen', args, {
    environment,
    passphrase,
    times: 2,
  })
  if (exitCode !== 0) throw failed(message('setup.programFailed', { program: 'ssh-keygen', said }))
}

/** Hands a private key to the agent, which keeps it until it ends. */
export async function addToAgent({
  environment,
  path,
  passphrase,
}: Omit<NewKey, 'comment'>): Promise<void> {
  const { exitCode, said } = await runWithPassphrase('ssh-add', [path], {
    environment,
    passphrase,
    // It asks again after a wrong one, and then gets no answer.
    times: 1,
  })
  if (exitCode === 0) return
  throw failed(
    passphrase
      ? message('setup.passphraseRefused', { path })
      : message('setup.programFailed', { program: 'ssh-add', said }),
  )
}

/** The name of a new key: who, where and when. */
export function keyComment(username: string, now: number): string {
  return `${username}@${hostname()} ${new Date(now).toISOString().slice(0, 10)}`
}

function failed(reason: ReturnType<typeof message>): FailureError {
  return new FailureError({ kind: 'invalid', message: reason })
}

/** What ssh-keygen and ssh-add run to ask for a passphrase: it reads one line of a pipe, which only they inherit. */
const script = `#!/bin/sh
IFS= read -r answer <&3 && printf '%s\\n' "$answer"
`

interface Options {
  environment: NodeJS.ProcessEnv
  passphrase: string
  /** How often the program asks. */
  times: number
}

/**
 * Runs a program of OpenSSH that asks for a passphrase, and returns its exit code and what it said. The passphrase is in the pipe
 * alone: in no argument, variable or file.
 */
async function runWithPassphrase(
  program: string,
  args: readonly string[],
  { environment, passphrase, times }: Options,
): Promise<{ exitCode: number | null; said: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  try {
    const askpass = join(folder, 'askpass')
    writeFileSync(askpass, script)
    chmodSync(askpass, 0o700)
    const child = spawn(program, args, {
      env: {
        ...passedOnEnvironment(environment),
        SSH_ASKPASS: askpass,
        SSH_ASKPASS_REQUIRE: 'force',
      },
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      timeout: 30_000,
      killSignal: 'SIGKILL',
      windowsHide: true,
    })
    const [, , stderr, pipe] = child.stdio
    let said = ''
    stderr!.setEncoding('utf8').on('data', (text: string) => (said += text))
    const input = pipe as NodeJS.WritableStream
    // It may end without asking.
    input.on('error', () => undefined)
    input.end(`${passphrase}\n`.repeat(times))
    const exitCode = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null)).on('close', resolve)
    })
    return { exitCode, said: said.trim().split('\n').at(-1) ?? '' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
