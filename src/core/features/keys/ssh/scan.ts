import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { localKeyFileLimit } from '../../../../shared/rules/limits.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import {
  type OpenFile,
  withListedFile,
  withRegularFile,
} from '../../../platform/files/regular-file.ts'
import {
  beginsLikePrivateKey,
  headSize,
  isEncrypted,
  readPublicPart,
} from '../../../keys/openssh-public-part.ts'
import type { SecretKeyFormat } from '../../../keys/secret-bytes.ts'
import { findSecret } from '../../../keys/private-key.ts'
import { publicKeyCommand } from '../../../keys/public-key-command.ts'
import { sshKeyFromBlob } from '../../../keys/ssh-public-key.ts'
import {
  type SkippedFileRow,
  type UnusedFileRow,
  fileTooLarge,
  secretFileRow,
  skippedKeyFile,
} from '../file-rows.ts'
import { type SshKeyFileRow, examineSsh } from './examine.ts'
import { decodeText } from '../../../keys/text.ts'

export interface ScanOptions {
  /** The folder's name in the rows, for example `~/.ssh`. */
  displayName: string
  /** The names of the only files to read; all by default. */
  only?: readonly string[]
  /** Maximum number of files to keep open at the same time. */
  concurrency?: number
  signal?: AbortSignal
}

/**
 * Where a private key is, and its public key if the file contains it. Never holds any part of the private key itself.
 */
interface PrivateKey {
  file: string
  /** Base64 of the public key's blob. */
  blob?: string
  /** Whether it has a passphrase, if its file reveals that. */
  hasPassphrase?: boolean
}

interface ScannedFile {
  rows: SshKeyFileRow[]
  privateKey?: PrivateKey
}

/**
 * Searches a folder for public keys and yields rows.
 *
 * Guarantees: reads only regular files, at most 64 KiB of each, and only the beginning of what looks like a private
 * key; never returns or keeps any part of a private key; yields a row with the reason for an unreadable file and
 * continues. A private key in OpenSSH's format contains its public key, which gets a row if it has no file. Throws only
 * if the signal is aborted.
 */
export async function* scanFolder(
  path: string,
  { displayName, only, concurrency = 32, signal }: ScanOptions,
): AsyncGenerator<SshKeyFileRow, void, undefined> {
  const walked = await walkFolder(path, displayName, signal)
  yield* walked.skipped
  const privateKeys = new PrivateKeys()
  const unpaired: SshKeyFileRow[] = []
  const files = walked.files.filter(({ file }) => only?.includes(file) ?? true)
  const isPublic = ({ file }: FileToScan) => file.endsWith('.pub')
  const others = files.filter((file) => !isPublic(file))
  const privateRows: SshKeyFileRow[] = []
  for await (const { rows, privateKey } of scanFiles(others, concurrency, signal)) {
    if (privateKey) {
      privateKeys.add(privateKey)
      privateRows.push(...rows)
      continue
    }
    // Its private key may be found later.
    unpaired.push(...rows.filter(({ kind }) => kind === 'key'))
    yield* rows.filter(({ kind }) => kind !== 'key')
  }
  for (const row of unpaired) yield privateKeys.withPrivateKey(row)
  for await (const { rows } of scanFiles(files.filter(isPublic), concurrency, signal)) {
    for (const row of rows) yield privateKeys.withPrivateKey(row)
  }
  for (const row of privateRows) yield privateKeys.publicKeyOf(row.file) ?? row
}

