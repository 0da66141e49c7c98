import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findSecret } from './private-key.ts'
import { secretSamples } from '../features/keys/ssh/testing/secrets.ts'
import { handMade } from '../features/keys/ssh/testing/key-material.ts'

describe('a secret', () => {
  it.each(secretSamples())('is named: $kind', ({ content, kind }) => {
    expect(findSecret(content)).toBe(kind)
  })

  it.each(secretSamples())('is found behind anything: $kind', ({ content }) => {
    const before = Buffer.from(`ssh-ed25519 AAAA ada\n${'x'.repeat(1021)}\n`)
    expect(findSecret(Buffer.concat([before, content, Buffer.from('\nmore\n')]))).toBeDefined()
  })

  it.each(secretSamples())('is found as base64 at any place: $kind', ({ content }) => {
    for (const before of ['', 'x', 'xy', 'xyz']) {
      const base64 = Buffer.concat([Buffer.from(before), content]).toString('base64')
      expect(findSecret(base64)).toBeDefined()
      expect(findSecret(`ssh-rsa AAAA ada:${base64}`)).toBeDefined()
      expect(findSecret(base64.replace(/.{76}/g, '$&\r\n'))).toBeDefined()
    }
  })

  it('is found in full-width letters and between other characters', () => {
    expect(findSecret('－－ＢＥＧＩＮ ＰＲＩＶＡＴＥ ＫＥＹ－－')).toBeDefined()
    expect(findSecret('-----BEGIN OPEN\u200BSSH\u00A0PRIVATE KEY-----')).toBeDefined()
    expect(findSecret('> -----BEGIN RSA\r\n> PRIVATE KEY-----')).toBeDefined()
    expect(
      findSecret('"-----begin%20openssh%20private%20key-----"'.replaceAll('%20', '_')),
    ).toBeDefined()
  })
})

describe('no secret', () => {
  const spki = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  it.each([
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGNwvhKUOEGSvd2eNqIEkEHMh1nxdqbW3ZrHk0oNot6B my private laptop key',
    'Keep your private key secret.',
    '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----',
    spki.export({ type: 'spki', format: 'pem' }).toString(),
    spki.export({ type: 'pkcs1', format: 'pem' }).toString(),
    ...Object.values(handMade()),
  ])('is seen in %j', (text) => {
    expect(findSecret(text)).toBeUndefined()
  })

  it('is found in truncated binary data', () => {
    const [nested, pbes2] = [Buffer.from('30820100', 'hex'), Buffer.from('06092a864886', 'hex')]
    const bytes = Buffer.concat([nested, nested, Buffer.alloc(2), pbes2])
    expect(bytes).toHaveLength(16)
    expect(findSecret(bytes)).toBeUndefined()
  })

  it('is found in 3,000 random public keys', () => {
    for (let n = 0; n < 3000; n += 1) {
      expect(findSecret(`ssh-rsa ${randomBytes(535).toString('base64')} ada`)).toBeUndefined()
    }
  })
})
