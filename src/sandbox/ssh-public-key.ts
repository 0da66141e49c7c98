import { createHash, createPublicKey } from 'node:crypto'

/** A parsed OpenSSH public key. */
export interface SshPublicKey {
  type: SshKeyType
  bits: number
  /** Type and base64, without the comment. */
  text: string
  /** Hex pairs separated by colons, without `MD5:`. */
  md5: string
  /** Base64 without padding, without `SHA256:`. */
  sha256: string
}

/**
 * Parses a public key and normalizes its text as GitLab stores it (`lib/gitlab/ssh_public_key.rb`, `sanitize`):
 * whitespace inside the base64 is removed, and the first word after it is kept as the comment. If the key is
 * invalid, `key` is undefined and the text unchanged.
 */
export function readSshPublicKey(text: string): { stored: string; key?: SshPublicKey } {
  const [type = '', ...parts] = text.trim().split(/\s+/)
  let base64 = ''
  for (const [index, part] of parts.entries()) {
    base64 += part
    if (base64.length > maxBase64Length) break
    // Base64 is in groups of four characters; trying at every space would take too long.
    const key = base64.length % 4 === 0 ? parse(type, base64) : undefined
    if (!key) continue
    const comment = parts[index + 1]
    return { stored: comment === undefined ? key.text : `${key.text} ${comment}`, key }
  }
  return { stored: text }
}

/** In characters. GitLab's limit is far lower; this one only bounds the work. */
const maxBase64Length = 8_000

function parse(type: string, base64: string): SshPublicKey | undefined {
  if (!isSshKeyType(type)) return undefined
  const blob = Buffer.from(base64, 'base64')
  // Buffer ignores invalid base64, so re-encoding the result must produce the same text.
  if (blob.length === 0 || blob.toString('base64') !== base64) return undefined
  const [typeName, ...fields] = fieldsOf(blob) ?? []
  if (!typeName?.equals(Buffer.from(type))) return undefined
  const bits = bitsOf[type](fields)
  if (!bits) return undefined
  const md5 = createHash('md5').update(blob).digest('hex')
  const sha256 = createHash('sha256').update(blob).digest('base64')
  return {
    type,
    bits,
    text: `${type} ${base64}`,
    md5: md5.match(/../g)!.join(':'),
    sha256: sha256.replace(/=+$/, ''),
  }
}

/** A blob is a sequence of length-prefixed strings (RFC 4251, section 5). Returns undefined if it is truncated. */
function fieldsOf(blob: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = []
  for (let offset = 0; offset < blob.length;) {
    if (offset + 4 > blob.length) return undefined
    const start = offset + 4
    offset = start + blob.readUInt32BE(offset)
    if (offset > blob.length) return undefined
    fields.push(blob.subarray(start, offset))
  }
  return fields
}

type Bits = (fields: Buffer[]) => number | undefined

/**
 * Parses the fields after the type (RFC 4253, RFC 5656, RFC 8709, OpenSSH's PROTOCOL.u2f). Returns undefined if they
 * are invalid.
 */
const bitsOf = {
  'ssh-rsa': (fields) => keySizeFromIntegers(fields, 2, 1),
  'ssh-dss': (fields) => keySizeFromIntegers(fields, 4, 0),
  'ecdsa-sha2-nistp256': (fields) => pointBits(fields, 'nistp256'),
  'ecdsa-sha2-nistp384': (fields) => pointBits(fields, 'nistp384'),
  'ecdsa-sha2-nistp521': (fields) => pointBits(fields, 'nistp521'),
  'ssh-ed25519': ed25519Bits,
  'sk-ecdsa-sha2-nistp256@openssh.com': (fields) =>
    pointBits(withoutApplication(fields), 'nistp256'),
  'sk-ssh-ed25519@openssh.com': (fields) => ed25519Bits(withoutApplication(fields)),
} satisfies Record<string, Bits>

/** The key types that GitLab supports. */
export type SshKeyType = keyof typeof bitsOf

function isSshKeyType(type: string): type is SshKeyType {
  return Object.hasOwn(bitsOf, type)
}

/** Several integers, one of which determines the key size. */
function keySizeFromIntegers(
  fields: Buffer[],
  count: number,
  sizeIndex: number,
): number | undefined {
  if (fields.length !== count || !fields.every(isPositive)) return undefined
  return BigInt(`0x${fields[sizeIndex]!.toString('hex')}`).toString(2).length
}

/** Two's complement, positive, and in minimal length. */
function isPositive([first, second = 0]: Buffer): boolean {
  return first !== undefined && first < 0x80 && (first > 0 || second >= 0x80)
}

const curves = {
  nistp256: { bits: 256, bytes: 32, name: 'P-256' },
  nistp384: { bits: 384, bytes: 48, name: 'P-384' },
  nistp521: { bits: 521, bytes: 66, name: 'P-521' },
}

function pointBits(fields: Buffer[], curve: keyof typeof curves): number | undefined {
  const { bits, bytes, name } = curves[curve]
  const [typeName, point] = fields
  if (fields.length !== 2 || typeName!.toString() !== curve) return undefined
  // Uncompressed: 4, x, y.
  if (point![0] !== 4 || point!.length !== 1 + 2 * bytes) return undefined
  const x = point!.subarray(1, 1 + bytes).toString('base64url')
  const y = point!.subarray(1 + bytes).toString('base64url')
  return isOnCurve({ kty: 'EC', crv: name, x, y }) ? bits : undefined
}

function isOnCurve(key: { kty: string; crv: string; x: string; y: string }): boolean {
  try {
    createPublicKey({ key, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

function ed25519Bits(fields: Buffer[]): number | undefined {
  return fields.length === 1 && fields[0]!.length === 32 ? 256 : undefined
}

/** In security key types, the application comes last. */
function withoutApplication(fields: Buffer[]): Buffer[] {
  return fields.at(-1)?.length ? fields.slice(0, -1) : []
}
