import type { KeyKind } from './key-kind.ts'

/** How much of a file tells its kind. */
const headBytes = 4096

/** The kind of keys that a pasted text holds. */
export function kindOfText(text: string): KeyKind['name'] {
  return /-----BEGIN PGP/.test(text) ? 'GPG' : 'SSH'
}

/** The kind of keys that a file holds, by its content. One that can't be read counts as SSH, whose reader says so. */
export async function kindOfFile(file: File): Promise<KeyKind['name']> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const bytes = new Uint8Array(head)
  return isBinaryPgp(bytes) ? 'GPG' : kindOfText(new TextDecoder('latin1').decode(bytes))
}

/** A packet of OpenPGP begins with a byte whose first bit is set, and so do texts with a byte order mark. */
function isBinaryPgp([first = 0, second = 0]: Uint8Array): boolean {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const isUtf8 = first === 0xef && second === 0xbb
  return first >= 0x80 && !isUtf16 && !isUtf8
}