/** Scans files and yields their rows in order. Reads several files at the same time to keep disks busy. */
async function* scanFiles(
  files: readonly FileToScan[],
  concurrency: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<ScannedFile, void, undefined> {
  // One byte more than the limit reveals files that are too large.
  const buffers = Array.from({ length: Math.min(concurrency, files.length) }, () =>
    Buffer.alloc(localKeyFileLimit + 1),
  )
  for (let at = 0; at < files.length; at += concurrency) {
    signal?.throwIfAborted()
    const batch = files.slice(at, at + concurrency)
    const contents = await Promise.all(
      batch.map(({ path, isLink }, slot) => readLocalKeyFile(path, isLink, buffers[slot]!)),
    )
    const scanned = contents.map((content, slot) => toScannedFile(batch[slot]!.file, content))
    contents.forEach((content, slot) => {
      if ('reason' in content) buffers[slot]!.fill(0)
      else content.bytes.fill(0)
    })
    for (const one of scanned) {
      signal?.throwIfAborted()
      yield one
    }
  }
}

function toScannedFile(file: string, content: KeyFile): ScannedFile {
  if ('reason' in content) return { rows: [skippedKeyFile(file, content.reason)] }
  const { bytes, isPrivateHead } = content
  if (!isPrivateHead) return { rows: examineSsh(file, bytes, decodeText(bytes)) }
  return {
    rows: [privateKeyRow(file, findSecret(bytes) ?? 'unknown')],
    privateKey: { file, blob: readPublicPart(bytes), hasPassphrase: isEncrypted(bytes) },
  }
}

function privateKeyRow(file: string, format: SecretKeyFormat): UnusedFileRow {
  const row = secretFileRow(file, format)
  return isForOpenSsh(format)
    ? { ...row, hint: message('keyFiles.makePublicKey', { command: publicKeyCommand(file) }) }
    : row
}

/** Whether OpenSSH itself supports a private key format, not just other programs. */
export function isForOpenSsh(format: string | undefined): boolean {
  const formats = ['openssh', 'rsa', 'dsa', 'ec', 'pkcs8', 'encryptedPkcs8']
  return format !== undefined && formats.includes(format)
}

/** The private keys found so far, for matching with their public keys. */
class PrivateKeys {
  readonly #byBlob = new Map<string, PrivateKey>()
  /** Private keys without an embedded public key, by file name. */
  readonly #byName = new Map<string, PrivateKey>()
  /** Private key files whose public keys also have files. */
  readonly #paired = new Set<string>()

  add(key: PrivateKey): void {
    if (key.blob === undefined) this.#byName.set(key.file, key)
    else this.#byBlob.set(key.blob, key)
  }

  /**
   * Adds the matching private key to a row: the one that contains this key, or else the file of the same name without
   * `.pub`.
   */
  withPrivateKey(row: SshKeyFileRow): SshKeyFileRow {
    if (row.kind !== 'key') return row
    const match = this.#byBlob.get(row.key.blob) ?? this.#byName.get(row.file.replace(/\.pub$/, ''))
    if (!match) return row
    this.#paired.add(match.file)
    return { ...row, privateKey: match.file, hasPassphrase: match.hasPassphrase }
  }

  /** The row for the public key embedded in a private key, unless it also has its own file. */
  publicKeyOf(file: string): SshKeyFileRow | undefined {
    if (this.#paired.has(file)) return undefined
    const { blob, hasPassphrase } =
      [...this.#byBlob.values()].find((one) => one.file === file) ?? {}
    if (blob === undefined) return undefined
    return { kind: 'key', file, key: sshKeyFromBlob(blob), privateKey: file, hasPassphrase }
  }
}

/** A file to scan. */
interface FileToScan {
  path: string
  /** The name for display, for example `~/.ssh/work/id_ed25519.pub`. */
  file: string
  isLink: boolean
}

interface WalkedFolder {
  files: FileToScan[]
  skipped: SkippedFileRow[]
}

/** How many folder levels to search, including the folder itself. */
const maxLevels = 3
/** Far more than any real key folder has. */
const maxFiles = 10_000

/** Lists the files in a folder and its subfolders, sorted by name. Doesn't follow links to folders. */
async function walkFolder(
  path: string,
  displayName: string,
  signal?: AbortSignal,
): Promise<WalkedFolder> {
  const walked: WalkedFolder = { files: [], skipped: [] }
  const skip = (file: string, reason: Message) => walked.skipped.push(skippedKeyFile(file, reason))

  async function visit(folder: string, displayPath: string, level: number): Promise<void> {
    signal?.throwIfAborted()
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException
      // A missing folder is treated as empty.
      if (code !== 'ENOENT') skip(displayPath, listingError(code))
      return []
    })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (walked.files.length >= maxFiles) return
      const file = `${displayPath}/${entry.name}`
      const inside = join(folder, entry.name)
      const isLink = entry.isSymbolicLink()
      const reason = otherPurpose(entry.name)
      if (entry.isDirectory()) {
        if (level < maxLevels) await visit(inside, file, level + 1)
        else skip(file, message('keyFiles.tooDeep', { levels: maxLevels }))
      } else if (!isLink && !entry.isFile()) skip(file, message('keyFiles.notRegular'))
      else if (reason) skip(file, reason)
      else walked.files.push({ path: inside, file, isLink })
    }
  }

  await visit(path, displayName, 1)
  if (walked.files.length >= maxFiles) {
    skip(displayName, message('keyFiles.tooManyFiles', { count: maxFiles }))
  }
  return walked
}

