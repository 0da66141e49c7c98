import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * An Ed448 public key with an X448 subkey, in version 5 as created by GnuPG 2.4, or in version 4, which it can also
 * read. Older versions of gpg don't support these curves.
 */
export function ed448Key(userId: string, version: 4 | 5): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed448')
  const created = uint(1_750_000_000, 4)
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-57)
  const primary = keyBody(version, created, 22, Buffer.concat([ed448Oid, bytesAsNumber(point)]))
  const derivation = Buffer.of(3, 1, 10, 9)
  const exchange = Buffer.concat([x448Oid, bytesAsNumber(randomBytes(56)), derivation])
  const subkey = keyBody(version, created, 18, exchange)
  const name = Buffer.from(userId)
  const issuer = issuerOf(version, primary)

  const signature = (type: number, flags: number, about: Buffer) => {
    const subpackets = [
      subpacket(33, Buffer.concat([Buffer.of(version), issuer.fingerprint])),
      subpacket(2, created),
      subpacket(27, Buffer.of(flags)),
    ]
    const hashed = Buffer.concat(subpackets)
    const head = Buffer.concat([Buffer.of(version, type, 22, 10), uint(hashed.length, 2), hashed])
    const trailer = [Buffer.of(version, 0xff), uint(head.length, version === 4 ? 4 : 8)]
    const digest = createHash('sha512')
      .update(Buffer.concat([prefixed(version, primary), about, head, ...trailer]))
      .digest()
    const unhashed = subpacket(16, issuer.keyId)
    const signed = sign(null, digest, privateKey)
    return packet(
      2,
      Buffer.concat([
        head,
        uint(unhashed.length, 2),
        unhashed,
        digest.subarray(0, 2),
        bytesAsNumber(signed.subarray(0, 57)),
        bytesAsNumber(signed.subarray(57)),
      ]),
    )
  }
  const packets = Buffer.concat([
    packet(6, primary),
    packet(13, name),
    signature(0x13, 0x03, Buffer.concat([Buffer.of(0xb4), uint(name.length, 4), name])),
    packet(14, subkey),
    signature(0x18, 0x0c, prefixed(version, subkey)),
  ])
  const lines = packets.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${lines}\n-----END PGP PUBLIC KEY BLOCK-----\n`
}

const ed448Oid = Buffer.from('032b6571', 'hex')
const x448Oid = Buffer.from('032b656f', 'hex')

function keyBody(version: number, created: Buffer, algorithm: number, material: Buffer): Buffer {
  const length = version === 5 ? uint(material.length, 4) : Buffer.alloc(0)
  return Buffer.concat([Buffer.of(version), created, Buffer.of(algorithm), length, material])
}

function issuerOf(version: number, primary: Buffer) {
  const algorithm = version === 4 ? 'sha1' : 'sha256'
  const fingerprint = createHash(algorithm).update(prefixed(version, primary)).digest()
  return {
    fingerprint,
    keyId: version === 4 ? fingerprint.subarray(-8) : fingerprint.subarray(0, 8),
  }
}

/** The key serialized for hashing. */
function prefixed(version: number, body: Buffer): Buffer {
  const length = uint(body.length, version === 4 ? 2 : 4)
  return Buffer.concat([Buffer.of(version === 4 ? 0x99 : 0x9a), length, body])
}

function packet(tag: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0xc0 | tag, 0xff), uint(body.length, 4), body])
}

function subpacket(type: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.of(data.length + 1, type), data])
}

function bytesAsNumber(bytes: Buffer): Buffer {
  return Buffer.concat([uint(bytes.length * 8, 2), bytes])
}

function uint(value: number, bytes: number): Buffer {
  return Buffer.from(value.toString(16).padStart(bytes * 2, '0'), 'hex')
}
