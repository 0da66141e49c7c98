import { nameLimit } from '../../../shared/rules/limits.ts'
import { t } from '../../ui/messages.ts'
import { truncateStart } from '../../../shared/rules/text-length.ts'
import type { KeyKind } from './keys.ts'

/** A file in the format that core accepts. */
export type KeyFile = { name: string; text: string } | { name: string; base64: string }

/** A file’s content, or its name if it is unreadable. */
export type ReadKeyFile = { file: KeyFile; size: number } | { unreadableName: string }

/** Converts a file’s bytes to the format that core accepts. */
export type EncodeFile = (name: string, bytes: Uint8Array) => KeyFile

/** Decodes UTF-8, or else Latin-1, which preserves every byte as one character. */
export const encodeAsText: EncodeFile = (name, bytes) => ({
  name,
  text: utf8(bytes) ?? latin1(bytes),
})

/** Decodes UTF-8; anything else stays binary. */
export const encodeAsTextOrBytes: EncodeFile = (name, bytes) => {
  const text = utf8(bytes)
  return text === undefined || text.includes('\0')
    ? { name, base64: btoa(latin1(bytes)) }
    : { name, text }
}

/** Reads up to one byte more than `limit`, which is enough to detect that a file is too large. */
export async function readChosenFile(
  file: File,
  limit: number,
  encode: EncodeFile,
): Promise<ReadKeyFile> {
  const name = nameFor(file)
  try {
    const bytes = new Uint8Array(await file.slice(0, limit + 1).arrayBuffer())
    return { file: encode(name, bytes), size: bytes.length }
  } catch {
    return { unreadableName: name }
  }
}

/** Splits files into batches of at most `max` files and 1 MiB. A larger file gets its own batch. */
export function batchFiles(
  files: readonly { file: KeyFile; size: number }[],
  max: number,
): KeyFile[][] {
  const result: KeyFile[][] = []
  let bytesLeft = 0
  for (const { file, size } of files) {
    const last = result.at(-1)
    if (last && last.length < max && size <= bytesLeft) last.push(file)
    else {
      result.push([file])
      bytesLeft = maxBatchBytes
    }
    bytesLeft -= size
  }
  return result
}

const maxBatchBytes = 1024 * 1024

function nameFor(file: File): string {
  return truncateStart(file.webkitRelativePath || file.name || t('keys.unnamedFile'), nameLimit)
}

/** With `stream`, the last character may be incomplete. */
function utf8(bytes: Uint8Array, options?: TextDecodeOptions): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, options)
  } catch {
    return undefined
  }
}

// `TextDecoder` treats Latin-1 as Windows-1252, which differs between 0x80 and 0x9F.
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

/** How many bytes to read to detect whether a file contains SSH or GPG keys. */
const headBytes = 4096

/** Detects whether pasted text contains SSH or GPG keys. */
export function detectTextKind(text: string): KeyKind {
  // The text may be UTF-16 or have invisible characters between letters.
  return /-----BEGIN *PGP/.test(text.replaceAll(/[^ -~]/g, '')) ? 'GPG' : 'SSH'
}

/** Detects whether a file contains SSH or GPG keys. Unreadable files go to the SSH reader, which reports them. */
export async function detectFileKind(file: File): Promise<KeyKind> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const bytes = new Uint8Array(head)
  return isBinaryPgp(bytes) ? 'GPG' : detectTextKind(new TextDecoder('latin1').decode(bytes))
}

/**
 * The first byte of an OpenPGP packet has its high bit set, but so does text that starts with an invisible character.
 */
function isBinaryPgp(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return first >= 0x80 && !isUtf16 && utf8(bytes, { stream: true }) === undefined
}
