import { hash } from 'node:crypto'
import type { GpgKeyDetails } from '../../shared/operations/gpg-keys.ts'
import { message } from '../../shared/messages/message.ts'
import { describeExpiry, fingerprintsInUse, readCapabilities } from './gpg-key-details.ts'
import { type KeyAlgorithm, readGpgAlgorithm } from './key-algorithm.ts'
import { MalformedKeyError } from './key-problem.ts'
import { type Packet, packetTags, readPackets } from './pgp-packets.ts'
import { decodeUserId, emailInUserId } from './user-id.ts'

/** Whether this is a GnuPG key that the library can't parse: version 5 (LibrePGP), or Ed448 in version 4. */
export function isUnknownToLibrary(packets: Buffer): boolean {
  const { body } = readPackets(packets)[0]!
  return body[0] === 5 || (body[0] === 4 && body[5] === 22 && body.subarray(6, 10).equals(ed448))
}

/** The curve's OID, preceded by its length. */
const ed448 = Buffer.from('032b6571', 'hex')

/** Parses a key into a `GpgPublicKey` without checking its self-signatures on names and subkeys. */
export function readUncheckedKey(
  packets: Buffer,
  now: number,
): { details: GpgKeyDetails; parts: KeyAlgorithm[]; changedAt: number } {
  const [primary, ...others] = groupPackets(packets)
  const { fingerprint, keyId, created } = identify(primary!)
  const ownSignatures = ({ signatures }: Part) =>
    signatures.filter(({ issuers }) => issuers.includes(keyId) || issuers.includes(fingerprint))
  const names = others.filter(({ tag }) => tag === packetTags.userId)
  const isRevoked = ownSignatures(primary!).some(
    ({ type }) => type === signatureTypes.keyRevocation,
  )
  const certification = newestOf(
    [primary!, ...names].flatMap(ownSignatures).filter(isCertification),
  )

  const userIds = names.flatMap((name): GpgKeyDetails['userIds'] => {
    const newest = newestOf(ownSignatures(name))
    if (!newest) return []
    const text = decodeUserId(name.body)
    const revoked = isRevoked || newest.type === signatureTypes.certificationRevocation
    return [{ text, email: emailInUserId(text), revoked }]
  })
  const subkeys = others.flatMap((subkey): GpgKeyDetails['subkeys'] => {
    const signatures = ownSignatures(subkey)
    const binding = newestOf(signatures.filter(({ type }) => type === signatureTypes.subkeyBinding))
    if (subkey.tag !== packetTags.publicSubkey || !binding) return []
    const revoked =
      isRevoked || signatures.some(({ type }) => type === signatureTypes.subkeyRevocation)
    return [{ ...identify(subkey), ...validityOf(subkey, binding, now), revoked }]
  })
  const details = {
    fingerprint,
    keyId,
    created,
    ...validityOf(primary!, certification, now),
    revoked: isRevoked,
    unchecked: true,
    userIds,
    subkeys,
  }
  const times = [primary!, ...others].flatMap(ownSignatures).map((signature) => signature.created)
  const inUse = fingerprintsInUse(details)
  const isInUse = (part: Part) =>
    part.tag === packetTags.publicSubkey && inUse.has(identify(part).fingerprint)
  const parts = [primary!, ...others.filter(isInUse)].map(({ body }) => readGpgAlgorithm(body))
  return { details, parts, changedAt: Math.max(0, ...times) }
}

const signatureTypes = {
  directKey: 0x1f,
  subkeyBinding: 0x18,
  keyRevocation: 0x20,
  subkeyRevocation: 0x28,
  certificationRevocation: 0x30,
}

function isCertification({ type }: Signature): boolean {
  return (type >= 0x10 && type <= 0x13) || type === signatureTypes.directKey
}

/** A key, subkey, or name, along with the signatures that follow it. */
interface Part extends Packet {
  signatures: Signature[]
}

