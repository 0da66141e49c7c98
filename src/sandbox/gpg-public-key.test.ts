import { generateKey, PublicKey, readKey } from 'openpgp'
import { describe, expect, it } from 'vitest'
import { currentTime } from '../shared/rules/clock.ts'
import { parseGpgPublicKey } from './gpg-public-key.ts'
import { gpgKeySamples } from './seed/gpg-key-samples.ts'

describe('an armored public key', () => {
  it.each(gpgKeySamples)(
    'of $username is read',
    async ({ armored, fingerprint, primary_keyid }) => {
      expect(parseGpgPublicKey(armored, new Date(currentTime()))).toEqual({
        fingerprint,
        primaryKeyId: primary_keyid,
      })
    },
  )

  it('is the same in other armour', async () => {
    const { armored, fingerprint } = gpgKeySamples[0]!
    const commented = armored.replace('\n\n', '\nComment: the same\n\n')
    expect(parseGpgPublicKey(commented, new Date(currentTime()))).toMatchObject({ fingerprint })
  })
})

describe('what is no armored public key', () => {
  const [first, second] = gpgKeySamples.map(({ armored }) => readKey({ armoredKey: armored }))

  it.each([
    '',
    'hello',
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----',
  ])('is %j', async (text) => {
    expect(parseGpgPublicKey(text, new Date(currentTime()))).toBeUndefined()
  })

  it('is half of one', async () => {
    const lines = gpgKeySamples[0]!.armored.split('\n')
    lines.splice(4, 3)
    expect(parseGpgPublicKey(lines.join('\n'), new Date(currentTime()))).toBeUndefined()
  })

  it('is a private key, whatever its lines say', async () => {
    const { privateKey } = await generateKey({ userIDs: [{ name: 'Spare' }] })
    expect(parseGpgPublicKey(privateKey, new Date(currentTime()))).toBeUndefined()
    expect(
      parseGpgPublicKey(privateKey.replaceAll('PRIVATE', 'PUBLIC'), new Date(currentTime())),
    ).toBeUndefined()
  })

  it('is two of them', async () => {
    const both = (await first!).toPacketList()
    both.push(...(await second!).toPacketList())
    const bytes = Buffer.from(both.write()).toString('base64')
    const armored = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${bytes}\n-----END PGP PUBLIC KEY BLOCK-----`
    expect(parseGpgPublicKey(armored, new Date(currentTime()))).toBeUndefined()
  })

  it('is one with the name of another', async () => {
    const packets = (await first!).toPacketList()
    const others = (await second!).toPacketList()
    packets[1] = others[1]!
    expect(
      parseGpgPublicKey(new PublicKey(packets).armor(), new Date(currentTime())),
    ).toBeUndefined()
  })
})
