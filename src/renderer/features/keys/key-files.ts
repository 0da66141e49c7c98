import { nameLimit } from '../../../shared/rules/limits.ts'
import { t } from '../../ui/messages.ts'
import { truncateStart } from '../../../shared/rules/text-length.ts'
import type { KeyKind } from './keys.ts'

/** A file as core accepts it: name and content. */
export type KeyFile = { name: string; text: string } | { name: string; base64: string }

/** A file that was read, or the name of an unreadable one. */
export type ReadKeyFile = { file: KeyFile; size: number } | { unreadableName: string }

/** Converts a file’s bytes to the form that core accepts. */
export type EncodeFile = (name: string, bytes: Uint8Array) => KeyFile

/** UTF-8 as text, and anything else as Latin-1, one character per byte, so that all bytes are preserved. */
export const encodeAsText: EncodeFile = (name, bytes) => ({
  name,
  text: utf8(bytes) ?? latin1(bytes),
})

/** UTF-8 as text, and anything else as bytes. */
export const encodeAsTextOrBytes: EncodeFile = (name, bytes) => {
  const text = utf8(bytes)
  return text === undefined || text.includes('\0')
    ? { name, base64: btoa(latin1(bytes)) }
    : { name, text }
}

/** Reads at most one byte more than `limit`, which shows that a file is too large. */
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

/** Splits files into batches to send together: at most `max` files of at most 1 MiB together, or one larger file. */
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

/** With `stream`, the last character may be cut. */
function utf8(bytes: Uint8Array, options?: TextDecodeOptions): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, options)
  } catch {
    return undefined
  }
}

// `TextDecoder` reads Latin-1 as Windows-1252, which differs from 0x80 to 0x9F.
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

/** Number of leading bytes read to detect the kind of keys in a file. */
const headBytes = 4096

/** The kind of keys in pasted text. */
export function kindOfText(text: string): KeyKind {
  // Handles UTF-16 and invisible characters between letters.
  return /-----BEGIN *PGP/.test(text.replaceAll(/[^ -~]/g, '')) ? 'GPG' : 'SSH'
}

/** The kind of keys in a file, by its content. Unreadable files count as SSH, whose reader reports them. */
export async function kindOfFile(file: File): Promise<KeyKind> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const bytes = new Uint8Array(head)
  return isBinaryPgp(bytes) ? 'GPG' : kindOfText(new TextDecoder('latin1').decode(bytes))
}

/**
 * An OpenPGP packet starts with a byte whose high bit is set, but so do texts that start with an invisible character.
 */
function isBinaryPgp(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return first >= 0x80 && !isUtf16 && utf8(bytes, { stream: true }) === undefined
}
