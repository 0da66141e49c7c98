/** Invalid keys that a user could drop into the app, as bytes by file name. */
export function hostileGpgKeys(): Record<string, Buffer> {
  const packet = (tag: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0xc0 | tag, 0xff]), length(body.length), body])
  const armour = (kind: string, bytes: Buffer) =>
    Buffer.from(
      `-----BEGIN PGP ${kind}-----\n\n${bytes.toString('base64')}\n-----END PGP ${kind}-----\n`,
    )
  const key = Buffer.concat([Buffer.from([4, 0, 0, 0, 1, 22]), Buffer.alloc(44, 1)])
  const userId = packet(13, Buffer.from('Ada \u202E<ada@example.com>'))
  return {
    'a secret key': armour('PRIVATE KEY BLOCK', packet(5, key)),
    'a secret key declared as public': armour('PUBLIC KEY BLOCK', packet(5, key)),
    'a secret subkey behind a public key': armour(
      'PUBLIC KEY BLOCK',
      Buffer.concat([packet(6, key), userId, packet(7, key)]),
    ),
    'a packet longer than the file': Buffer.from([0xc6, 0xff, 0x7f, 0xff, 0xff, 0xff]),
    'packets without a length': Buffer.alloc(60_000, 0xc6),
    'partial lengths without an end': Buffer.alloc(60_000, 0xe0),
    'an old-format packet without an end': Buffer.concat([Buffer.from([0x9b]), key]),
    'a compressed packet': packet(8, Buffer.alloc(1_000, 1)),
    '10,000 user IDs': Buffer.concat([packet(6, key), ...Array<Buffer>(1_000).fill(userId)]),
    'a key of an unknown version': packet(6, Buffer.concat([Buffer.from([99]), key])),
    'an RSA key with a modulus of 65,535 bits': packet(
      6,
      Buffer.concat([Buffer.from([4, 0, 0, 0, 1, 1, 0xff, 0xff]), Buffer.alloc(8_192, 0xff)]),
    ),
    'armor without an end': Buffer.from(
      `-----BEGIN PGP PUBLIC KEY BLOCK-----\n${'A'.repeat(9_000)}`,
    ),
    'armor with a thousand headers': Buffer.from(
      `-----BEGIN PGP PUBLIC KEY BLOCK-----\n${'Comment: x\n'.repeat(1_000)}`,
    ),
    nothing: Buffer.alloc(1),
  }
}

function length(bytes: number): Buffer {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(bytes)
  return four
}
