import { createFailureError, invalidInputError } from '../../platform/failures.ts'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { type Message, message } from '../../../shared/messages/message.ts'
import { unfinishedPath } from '../../platform/files/atomic-write.ts'
import { opensWithoutPassphrase } from '../../keys/passphrase.ts'
import { type SshPublicKey, readPublicKeys } from '../../keys/ssh-public-key.ts'
import { runFailureReason, runWithPassphrase } from './make-key.ts'
import type { RecordedChanges } from './recorded-changes.ts'

interface NewPassphrase {
  path: string
  publicKey: SshPublicKey
  /** Empty for a key without a passphrase. */
  current: string
  passphrase: string
  environment: NodeJS.ProcessEnv
  changes: RecordedChanges
}

/** Why a key's passphrase can't be set; undefined if it can. */
export function passphraseRefusal(
  path: string,
  shownFile: string,
  { type }: Pick<SshPublicKey, 'type'>,
): Message | undefined {
  if (type.startsWith('sk-')) return message('setup.keyOnDevice', { path: shownFile })
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (!file) return message('setup.keyGone', { path: shownFile })
  return file.isFile() && file.nlink === 1
    ? undefined
    : message('setup.keyIsLinked', { path: shownFile })
}

/**
 * Sets or changes a private key's passphrase. ssh-keygen rewrites a file in place, so it works on a copy, which replaces
 * the key once it opens with the new passphrase. The copy's path is recorded first: if Latchkey is killed, the next start
 * deletes it.
 */
export async function setPassphrase(key: NewPassphrase): Promise<void> {
  const { path, publicKey, changes } = key
  const { fingerprint, blob } = publicKey
  const step = { kind: 'passphrase', path, fingerprint, blob } as const
  const before = lstatSync(path)
  const copy = unfinishedPath(path)
  changes.begin()
  changes.record({ ...step, copy })
  try {
    copyFileSync(path, copy, constants.COPYFILE_EXCL)
    chmodSync(copy, 0o600)
    await changeCopy(copy, key)
    flush(copy)
    const { mtimeMs, ino, size } = lstatSync(path)
    if (mtimeMs !== before.mtimeMs || ino !== before.ino || size !== before.size)
      throw createFailureError('setup.changedMeanwhile', { path })
    renameSync(copy, path)
  } catch (error) {
    rmSync(copy, { force: true })
    changes.amend()
    throw error
  }
  changes.amend(step)
}

async function changeCopy(copy: string, key: NewPassphrase): Promise<void> {
  const { path, publicKey, current, passphrase, environment } = key
  const isLocked = !(await opensWithoutPassphrase(copy, environment))
  const answers = [...(isLocked ? [current] : []), passphrase, passphrase]
  const run = await runWithPassphrase('ssh-keygen', ['-q', '-p', '-f', copy], {
    environment,
    answers,
  })
  if (isLocked && /incorrect passphrase/.test(run.stderr)) {
    throw createFailureError('setup.passphraseRefused', { path })
  }
  if (run.exitCode !== 0) throw invalidInputError(runFailureReason('ssh-keygen', run))
  const opened = await runWithPassphrase('ssh-keygen', ['-y', '-f', copy], {
    environment,
    answers: [passphrase],
  })
  const isOpened = readPublicKeys(opened.stdout).keys[0]?.blob === publicKey.blob
  if (!isOpened || (await opensWithoutPassphrase(copy, environment)))
    throw createFailureError('setup.passphraseNotSet', { path })
}

/** Writes a file to disk, so that a power failure can't leave an empty key behind. */
function flush(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
