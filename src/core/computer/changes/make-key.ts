import { createFailureError, invalidInputError } from '../../platform/failures.ts'
import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { NewSshKeyType } from '../../../shared/rules/new-ssh-key.ts'
import { message } from '../../../shared/messages/message.ts'
import { type ProgramRun, runProgram } from '../../platform/run-program.ts'
import { checkedPart } from './written-files.ts'

interface NewKey {
  environment: NodeJS.ProcessEnv
  path: string
  /** Empty for none. */
  passphrase: string
  comment: string
  /** Ed25519 by default. */
  type?: NewSshKeyType | undefined
  /** Cancels key creation. Also disables the timeout, because a security key waits for a touch. */
  signal?: AbortSignal | undefined
}

/** The ssh-keygen options for each type. */
const keygenTypes: Record<NewSshKeyType, readonly string[]> = {
  ed25519: ['-t', 'ed25519'],
  rsa: ['-t', 'rsa', '-b', '4096'],
  'ed25519-sk': ['-t', 'ed25519-sk'],
}

/** Creates a key with the system's ssh-keygen. Never replaces a file or writes through a link. */
export async function createKey(key: NewKey): Promise<void> {
  const { environment, path, passphrase, comment, type = 'ed25519', signal } = key
  checkedPart('.pub', 'comment', comment)
  // guard: key-name
  if (isKeyThere(path)) throw createFailureError('setup.fileExists', { path })
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Without `-N`, ssh-keygen prompts twice.
  const args = ['-q', ...keygenTypes[type], '-f', path, '-C', comment]
  const run = await runWithPassphrase('ssh-keygen', args, {
    environment,
    answers: [passphrase, passphrase],
    signal,
  })
  if (run.exitCode === 0) return
  if (signal?.aborted) throw createFailureError('setup.keyCanceled')
  if (/\bPIN/.test(run.stderr))
    throw createFailureError('setup.securityKeyPin', { command: pinCommand })
  throw invalidInputError(runFailureReason('ssh-keygen', run))
}

const pinCommand = 'ssh-keygen -t ed25519-sk'

/** Whether either file of a key pair exists, even as a dangling link. */
export function isKeyThere(path: string): boolean {
  return [path, `${path}.pub`].some((half) => lstatSync(half, { throwIfNoEntry: false }))
}

/** Adds a private key to the agent, which keeps it until the agent ends. */
export async function addToAgent({
  environment,
  path,
  passphrase,
}: Pick<NewKey, 'environment' | 'path' | 'passphrase'>): Promise<void> {
  const run = await runWithPassphrase('ssh-add', [path], {
    environment,
    // After a wrong passphrase, the second prompt isn't answered.
    answers: [passphrase],
  })
  if (run.exitCode === 0) return
  throw invalidInputError(
    passphrase ? message('setup.passphraseRefused', { path }) : runFailureReason('ssh-add', run),
  )
}

/** The comment of a new key: who, where and when. */
export function keyComment(username: string, now: number): string {
  return `${username}@${hostname()} ${new Date(now).toISOString().slice(0, 10)}`
}

/** Removes a key from the agent. */
export async function removeFromAgent(path: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const run = await runProgram('ssh-add', ['-d', path], { environment, timeMs: 5_000 })
  if (run.exitCode !== 0) throw invalidInputError(runFailureReason('ssh-add', run))
}

export function runFailureReason(program: string, { problem, stderr }: ProgramRun) {
  if (problem === 'absent') return message('setup.opensshMissing', { program })
  const errorLine = stderr.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
  return message('setup.programFailed', { program, said: errorLine })
}

/**
 * ssh-keygen and ssh-add run this to ask for a passphrase: it reads one line from a pipe that only they inherit. The
 * PIN of a security key is a different secret.
 */
const script = `#!/bin/sh
case "$1" in *PIN*) exit 1 ;; esac
IFS= read -r answer <&3 && printf '%s\\n' "$answer"
`

interface Options extends Pick<NewKey, 'environment' | 'signal'> {
  /** The answers to the program's prompts, in order. */
  answers: readonly string[]
}

/**
 * Runs an OpenSSH program that asks for passphrases. They are only passed through the pipe and never in an
 * argument, variable or file.
 */
export async function runWithPassphrase(
  program: string,
  args: readonly string[],
  { environment, answers, signal }: Options,
): Promise<ProgramRun> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-'))
  try {
    const askpass = join(folder, 'askpass')
    writeFileSync(askpass, script, { mode: 0o700 })
    return await runProgram(program, args, {
      environment,
      variables: { SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force' },
      secret: answers.map((answer) => `${answer}\n`).join(''),
      timeMs: signal ? undefined : 30_000,
      signal,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
