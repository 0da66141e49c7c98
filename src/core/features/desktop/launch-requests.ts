import { basename, extname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gpgKeyFileLimit } from '../../../shared/rules/limits.ts'
import type { OpenedFile } from '../../../shared/operations/desktop.ts'
import { beginsLikePrivateKey, headSize } from '../../keys/openssh-public-part.ts'
import { IrregularFileError } from '../../platform/files/file-errors.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { withRegularFile } from '../../platform/files/regular-file.ts'
import type { LogFunction } from '../../platform/log/log.ts'

/** The link or files with which Latchkey was opened. */
export interface LaunchRequests {
  link?: string | undefined
  /** Absolute paths to public key files. */
  files: string[]
}

/** How many files may be read at once. */
const maxFiles = 20
/** The filename extensions of public keys. */
const kinds = new Map([
  ['.pub', 'ssh'],
  ['.asc', 'gpg'],
] as const) as ReadonlyMap<string, OpenedFile['kind']>

/**
 * The link or the key files among the arguments. If there is a link, ignores everything else: the system passes on text
 * from the link's author, who may have injected arguments.
 */
export function parseLaunchRequests(argv: readonly string[], folder: string): LaunchRequests {
  const args = argv.slice(1)
  const link = args.find((argument) => /^latchkey:/i.test(argument))
  // guard: link-alone
  if (link !== undefined) return { link, files: [] }
  const files = args
    .flatMap((argument) => (/^file:/i.test(argument) ? (pathOf(argument) ?? []) : argument))
    .filter((path) => !path.startsWith('-') && isKeyFile(path))
    .map((path) => (isAbsolute(path) ? path : resolve(folder, path)))
  return { files: files.slice(0, maxFiles) }
}

/** The path in a `file:` URL, which some Linux file managers pass. Undefined for files on other computers. */
function pathOf(url: string): string | undefined {
  return attempt(() => fileURLToPath(url))
}

/** Whether a file may contain public keys, judging by its name. */
export function isKeyFile(path: string): boolean {
  return kinds.has(extname(path).toLowerCase())
}

/**
 * Reads key files, skipping anything that isn't a regular file. Guarantee: if a file begins like a private key,
 * whatever its name, only its header is returned, which makes the parsers reject it.
 */
export async function readKeyFiles(
  paths: readonly string[],
  log: LogFunction,
): Promise<OpenedFile[]> {
  const read = await Promise.all(
    paths.slice(0, maxFiles).map((path) =>
      readOpenedKeyFile(path).catch((error: unknown) => {
        if (!(error instanceof IrregularFileError)) {
          log('An opened file could not be read.', { error })
        }
        return undefined
      }),
    ),
  )
  return read.flatMap((file) => file ?? [])
}

async function readOpenedKeyFile(path: string): Promise<OpenedFile | undefined> {
  const kind = kinds.get(extname(path).toLowerCase())
  if (!kind) return undefined
  // One byte over the limit is enough to make the parsers reject the file.
  const buffer = Buffer.alloc(gpgKeyFileLimit + 1)
  const length = await withRegularFile(path, (file) => file.fill(buffer, 0, buffer.length))
  const bytes = buffer.subarray(0, length)
  const content = beginsLikePrivateKey(bytes.subarray(0, headSize))
    ? privateKeyHeader(bytes)
    : bytes
  return { kind, name: basename(path), base64: content.toString('base64') }
}

/** The header that marks a private key, without anything that follows. */
function privateKeyHeader(bytes: Buffer): Buffer {
  const head = bytes.toString('latin1', 0, 100).trimStart()
  const [opening = ''] = /^-{4,5} ?BEGIN [A-Z0-9 ]*-{4,5}|^PuTTY-User-Key-File-\d/.exec(head) ?? []
  return Buffer.from(opening)
}
