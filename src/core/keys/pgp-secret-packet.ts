/**
 * Whether a Secret-Key or Secret-Subkey packet (RFC 9580, sections 4.2 and 5.5.3) starts here. Called for every byte of
 * data that mostly isn't packets, so all parts of the packet must be consistent.
 */
export function isPgpSecret(bytes: Buffer, start: number): boolean {
  const packet = packetAt(bytes, start)
  if (!packet) return false
  const { body, length } = packet
  const version = bytes[body]!
  if (version < 2 || version > 6) return false
  const year = 1970 + bytes.readUInt32BE(body + 1) / 31_556_952
  if (year < 1991 || year > 2050) return false
  const algorithmAt = body + (version < 4 ? 7 : 5)
  const key = algorithmAt + (version > 4 ? 5 : 1)
  const algorithm = bytes[algorithmAt]!
  const size = bareBytes[algorithm]
  if (size !== undefined) {
    return version > 3 && isBareSecret(bytes, key + size, { version, size, end: body + length })
  }
  const end = publicPartEnd(bytes, key, algorithm)
  if (end === undefined || end > body + length) return false
  return version < 4 || isProtection(bytes[end])
}

const rsa = new Set([1, 2, 3])
/** DSA and Elgamal, whose numbers are all long. */
const longNumbers = new Set([16, 17, 20])
const withOid = new Set([18, 19, 22])
/** X25519, X448, Ed25519, and Ed448, whose points are raw bytes. */
const bareBytes: Record<number, number> = { 25: 32, 26: 56, 27: 32, 28: 57 }

/** Where the public part ends; undefined if the bytes don't match this algorithm. */
function publicPartEnd(bytes: Buffer, key: number, algorithm: number): number | undefined {
  if (rsa.has(algorithm)) return numbersEnd(bytes, key, [512, 16_384], [2, 64])
  if (algorithm === 17) return numbersEnd(bytes, key, [512, 4096], [160, 512], [2, 4096], [2, 4096])
  if (longNumbers.has(algorithm)) return numbersEnd(bytes, key, [512, 16_384], [2, 64], [2, 16_384])
  return withOid.has(algorithm) ? curveEnd(bytes, key, algorithm === 18) : undefined
}

type Range = [least: number, most: number]

/** Where the numbers end, if their declared bit lengths are within these ranges and match their first byte. */
function numbersEnd(bytes: Buffer, start: number, ...sizes: Range[]): number | undefined {
  let at = start
  for (const [least, most] of sizes) {
    if (at + 3 > bytes.length) return undefined
    const bits = bytes.readUInt16BE(at)
    if (bits < least || bits > most) return undefined
    if (32 - Math.clz32(bytes[at + 2]!) !== ((bits - 1) % 8) + 1) return undefined
    at += 2 + Math.ceil(bits / 8)
  }
  return at
}

/** Where a curve's OID (arcs 1.2 and 1.3), a point, and for ECDH the key derivation end. */
function curveEnd(bytes: Buffer, start: number, isEcdh: boolean): number | undefined {
  const size = bytes[start]!
  if (size < 3 || size > 12 || (bytes[start + 1] !== 0x2a && bytes[start + 1] !== 0x2b))
    return undefined
  const end = numbersEnd(bytes, start + 1 + size, [200, 1100])
  return end !== undefined && isEcdh ? end + 1 + (bytes[end] ?? 0) : end
}

/** Whether this is a valid protection: none, or one of the key derivations. */
function isProtection(usage: number | undefined): boolean {
  return usage !== undefined && (usage <= 20 || usage >= 252)
}

/**
 * Whether a secret follows a point of raw bytes, which has no structure of its own: either just the secret, which fills
 * the packet, or valid cipher and key derivation parameters.
 */
function isBareSecret(
  bytes: Buffer,
  at: number,
  { version, size, end }: { version: number; size: number; end: number },
): boolean {
  if (end > bytes.length) return false
  const usage = bytes[at]!
  if (usage === 0) return end === at + 1 + size + (version === 4 ? 2 : 0)
  if (usage < 253) return false
  const cipher = at + (version === 4 ? 1 : 2)
  const derivation = cipher + (usage === 253 ? 2 : 1) + (version === 6 ? 1 : 0)
  return bytes[cipher]! >= 1 && bytes[cipher]! <= 13 && [0, 1, 3, 4].includes(bytes[derivation]!)
}

/** Whether a byte starts a secret key or subkey packet, in the old or new format. */
export function isPgpSecretTag(first: number): boolean {
  if (first < 0x80) return false
  const tag = first & 0x40 ? first & 0x3f : (first & 0x3c) >> 2
  return tag === 5 || tag === 7
}

/** Where a packet's content starts, and its length. */
function packetAt(bytes: Buffer, start: number): { body: number; length: number } | undefined {
  const first = bytes[start]!
  if (!isPgpSecretTag(first) || start + 16 > bytes.length) return undefined
  const { size, length } =
    first & 0x40 ? newLength(bytes, start + 1) : oldLength(bytes, start + 1, first & 3)
  const body = start + 1 + size
  return length >= 12 && length <= 16_384 && body + 12 <= bytes.length
    ? { body, length }
    : undefined
}

interface Length {
  /** Number of bytes that the length takes up. */
  size: number
  length: number
}

function oldLength(bytes: Buffer, at: number, type: number): Length {
  if (type === 0) return { size: 1, length: bytes[at]! }
  if (type === 1) return { size: 2, length: bytes.readUInt16BE(at) }
  return type === 2
    ? { size: 4, length: bytes.readUInt32BE(at) }
    : { size: 0, length: bytes.length }
}

function newLength(bytes: Buffer, at: number): Length {
  const first = bytes[at]!
  if (first < 192) return { size: 1, length: first }
  if (first < 224) return { size: 2, length: ((first - 192) << 8) + bytes[at + 1]! + 192 }
  if (first === 255) return { size: 5, length: bytes.readUInt32BE(at + 1) }
  return { size: 1, length: 2 ** (first & 0x1f) }
}
