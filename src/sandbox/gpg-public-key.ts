import { createHash } from 'node:crypto'
import { MalformedKeyError } from '../core/keys/key-problem.ts'
import { type Packet, SecretPacketError, readPackets } from '../core/keys/pgp-packets.ts'

/** An OpenPGP key's IDs, in upper-case hex digits. */
export interface GpgPublicKey {
  fingerprint: string
  primaryKeyId: string
}

/**
 * Parses an armored block. Returns undefined unless it contains exactly one public key with a self-signed user ID. To
 * support all of GnuPG's algorithms, only the first bytes of a signature's digest are compared.
 */
export function parseGpgPublicKey(armored: string, now: Date): GpgPublicKey | undefined {
  const [primary, ...others] = packetsIn(unarmor(armored))
  const isOtherKey = ({ tag }: Packet) => [5, 6, 7].includes(tag)
  if (primary?.tag !== 6 || others.some(isOtherKey)) return undefined
  const key = identify(primary.body)
  if (!key || primary.body.readUInt32BE(1) * 1000 > now.getTime()) return undefined
  const isSigned = others.some(({ tag, body }, index) => {
    if (tag !== 13) return false
    const next = others.slice(index + 1)
    const end = next.findIndex((packet) => packet.tag !== 2)
    const signatures = next.slice(0, end === -1 ? undefined : end)
    return signatures.some((signature) => isSelfSignature(signature.body, key, body))
  })
  const { fingerprint, primaryKeyId } = key
  return isSigned ? { fingerprint, primaryKeyId } : undefined
}

function packetsIn(bytes: Buffer): Packet[] {
  try {
    return readPackets(bytes)
  } catch (error) {
    if (error instanceof MalformedKeyError || error instanceof SecretPacketError) return []
    throw error
  }
}

/** The decoded body: everything after the blank line that ends the headers, without the checksum. */
function unarmor(armored: string): Buffer {
  const lines = armored.split(/\r?\n/).map((line) => line.trim())
  const body = lines.slice(lines.indexOf('') + 1).filter((line) => !/^[=-]/.test(line))
  return Buffer.from(body.join(''), 'base64')
}

interface IdentifiedKey extends GpgPublicKey {
  /** The part of the key that is signed. */
  hashed: Buffer
  algorithm: number
}

/** Version 4, or version 5 of LibrePGP. */
function identify(body: Buffer): IdentifiedKey | undefined {
  const [version] = body
  if (body.length < 10 || (version !== 4 && version !== 5)) return undefined
  const prefix = Buffer.alloc(version === 4 ? 3 : 5)
  prefix[0] = version === 4 ? 0x99 : 0x9a
  prefix.writeUIntBE(body.length, 1, prefix.length - 1)
  const hashed = Buffer.concat([prefix, body])
  const digest = createHash(version === 4 ? 'sha1' : 'sha256').update(hashed)
  const fingerprint = digest.digest('hex').toUpperCase()
  const primaryKeyId = version === 4 ? fingerprint.slice(-16) : fingerprint.slice(0, 16)
  return { fingerprint, primaryKeyId, hashed, algorithm: body[5]! }
}

/** Hash algorithms that GnuPG accepts, by ID (RFC 9580, section 9.5). */
const hashNames: Record<number, string> = {
  2: 'sha1',
  3: 'ripemd160',
  8: 'sha256',
  9: 'sha384',
  10: 'sha512',
  11: 'sha224',
}

/** RFC 9580, section 5.2.4. */
function isSelfSignature(body: Buffer, key: IdentifiedKey, name: Buffer): boolean {
  if (body.length < 10) return false
  const [version = 0, type = 0, algorithm, hashNumber = 0] = body
  const hashName = hashNames[hashNumber]
  const isCertification = type >= 0x10 && type <= 0x13
  const isByKey = body.includes(Buffer.from(key.primaryKeyId, 'hex'))
  if (!hashName || !isCertification || !isByKey || algorithm !== key.algorithm) return false
  if (version !== 4 && version !== 5) return false
  const signed = body.subarray(0, 6 + body.readUInt16BE(4))
  const nameLength = Buffer.alloc(4)
  nameLength.writeUInt32BE(name.length)
  const trailer = Buffer.alloc(version === 4 ? 6 : 10)
  trailer.set([version, 0xff])
  trailer.writeUInt32BE(signed.length, trailer.length - 4)
  const digest = createHash(hashName)
    .update(Buffer.concat([key.hashed, Buffer.of(0xb4), nameLength, name, signed, trailer]))
    .digest()
  const unhashedLength = body.subarray(signed.length, signed.length + 2)
  if (unhashedLength.length < 2) return false
  const prefixAt = signed.length + 2 + unhashedLength.readUInt16BE()
  return body.subarray(prefixAt, prefixAt + 2).equals(digest.subarray(0, 2))
}