function groupPackets(packets: Buffer): Part[] {
  const parts: Part[] = []
  for (const packet of readPackets(packets)) {
    if (packet.tag !== packetTags.signature) parts.push({ ...packet, signatures: [] })
    else parts.at(-1)?.signatures.push(...readSignature(packet.body))
  }
  return parts
}

/** RFC 9580, section 5.5.4, or the LibrePGP draft for version 5. */
function identify({ body }: Packet) {
  const [version] = body
  if (body.length < 10 || (version !== 4 && version !== 5)) {
    throw new MalformedKeyError(message('keyFiles.unsupportedOpenPgpKey'))
  }
  const header = Buffer.alloc(version === 4 ? 3 : 5)
  header[0] = version === 4 ? 0x99 : 0x9a
  header.writeUIntBE(body.length, 1, header.length - 1)
  const algorithm = version === 4 ? 'sha1' : 'sha256'
  const fingerprint = hash(algorithm, Buffer.concat([header, body]), 'hex').toUpperCase()
  const keyId = version === 4 ? fingerprint.slice(-16) : fingerprint.slice(0, 16)
  return { fingerprint, keyId, created: new Date(createdAt(body)).toISOString() }
}

function createdAt(body: Buffer): number {
  return body.readUInt32BE(1) * 1000
}

function validityOf({ body }: Packet, signature: Signature | undefined, now: number) {
  const { lifetime, flags } = signature ?? {}
  return {
    ...describeExpiry(lifetime ? createdAt(body) + lifetime : undefined, now),
    capabilities: readCapabilities(flags),
  }
}

function newestOf(signatures: readonly Signature[]): Signature | undefined {
  return signatures.toSorted((a, b) => a.created - b.created).at(-1)
}

interface Signature {
  type: number
  /** Key IDs and fingerprints that the signature lists as issuers. */
  issuers: string[]
  /** Milliseconds since 1970. */
  created: number
  flags?: number
  /** How long the key is valid (ms). */
  lifetime?: number
}

/** RFC 9580, section 5.2.3; version 5 is formatted like version 4. Omits other versions and damaged signatures. */
function readSignature(body: Buffer): Signature[] {
  if (body.length < 10 || (body[0] !== 4 && body[0] !== 5)) return []
  const unhashed = 6 + body.readUInt16BE(4)
  const unhashedLength = unhashed + 2 <= body.length ? body.readUInt16BE(unhashed) : 0
  const subpackets = [
    ...readSubpackets(body.subarray(6, unhashed)),
    ...readSubpackets(body.subarray(unhashed + 2, unhashed + 2 + unhashedLength)),
  ]
  const dataOf = (type: number, minLength: number) =>
    subpackets.find((subpacket) => subpacket.type === type && subpacket.data.length >= minLength)
      ?.data
  return [
    {
      type: body[1]!,
      issuers: [dataOf(16, 8), dataOf(33, 21)?.subarray(1)].flatMap((issuer) =>
        issuer ? issuer.toString('hex').toUpperCase() : [],
      ),
      created: (dataOf(2, 4)?.readUInt32BE() ?? 0) * 1000,
      lifetime: (dataOf(9, 4)?.readUInt32BE() ?? 0) * 1000,
      flags: dataOf(27, 1)?.[0],
    },
  ]
}

/** An area's subpackets, up to the first damaged one. */
function readSubpackets(area: Buffer): { type: number; data: Buffer }[] {
  const subpackets: { type: number; data: Buffer }[] = []
  for (let at = 0; at < area.length;) {
    const first = area[at]!
    const [size, length] =
      first < 192
        ? [1, first]
        : first < 255
          ? [2, ((first - 192) << 8) + (area[at + 1] ?? 0) + 192]
          : [5, at + 5 <= area.length ? area.readUInt32BE(at + 1) : 0]
    const start = at + size
    if (length === 0 || start + length > area.length) break
    const content = area.subarray(start, start + length)
    subpackets.push({ type: content[0]! & 0x7f, data: content.subarray(1) })
    at = start + length
  }
  return subpackets
}
