import { nameLimit } from '../../../shared/rules/limits.ts'
import { t } from '../../ui/messages.ts'
import { truncateStart } from '../../../shared/rules/text-length.ts'
import type { KeyKind } from './keys.ts'

/** A file in the form that Node takes: its name and content. */
export type KeyFile = { name: string; text: string } | { name: string; base64: string }

/** A file that was read, or the name of one that could not be. */
export type ReadKeyFile = { file: KeyFile; size: number } | { unreadableName: string }

/** Turns the bytes of a file into the form that Node takes. */
export type EncodeFile = (name: string, bytes: Uint8Array) => KeyFile

/** UTF-8 as text, and anything else as Latin-1, one letter a byte, so that no byte is lost. */
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

/** Reads a file, but at most one byte above `limit`, which shows that it is too large. */
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

/** Splits files into batches that are sent at once: at most `max` files of at most 1 MiB together, or one larger file. */
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

/** How much of a file tells its kind. */
const headBytes = 4096

/** The kind of keys that a pasted text holds. */
export function kindOfText(text: string): KeyKind {
  // Also in UTF-16, and with invisible characters between its letters.
  return /-----BEGIN *PGP/.test(text.replaceAll(/[^ -~]/g, '')) ? 'GPG' : 'SSH'
}

/** The kind of keys that a file holds, by its content. One that can't be read counts as SSH, whose reader says so. */
export async function kindOfFile(file: File): Promise<KeyKind> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const bytes = new Uint8Array(head)
  return isBinaryPgp(bytes) ? 'GPG' : kindOfText(new TextDecoder('latin1').decode(bytes))
}

/** A packet of OpenPGP begins with a byte whose first bit is set, and so do texts that begin with an invisible character. */
function isBinaryPgp(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return first >= 0x80 && !isUtf16 && utf8(bytes, { stream: true }) === undefined
}