/** Why to skip a file that OpenSSH uses for something else, judging by its name. */
function otherPurpose(name: string): Message | undefined {
  if (/^(ssh_)?known_hosts/.test(name)) return message('keyFiles.knownHosts')
  if (/^authorized_keys/.test(name)) return message('keyFiles.authorizedKeys')
  if (/^allowed_signers/.test(name)) return message('keyFiles.allowedSigners')
  return /^(config|environment|rc)$/.test(name) ? message('keyFiles.configuration') : undefined
}

function listingError(code = ''): Message {
  if (code === 'EACCES' || code === 'EPERM') return message('keyFiles.noPermission')
  return code === 'ENOTDIR'
    ? message('keyFiles.notFolder')
    : message('keyFiles.readError', { code })
}

type KeyFile =
  | {
      /** A view into the caller's buffer. */
      bytes: Buffer
      /** Whether the file begins like a private key; `bytes` then contains only its start. */
      isPrivateHead: boolean
    }
  /** Why the file wasn't read. */
  | { reason: Message }

/** Reads a regular file of up to 64 KiB into a buffer that the caller wipes. */
async function readLocalKeyFile(path: string, isLink: boolean, buffer: Buffer): Promise<KeyFile> {
  try {
    const open = isLink ? withRegularFile : withListedFile
    return await open(path, (file) => readOpenFile(file, buffer))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    // A link has replaced the listed file.
    if (code === 'ELOOP' && !isLink) return { reason: message('keyFiles.notRegular') }
    if (code === 'EISDIR' && isLink) return { reason: message('keyFiles.linkToFolder') }
    return { reason: errorReasons[code] ?? message('keyFiles.readError', { code }) }
  }
}

const errorReasons: Record<string, Message> = {
  EACCES: message('keyFiles.noPermission'),
  EPERM: message('keyFiles.noPermission'),
  ELOOP: message('keyFiles.linkLoop'),
  ENOENT: message('keyFiles.missing'),
  ENOTDIR: message('keyFiles.missing'),
  NOT_REGULAR: message('keyFiles.notRegular'),
  EISDIR: message('keyFiles.folder'),
}

async function readOpenFile(file: OpenFile, buffer: Buffer): Promise<KeyFile> {
  if (file.size > localKeyFileLimit) return { reason: fileTooLarge(localKeyFileLimit) }
  let length = await file.fill(buffer, 0, headSize)
  const isPrivateHead = beginsLikePrivateKey(buffer.subarray(0, length))
  if (!isPrivateHead && length === headSize) {
    length = await file.fill(buffer, length, buffer.length)
    if (length > localKeyFileLimit) return { reason: fileTooLarge(localKeyFileLimit) }
  }
  return { bytes: buffer.subarray(0, length), isPrivateHead }
}
