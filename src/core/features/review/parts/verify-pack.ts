import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Text, message } from '../../../../shared/messages/message.ts'
import { readRegularFile } from '../../../platform/files/regular-file.ts'
import { attempt } from '../../../platform/ignore-errors.ts'
import { escapeControls } from '../../../platform/log/escape-controls.ts'
import { textOf } from '../../../platform/messages.ts'
import { passedOnEnvironment, runProgram } from '../../../platform/run-program.ts'
import { signatureFile, sumsFile } from './pack.ts'
import { sha256 } from './part.ts'
import { signatureNamespace } from './signature.ts'

/** Exit codes of `--verify-review`. */
const exitCodes = { intact: 0, damaged: 1, unreadable: 2 }

const maxBytes = 256 * 1024 * 1024

/**
 * `--verify-review FOLDER`: prints whether the files of a review's pack are as they were written, and which key signed them.
 * Returns the exit code.
 */
export async function verifyReviewPack(
  path: string,
  print: (line: string) => void,
): Promise<number> {
  const say = (text: Text) => print(escapeControls(textOf(text)))
  const folder = path === '' ? '' : resolve(path)
  const sums = folder === '' ? undefined : readBytes(join(folder, sumsFile))?.toString()
  if (sums === undefined) {
    say(message('reviewPack.noSums', { file: join(folder, sumsFile) }))
    return exitCodes.unreadable
  }
  let isIntact = true
  const entries = sums.split('\n').filter(Boolean)
  const names = new Set<string>()
  const listed = new Set<string>()
  for (const entry of entries) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(entry) ?? []
    // guard: pack-once
    const isFirst = name !== undefined && !listed.has(name)
    const bytes = isFirst ? readBytes(join(folder, name)) : undefined
    if (isFirst) listed.add(name)
    // guard: pack-hash
    if (name === undefined || bytes === undefined || sha256(bytes) !== hash) {
      isIntact = false
      say(message('reviewPack.changedFile', { file: name ?? entry.slice(0, 100) }))
    } else names.add(name)
  }
  for (const name of packNames)
    if (!names.has(name) && isIntact) {
      isIntact = false
      say(message('reviewPack.missingFile', { file: name }))
    }
  if (isIntact) say(message('reviewPack.intact', { count: names.size }))
  if (!existsSync(join(folder, signatureFile))) say(message('reviewPack.notSigned'))
  else {
    const fingerprint = await signerOf(folder, sums)
    if (fingerprint) say(message('reviewPack.signedWith', { fingerprint }))
    else {
      isIntact = false
      say(message('reviewPack.badSignature'))
    }
  }
  return isIntact ? exitCodes.intact : exitCodes.damaged
}

const packNames = [
  ...['items.csv', 'decisions.csv', 'remediation.csv', 'audit-log.csv', 'collection.json'],
  'report.html',
]

/** The fingerprint of the key that signed the hashes; undefined if the signature doesn't fit. */
async function signerOf(folder: string, sums: string): Promise<string | undefined> {
  const signature = join(folder, signatureFile)
  const args = ['-Y', 'check-novalidate', '-n', signatureNamespace, '-s', signature]
  const options = { environment: passedOnEnvironment(process.env), timeMs: 10_000, input: sums }
  const { exitCode, stdout } = await runProgram('ssh-keygen', args, options)
  return exitCode === 0 ? /SHA256:[\w+/=]+/.exec(stdout)?.[0] : undefined
}

/** Undefined if there is no such regular file, or if it is too large. */
function readBytes(path: string): Buffer | undefined {
  // Decoded text is the same for different bytes.
  // guard: pack-bytes
  return attempt(() => readRegularFile(path, maxBytes))
}
