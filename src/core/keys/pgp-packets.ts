import { message } from '../../shared/messages/message.ts'
import { MalformedKeyError } from './key-problem.ts'

/** The data contains a secret key or subkey packet. */
export class SecretPacketError extends Error {}

export interface Packet {
  tag: number
  /** Including the packet header. */
  raw: Buffer
  /** Without the packet header. */
  body: Buffer
}

export const packetTags = {
  signature: 2,
  publicKey: 6,
  userId: 13,
  publicSubkey: 14,
  userAttribute: 17,
} as const
const secretTags = new Set([5, 7])
/** Packets that belong to the preceding public key. All others are dropped. */
const publicKeyPartTags = new Set<number>([
  packetTags.signature,
  packetTags.userId,
  packetTags.publicSubkey,
  packetTags.userAttribute,
])

/**
 * Splits OpenPGP data (RFC 9580, section 4.2) into the packets of each public key, byte for byte. Throws a `SecretPacketError` if
 * any packet is a secret key.
 */
export function splitGpgKeys(bytes: Buffer): Buffer[] {
  const packets = readPackets(bytes)
  // guard: gpg-secret-packets
  if (packets.some(({ tag }) => secretTags.has(tag))) throw new SecretPacketError()
  const keys: Buffer[][] = []
  for (const { tag, raw } of packets) {
    if (tag === packetTags.publicKey) keys.push([raw])
    else if (publicKeyPartTags.has(tag)) keys.at(-1)?.push(raw)
  }
  return keys.map((parts) => Buffer.concat(parts))
}

/** Splits OpenPGP data into packets. */
export function readPackets(bytes: Buffer): Packet[] {
  const packets: Packet[] = []
  for (let at = 0; at < bytes.length;) {
    const { tag, body, length } = headerAt(bytes, at)
    const end = body + length
    if (end > bytes.length) throw cutOffError()
    packets.push({ tag, raw: bytes.subarray(at, end), body: bytes.subarray(body, end) })
    at = end
  }
  return packets
}

interface Header {
  tag: number
  /** Offset of the content. */
  body: number
  length: number
}

function headerAt(bytes: Buffer, at: number): Header {
  const first = bytes[at]!
  if (first < 0x80) throw new MalformedKeyError(message('keyFiles.noOpenPgpKey'))
  // The longest header has six bytes; reading past the end yields NaN.
  const byte = (offset: number) => bytes[at + offset] ?? Number.NaN
  const long = () => (at + 6 <= bytes.length ? bytes.readUInt32BE(at + 2) : Number.NaN)
  const header = (tag: number, size: number, length: number): Header => {
    if (Number.isNaN(length)) throw cutOffError()
    return { tag, body: at + size, length }
  }
  if (first & 0x40) {
    const tag = first & 0x3f
    const length = byte(1)
    if (length < 192) return header(tag, 2, length)
    if (length < 224) return header(tag, 3, ((length - 192) << 8) + byte(2) + 192)
    if (length === 255) return header(tag, 6, long())
    throw unboundedPacketError(tag)
  }
  const tag = (first & 0x3c) >> 2
  if ((first & 3) === 0) return header(tag, 2, byte(1))
  if ((first & 3) === 1) return header(tag, 3, byte(1) * 256 + byte(2))
  if ((first & 3) === 2) {
    return header(tag, 5, at + 5 <= bytes.length ? bytes.readUInt32BE(at + 1) : Number.NaN)
  }
  throw unboundedPacketError(tag)
}

/** Partial or unknown lengths only occur in data packets, never in keys. */
function unboundedPacketError(tag: number): Error {
  return secretTags.has(tag)
    ? new SecretPacketError()
    : new MalformedKeyError(message('keyFiles.otherOpenPgpData'))
}

function cutOffError(): MalformedKeyError {
  return new MalformedKeyError(message('keyFiles.cutOff'))
}
