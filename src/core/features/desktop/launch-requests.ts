import { basename, extname, isAbsolute, resolve } from 'node:path'
import { constants, open } from 'node:fs/promises'
import { gpgKeyFileLimit } from '../../../shared/limits.ts'
import type { OpenedFile } from '../../../shared/app/desktop.ts'
import { beginsLikePrivateKey, headSize } from '../../keys/openssh-public-part.ts'
import type { Say } from '../../infra/log/log.ts'

/** What Latchkey was started with, or was handed while it ran. */
export interface LaunchRequests {
  link?: string | undefined
  /** Absolute paths of files of public keys. */
  files: string[]
}

/** Files that are taken at once, at most. */
const maxFiles = 20
/** What files are called that may hold public keys, and of which kind. */
const kinds = new Map([
  ['.pub', 'ssh'],
  ['.asc', 'gpg'],
] as const) as ReadonlyMap<string, OpenedFile['kind']>

/**
 * What arguments ask for: one link, or files of keys. Where there is a link, the rest counts for nothing: the system puts the
 * link there for whoever made it, and what stands beside it may have been smuggled in with it.
 */
export function launchRequestsIn(argv: readonly string[], folder: string): LaunchRequests {
  const given = argv.slice(1)
  const link = given.find((argument) => /^latchkey:/i.test(argument))
  // guard: link-alone
  if (link !== undefined) return { link, files: [] }
  const files = given
    .filter((argument) => !argument.startsWith('-') && isKeyFile(argument))
    .map((path) => (isAbsolute(path) ? path : resolve(folder, path)))
  return { files: files.slice(0, maxFiles) }
}

/** Whether a file may hold public keys, as far as its name tells. */
export function isKeyFile(path: string): boolean {
  return kinds.has(extname(path).toLowerCase())
}

/**
 * Reads files of keys; what is no plain file is left out. Promise: of one that begins like a private key, whatever it is
 * called, only its first words leave, by which the readers refuse it.
 */
export async function readKeyFiles(paths: readonly string[], log: Say): Promise<OpenedFile[]> {
  const read = await Promise.all(
    paths.slice(0, maxFiles).map((path) =>
      readKeyFile(path).catch((error: unknown) => {
        log('A file that was opened could not be read.', { error })
        return undefined
      }),
    ),
  )
  return read.flatMap((file) => file ?? [])
}

async function readKeyFile(path: string): Promise<OpenedFile | undefined> {
  const kind = kinds.get(extname(path).toLowerCase())
  if (!kind) return undefined
  // A pipe would be waited for until somebody writes to it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    if (!(await file.stat()).isFile()) return undefined
    // One byte more than the limit is enough for the readers to refuse it.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(gpgKeyFileLimit + 1), 0)
    const bytes = buffer.subarray(0, bytesRead)
    const shown = beginsLikePrivateKey(bytes.subarray(0, headSize)) ? openingOf(bytes) : bytes
    return { kind, name: basename(path), base64: shown.toString('base64') }
  } finally {
    await file.close()
  }
}

/** The words by which a private key is told, and nothing behind them. */
function openingOf(bytes: Buffer): Buffer {
  const head = bytes.toString('latin1', 0, 100).trimStart()
  const [opening = ''] = /^-{4,5} ?BEGIN [A-Z0-9 ]*-{4,5}|^PuTTY-User-Key-File-\d/.exec(head) ?? []
  return Buffer.from(opening)
}
