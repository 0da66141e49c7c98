import { nameLimit } from '../../../shared/limits.ts'
import { t } from '../../ui/messages.ts'

/** A file in the form that Node takes: its name and content. */
export type GivenFile = { name: string; text: string } | { name: string; base64: string }

/** A file that was read, or the name of one that could not be. */
export type ReadFile = { file: GivenFile; size: number } | { unread: string }

/** Turns the bytes of a file into the form that Node takes. */
export type Encode = (name: string, bytes: Uint8Array) => GivenFile

/** UTF-8 as text, and anything else as Latin-1, one letter a byte, so that no byte is lost. */
export const asText: Encode = (name, bytes) => ({ name, text: utf8(bytes) ?? latin1(bytes) })

/** UTF-8 as text, and anything else as bytes. */
export const asTextOrBytes: Encode = (name, bytes) => {
  const text = utf8(bytes)
  return text === undefined || text.includes('\0')
    ? { name, base64: btoa(latin1(bytes)) }
    : { name, text }
}

/** Reads a file, but at most one byte above `limit`, which shows that it is too large. */
export async function readGiven(file: File, limit: number, encode: Encode): Promise<ReadFile> {
  const name = nameOf(file)
  try {
    const bytes = new Uint8Array(await file.slice(0, limit + 1).arrayBuffer())
    return { file: encode(name, bytes), size: bytes.length }
  } catch {
    return { unread: name }
  }
}

/** Splits files into portions that are sent at once: at most `max` files of at most 1 MiB together, or one larger file. */
export function portions(
  files: readonly { file: GivenFile; size: number }[],
  max: number,
): GivenFile[][] {
  const result: GivenFile[][] = []
  let room = 0
  for (const { file, size } of files) {
    const last = result.at(-1)
    if (last && last.length < max && size <= room) last.push(file)
    else {
      result.push([file])
      room = maxBytes
    }
    room -= size
  }
  return result
}

const maxBytes = 1024 * 1024

function nameOf(file: File): string {
  return (file.webkitRelativePath || file.name || t('keys.unnamedFile')).slice(-nameLimit)
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

// `TextDecoder` reads Latin-1 as Windows-1252, which differs from 0x80 to 0x9F.
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
