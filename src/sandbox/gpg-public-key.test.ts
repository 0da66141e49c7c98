import { generateKey, PublicKey, readKey } from 'openpgp'
import { describe, expect, it } from 'vitest'
import { currentTime } from '../shared/rules/clock.ts'
import { parseGpgPublicKey } from './gpg-public-key.ts'
import { gpgKeySamples } from './seed/gpg-key-samples.ts'

describe('parseGpgPublicKey', () => {
  it.each(gpgKeySamples)(
    'parses the key of $username',
    async ({ armored, fingerprint, primary_keyid }) => {
      expect(parseGpgPublicKey(armored, new Date(currentTime()))).toEqual({
        fingerprint,
        primaryKeyId: primary_keyid,
      })
    },
  )

  it('ignores armor headers', async () => {
    const { armored, fingerprint } = gpgKeySamples[0]!
    const commented = armored.replace('\n\n', '\nComment: the same\n\n')
    expect(parseGpgPublicKey(commented, new Date(currentTime()))).toMatchObject({ fingerprint })
  })
})

describe('parseGpgPublicKey with invalid input', () => {
  const [first, second] = gpgKeySamples.map(({ armored }) => readKey({ armoredKey: armored }))

  it.each([
    '',
    'hello',
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----',
  ])('rejects %j', async (text) => {
    expect(parseGpgPublicKey(text, new Date(currentTime()))).toBeUndefined()
  })

  it('rejects a truncated key', async () => {
    const lines = gpgKeySamples[0]!.armored.split('\n')
    lines.splice(4, 3)
    expect(parseGpgPublicKey(lines.join('\n'), new Date(currentTime()))).toBeUndefined()
  })

  it('rejects a private key, even if its armor claims to be public', async () => {
    const { privateKey } = await generateKey({ userIDs: [{ name: 'Spare' }] })
    expect(parseGpgPublicKey(privateKey, new Date(currentTime()))).toBeUndefined()
    expect(
      parseGpgPublicKey(privateKey.replaceAll('PRIVATE', 'PUBLIC'), new Date(currentTime())),
    ).toBeUndefined()
  })

  it('rejects a block with two keys', async () => {
    const both = (await first!).toPacketList()
    both.push(...(await second!).toPacketList())
    const bytes = Buffer.from(both.write()).toString('base64')
    const armored = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${bytes}\n-----END PGP PUBLIC KEY BLOCK-----`
    expect(parseGpgPublicKey(armored, new Date(currentTime()))).toBeUndefined()
  })

  it("rejects a key with another key's user ID", async () => {
    const packets = (await first!).toPacketList()
    const others = (await second!).toPacketList()
    packets[1] = others[1]!
    expect(
      parseGpgPublicKey(new PublicKey(packets).armor(), new Date(currentTime())),
    ).toBeUndefined()
  })
})
