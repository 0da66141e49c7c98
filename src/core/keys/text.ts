/** Decodes a text file: UTF-8, UTF-16 from Windows tools, or else Latin-1, which accepts anything. Removes a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = utf16Encoding(bytes)
  return encoding ? new TextDecoder(encoding).decode(bytes) : decodeUtf8OrLatin1(bytes)
}

/** Decodes UTF-8, or else Latin-1. */
export function decodeUtf8OrLatin1(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  }
}

/** Repairs UTF-16 that was decoded as UTF-8 or Latin-1 and is therefore full of zeros. */
export function repairText(text: string): string {
  const repaired = text.includes('\0') ? text.replaceAll(/^(\uFFFD+|ÿþ|þÿ)|\0/g, '') : text
  return repaired.replace(/^\uFEFF/, '')
}

function utf16Encoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes.length < 4) return undefined
  // Without a byte order mark, every other byte of Latin letters is zero.
  if (bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0 && bytes[3] !== 0) return 'utf-16be'
  return undefined
}
