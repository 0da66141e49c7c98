import type { KeyKind } from './key-kind.ts'

/** How much of a file tells its kind. */
const headBytes = 4096

/** The kind of keys that a pasted text holds. */
export function kindOfText(text: string): KeyKind['name'] {
  // Also in UTF-16, and with invisible characters between its letters.
  return /-----BEGIN *PGP/.test(text.replaceAll(/[^ -~]/g, '')) ? 'GPG' : 'SSH'
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

/** A packet of OpenPGP begins with a byte whose first bit is set, and so do texts that begin with an invisible character. */
function isBinaryPgp(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return first >= 0x80 && !isUtf16 && !isUtf8(bytes)
}

/** Whether it is UTF-8 so far; the last character may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
