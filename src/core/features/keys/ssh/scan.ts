import { publicPartOf } from '../../../keys/openssh-public-part.ts'
import { findSecret } from '../../../keys/private-key.ts'
import { refusedSecret, skipped } from '../file-rows.ts'
import { type KeyRow, examine } from './examine.ts'
import { type KeyFile, keyFileBuffer, readKeyFile } from './read-key-file.ts'
import { textOf } from '../../../keys/text.ts'
import { type FoundFile, walkFolder } from './walk-folder.ts'

export interface ScanOptions {
  /** How the folder is called in the rows, for example `~/.ssh`. */
  shownAs: string
  /** How many files are open at once. */
  concurrency?: number
  signal?: AbortSignal
}

/** What was seen of a private key: where it is, and whose it is if it says so. Nothing of the key itself. */
interface PrivateKey {
  file: string
  /** Base64 of the public key's blob. */
  blob?: string
}

interface Looked {
  rows: KeyRow[]
  privateKey?: PrivateKey
}

/**
 * Looks for public keys in a folder, row by row.
 *
 * Promises: only ordinary files are read, at most 64 KiB of each, and of what begins like a private key only the beginning;
 * nothing of a private key is returned or kept; a file that cannot be read is a row that says why, never an end of the scan.
 * Throws only when the signal is aborted.
 */
export async function* scanFolder(
  path: string,
  { shownAs, concurrency = 32, signal }: ScanOptions,
): AsyncGenerator<KeyRow, void, undefined> {
  const walked = await walkFolder(path, shownAs, signal)
  yield* walked.skipped
  const privateKeys = new PrivateKeys()
  const unpaired: KeyRow[] = []
  const isPublic = ({ file }: FoundFile) => file.endsWith('.pub')
  const others = walked.files.filter((file) => !isPublic(file))
  for await (const { rows, privateKey } of lookedAt(others, concurrency, signal)) {
    if (privateKey) privateKeys.add(privateKey)
    // A private key that belongs to this one may still come.
    unpaired.push(...rows.filter(({ kind }) => kind === 'key'))
    yield* rows.filter(({ kind }) => kind !== 'key')
  }
  for (const row of unpaired) yield privateKeys.paired(row)
  for await (const { rows } of lookedAt(walked.files.filter(isPublic), concurrency, signal)) {
    for (const row of rows) yield privateKeys.paired(row)
  }
}

/** Looks at files and yields what came of them in their order. They are read a handful at once, which keeps disks busy. */
async function* lookedAt(
  files: readonly FoundFile[],
  concurrency: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Looked, void, undefined> {
  const buffers = Array.from({ length: Math.min(concurrency, files.length) }, keyFileBuffer)
  for (let at = 0; at < files.length; at += concurrency) {
    signal?.throwIfAborted()
    const handful = files.slice(at, at + concurrency)
    const contents = await Promise.all(
      handful.map(({ path, isLink }, slot) => readKeyFile(path, isLink, buffers[slot]!)),
    )
    const looked = contents.map((content, slot) => look(handful[slot]!.file, content))
    contents.forEach((content, slot) => {
      if ('unread' in content) buffers[slot]!.fill(0)
      else content.bytes.fill(0)
    })
    for (const one of looked) {
      signal?.throwIfAborted()
      yield one
    }
  }
}

function look(file: string, content: KeyFile): Looked {
  if ('unread' in content) return { rows: [skipped(file, content.unread)] }
  const { bytes, isPrivateHead } = content
  if (!isPrivateHead) return { rows: examine(file, bytes, textOf(bytes)) }
  return {
    rows: [refusedSecret(file, findSecret(bytes) ?? 'a private key')],
    privateKey: { file, blob: publicPartOf(bytes) },
  }
}

/** Which private keys were seen, to say which public key each belongs to. */
class PrivateKeys {
  readonly #byBlob = new Map<string, PrivateKey>()
  /** Those that do not say of which public key they are. */
  readonly #byName = new Map<string, PrivateKey>()

  add(key: PrivateKey): void {
    if (key.blob === undefined) this.#byName.set(key.file, key)
    else this.#byBlob.set(key.blob, key)
  }

  /** The row of a key with the private key that says it is of it, or else has its name without `.pub`. */
  paired(row: KeyRow): KeyRow {
    if (row.kind !== 'key') return row
    const found = this.#byBlob.get(row.key.blob) ?? this.#byName.get(row.file.replace(/\.pub$/, ''))
    return found ? { ...row, privateKey: found.file } : row
  }
}
