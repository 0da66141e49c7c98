import { generateKey, PublicKey, readKey } from 'openpgp'
import { describe, expect, it } from 'vitest'
import { parseGpgPublicKey } from './gpg-public-key.ts'
import { gpgKeySamples } from './seed/gpg-key-samples.ts'

describe('an armored public key', () => {
  it.each(gpgKeySamples)(
    'of $username is read',
    async ({ armored, fingerprint, primary_keyid }) => {
      expect(await parseGpgPublicKey(armored)).toEqual({ fingerprint, primaryKeyId: primary_keyid })
    },
  )

  it('is the same in other armour', async () => {
    const { armored, fingerprint } = gpgKeySamples[0]!
    const commented = armored.replace('\n\n', '\nComment: the same\n\n')
    expect(await parseGpgPublicKey(commented)).toMatchObject({ fingerprint })
  })
})

describe('what is no armored public key', () => {
  const [first, second] = gpgKeySamples.map(({ armored }) => readKey({ armoredKey: armored }))

  it.each([
    '',
    'hello',
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----',
  ])('is %j', async (text) => {
    expect(await parseGpgPublicKey(text)).toBeUndefined()
  })

  it('is half of one', async () => {
    const lines = gpgKeySamples[0]!.armored.split('\n')
    lines.splice(4, 3)
    expect(await parseGpgPublicKey(lines.join('\n'))).toBeUndefined()
  })

  it('is a private key, whatever its lines say', async () => {
    const { privateKey } = await generateKey({ userIDs: [{ name: 'Spare' }] })
    expect(await parseGpgPublicKey(privateKey)).toBeUndefined()
    expect(await parseGpgPublicKey(privateKey.replaceAll('PRIVATE', 'PUBLIC'))).toBeUndefined()
  })

  it('is two of them', async () => {
    const both = (await first!).toPacketList()
    both.push(...(await second!).toPacketList())
    const bytes = Buffer.from(both.write()).toString('base64')
    const armored = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${bytes}\n-----END PGP PUBLIC KEY BLOCK-----`
    expect(await parseGpgPublicKey(armored)).toBeUndefined()
  })

  it('is one with the name of another', async () => {
    const packets = (await first!).toPacketList()
    const others = (await second!).toPacketList()
    packets[1] = others[1]!
    expect(await parseGpgPublicKey(new PublicKey(packets).armor())).toBeUndefined()
  })
})
