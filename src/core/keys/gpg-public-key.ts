import type { Key, SignaturePacket, Subkey } from 'openpgp'
import type { GpgKeyDetails } from '../../shared/operations/gpg-keys.ts'
import { message } from '../../shared/messages/message.ts'
import { describeExpiry, fingerprintsInUse, readCapabilities } from './gpg-key-details.ts'
import { type KeyAlgorithm, readGpgAlgorithm } from './key-algorithm.ts'
import { MalformedKeyError } from './key-problem.ts'
import { packetTags, readPackets } from './pgp-packets.ts'
import { isUnknownToLibrary, readUncheckedKey } from './unchecked-gpg-key.ts'
import { decodeUserId, emailInUserId } from './user-id.ts'

/** More names, subkeys, and signatures than any key in use has. */
const maxPackets = 5000

/** A parsed public key. */
export interface GpgPublicKey {
  details: GpgKeyDetails
  /** Algorithms of the primary key (first) and the subkeys in use. */
  parts: KeyAlgorithm[]
  /** The key's packets, byte for byte. */
  packets: Buffer
  /** Time of the key's last self-signature (ms since 1970), used to find the newer of two copies. */
  changedAt: number
}

/**
 * Parses one public key. Like gpg on import, omits names and subkeys that the key didn't sign. Throws a
 * `MalformedKeyError` if the data isn't a key or has an unsupported type.
 */
export async function readGpgKey(packets: Buffer, now: number): Promise<GpgPublicKey> {
  // guard: gpg-packets
  if (readPackets(packets).length > maxPackets)
    throw new MalformedKeyError(message('keyFiles.unsupportedOpenPgpKey'))
  if (isUnknownToLibrary(packets)) return { packets, ...readUncheckedKey(packets, now) }
  // Imported lazily because the parser is large and rarely needed.
  const openpgp = await import('openpgp')
  // Keys are shown, not used, so weak hash algorithms are accepted.
  const config = {
    ...openpgp.config,
    rejectHashAlgorithms: new Set<never>(),
    maxUserIDLength: Number.POSITIVE_INFINITY,
  }
  const types = openpgp.enums.signature
  const date = new Date(now + clockTolerance)
  const key: Key = await openpgp
    .readKey({ binaryKey: new Uint8Array(packets), config })
    .catch(() => {
      throw new MalformedKeyError(message('keyFiles.unsupportedOpenPgpKey'))
    })
  if (key.isPrivate()) throw new MalformedKeyError(message('keyFiles.unusualSecretKey'))
  const primary = key.keyPacket
  const isEcdsa = primary.algorithm === openpgp.enums.publicKey.ecdsa
  const signedAt: number[] = []

  /** Verifies the key's own signatures, newest last. */
  const verifyOwn = async (
    signatures: readonly SignaturePacket[],
    type: number,
    about: object,
  ): Promise<SignaturePacket[]> => {
    if (isEcdsa) for (const signature of signatures) useDigest(signature, type, about)
    const verified = await verifySignatures(signatures, (signature) =>
      signature.verify(primary, type, about, date, undefined, config),
    )
    signedAt.push(...verified.map(createdAt))
    return verified
  }

  // Keeps the library from verifying the same signatures again.
  await verifyOwn(key.revocationSignatures, types.keyRevocation, { key: primary })
  const isRevoked = await key.isRevoked(undefined, undefined, date, config)
  keepUserIdBytes(key, packets)

  const userIds: GpgKeyDetails['userIds'] = []
  let flags: SignaturePacket | undefined
  for (const user of key.users) {
    if (!user.userID) continue
    const about = { userID: user.userID, key: primary }
    const newest = (await verifyOwn(user.selfCertifications, types.certGeneric, about)).at(-1)
    if (!newest) continue
    if (!flags || createdAt(newest) > createdAt(flags)) flags = newest
    await verifyOwn(user.revocationSignatures, types.certRevocation, about)
    const revoked = isRevoked || (await user.isRevoked(newest, undefined, date, config))
    const text = user.userID.userID
    userIds.push({ text, email: emailInUserId(text), revoked })
  }

  const readSubkey = async (subkey: Subkey) => {
    const about = { key: primary, bind: subkey.keyPacket }
    const newest = (await verifyOwn(subkey.bindingSignatures, types.subkeyBinding, about)).at(-1)
    if (!newest) return []
    await verifyOwn(subkey.revocationSignatures, types.subkeyRevocation, about)
    const expires = expiryTime(await subkey.getExpirationTime(date, config))
    return [
      {
        ...identify(subkey),
        ...describeExpiry(expires, now),
        revoked: isRevoked || (await subkey.isRevoked(newest, primary, date, config)),
        capabilities: readCapabilities(newest.keyFlags?.[0]),
      },
    ]
  }
  const subkeys = (await Promise.all(key.subkeys.map(readSubkey))).flat()

  const expires = expiryTime(await key.getExpirationTime(undefined, config))
  const details: GpgKeyDetails = {
    ...identify(key),
    ...describeExpiry(expires, now),
    revoked: isRevoked,
    capabilities: readCapabilities(flags?.keyFlags?.[0]),
    userIds,
    subkeys,
  }
  const inUse = fingerprintsInUse(details)
  const isInUse = (subkey: Subkey) => inUse.has(identify(subkey).fingerprint)
  const parts = [key, ...key.subkeys.filter(isInUse)].map(({ keyPacket }) =>
    readGpgAlgorithm(Buffer.from(keyPacket.write())),
  )
  return { details, parts, packets, changedAt: Math.max(0, ...signedAt) }
}

/** The library decodes names as UTF-8 and would verify signatures of other names against the re-encoded bytes. */
function keepUserIdBytes({ users }: Key, packets: Buffer): void {
  const names = readPackets(packets).filter(({ tag }) => tag === packetTags.userId)
  const userIds = users.flatMap(({ userID }) => userID ?? [])
  userIds.forEach((userId, index) => {
    const { body } = names[index]!
    Object.assign(userId, { userID: decodeUserId(body), write: () => new Uint8Array(body) })
  })
}

/**
 * For Brainpool and secp256k1 signatures, the library's Node build needs a package that it doesn't include, unless it
 * is only given their digests.
 */
function useDigest(signature: SignaturePacket, type: number, about: object): void {
  const packet = signature as SignaturePacket & {
    hashed?: Promise<Uint8Array>
    hash(type: number, about: object): Promise<Uint8Array>
  }
  packet.hashed ??= packet.hash(type, about)
  packet.hashed.catch(() => undefined)
}

/**
 * In ms. gpg dates a signature one second ahead if it would otherwise be as old as the previous one. Clocks differ too.
 */
const clockTolerance = 24 * 60 * 60 * 1000

/** The signatures that can be verified, newest last. */
async function verifySignatures(
  signatures: readonly SignaturePacket[],
  verify: (signature: SignaturePacket) => Promise<unknown>,
): Promise<SignaturePacket[]> {
  const results = await Promise.allSettled(signatures.map(verify))
  return signatures
    .filter((_, index) => results[index]!.status === 'fulfilled')
    .toSorted((a, b) => createdAt(a) - createdAt(b))
}

function createdAt({ created }: SignaturePacket): number {
  return created?.getTime() ?? 0
}

function identify(key: Key | Subkey) {
  return {
    fingerprint: key.getFingerprint().toUpperCase(),
    keyId: key.getKeyID().toHex().toUpperCase(),
    created: key.getCreationTime().toISOString(),
  }
}

/** In ms since 1970; absent if the key doesn't expire. */
function expiryTime(time: Date | number | null): number | undefined {
  return time instanceof Date ? time.getTime() : undefined
}
