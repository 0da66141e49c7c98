import { nameLimit } from '../../../shared/limits.ts'

/** A file as the Node side takes it: its name and what is in it. */
export type GivenFile = { name: string; text: string } | { name: string; base64: string }

/** What of a file the page could not even open, or took for what it is. */
export type ReadFile = { file: GivenFile; size: number } | { unread: string }

/** How the bytes of a file become what the Node side takes. */
export type Encode = (name: string, bytes: Uint8Array) => GivenFile

/** UTF-8 as text, and anything else as Latin-1, one letter a byte, so that no byte of it is lost. */
export const asText: Encode = (name, bytes) => ({ name, text: utf8(bytes) ?? latin1(bytes) })

/** UTF-8 as text, and anything else as it is. */
export const asTextOrBytes: Encode = (name, bytes) => {
  const text = utf8(bytes)
  return text === undefined || text.includes('\0')
    ? { name, base64: btoa(latin1(bytes)) }
    : { name, text }
}

/** Reads a file, and of one that is too large only as much as shows that it is: one byte above `limit`. */
export async function readGiven(file: File, limit: number, encode: Encode): Promise<ReadFile> {
  const name = nameOf(file)
  try {
    const bytes = new Uint8Array(await file.slice(0, limit + 1).arrayBuffer())
    return { file: encode(name, bytes), size: bytes.length }
  } catch {
    return { unread: name }
  }
}

/** Files in portions that are sent at once. `most` is a number of files; all of a portion stay below 1 MiB, or are one file. */
export function portions(
  files: readonly { file: GivenFile; size: number }[],
  most: number,
): GivenFile[][] {
  const result: GivenFile[][] = []
  let room = 0
  for (const { file, size } of files) {
    const last = result.at(-1)
    if (last && last.length < most && size <= room) last.push(file)
    else {
      result.push([file])
      room = mostBytes
    }
    room -= size
  }
  return result
}

const mostBytes = 1024 * 1024

function nameOf(file: File): string {
  return (file.webkitRelativePath || file.name || 'A file without a name').slice(-nameLimit)
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

// `TextDecoder` takes Latin-1 for Windows-1252, which is another thing from 0x80 to 0x9F.
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
