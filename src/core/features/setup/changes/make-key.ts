import { lstatSync, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../platform/failure.ts'
import { runWithPassphrase } from './askpass.ts'
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
