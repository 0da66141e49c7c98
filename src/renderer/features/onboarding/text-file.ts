/** Supported text encodings: their display names by Encoding Standard label. */
export const encodings = {
  'utf-8': 'onboarding.encoding_utf8',
  'utf-16le': 'onboarding.encoding_utf16le',
  'utf-16be': 'onboarding.encoding_utf16be',
  'windows-1252': 'onboarding.encoding_windows1252',
  shift_jis: 'onboarding.encoding_shiftjis',
} as const
export type TextEncoding = keyof typeof encodings

/** How many bytes to search for the zero bytes of UTF-16. */
const headLength = 1_000

/**
 * Detects a file’s encoding. `isCertain` if the bytes prove it, for example with a byte order mark. Spreadsheets may
 * also be saved in the system’s legacy encoding, which can only be guessed.
 */
export function findEncoding(bytes: Uint8Array): { encoding: TextEncoding; isCertain: boolean } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', isCertain: true }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', isCertain: true }
  const head = bytes.subarray(0, headLength)
  const zeros = (odd: 0 | 1) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if (zeros(1) > head.length / 4) return { encoding: 'utf-16le', isCertain: false }
  if (zeros(0) > head.length / 4) return { encoding: 'utf-16be', isCertain: false }
  if (isText(bytes, 'utf-8')) return { encoding: 'utf-8', isCertain: true }
  const isJapanese =
    isText(bytes, 'shift_jis') && /[\u3041-\u30ff]{2}/.test(decode(bytes, 'shift_jis'))
  return { encoding: isJapanese ? 'shift_jis' : 'windows-1252', isCertain: false }
}

export function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes)
}

function isText(bytes: Uint8Array, encoding: TextEncoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A few words near the start that would look different in another encoding. */
export function distinctiveWords(text: string, count: number): string[] {
  const words = text.slice(0, 100_000).match(/[^\s,;"]*[^\s,;"\0-\x7f][^\s,;"]*/g) ?? []
  return [...new Set(words)].slice(0, count)
}
