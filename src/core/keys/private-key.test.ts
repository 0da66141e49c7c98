import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeSecret, findSecret, hasSecretData, isOnlyWords } from './private-key.ts'
import { textOf } from '../platform/messages.ts'
import { secretSamples } from '../features/keys/ssh/testing/secrets.ts'
import { handMade } from '../features/keys/ssh/testing/key-material.ts'

describe('secret', () => {
  it.each(secretSamples())('is recognized as $kind', ({ content, kind }) => {
    expect(findSecret(content)).toBe(kind)
  })

  it.each(secretSamples())('is recognized after other content: $kind', ({ content }) => {
    const before = Buffer.from(`ssh-ed25519 AAAA ada\n${'x'.repeat(1021)}\n`)
    expect(findSecret(Buffer.concat([before, content, Buffer.from('\nmore\n')]))).toBeDefined()
  })

  it.each(secretSamples())('is detected in base64 at any offset: $kind', ({ content }) => {
    for (const before of ['', 'x', 'xy', 'xyz']) {
      const base64 = Buffer.concat([Buffer.from(before), content]).toString('base64')
      expect(findSecret(base64)).toBeDefined()
      expect(findSecret(`ssh-rsa AAAA ada:${base64}`)).toBeDefined()
      expect(findSecret(base64.replace(/.{76}/g, '$&\r\n'))).toBeDefined()
    }
  })

  it.each([
    ['dashes', '-'],
    ['underscores', '_'],
    ['slashes', '/'],
    ['dots', '.'],
  ])('is detected in base64 with interspersed %s', (_, separator) => {
    for (const length of [5, 6, 7, 22]) {
      for (const base64 of bareKeys()) {
        const separated = base64.replaceAll(new RegExp(`.{${length}}`, 'g'), `$&${separator}`)
        expect(findSecret(separated), separated).toBeDefined()
        expect(hasSecretData(separated)).toBe(true)
      }
    }
  })

  it.each([
    ['full-width', fullWidth],
    ['mathematical', mathematical],
  ])('is detected in base64 with %s letters', (_, inDisguise) => {
    for (const base64 of bareKeys()) {
      const text = inDisguise(base64)
      for (const content of [text, Buffer.from(text), Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
        expect(findSecret(content)).toBeDefined()
        expect(hasSecretData(content)).toBe(true)
      }
    }
  })

  it('is detected in UTF-16 with an invisible character after each letter', () => {
    const text = '-----BEGIN OPENSSH PRIVATE KEY-----'.replaceAll(/./g, '$&\u206A')
    expect(findSecret(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe('openssh')
    expect(findSecret(Buffer.from(`ssh-ed25519 AAAA\n${text}`, 'utf16le'))).toBe('openssh')
    expect(findSecret(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBe('openssh')
  })

  it('is detected in full-width letters and with other characters in between', () => {
    expect(findSecret('－－ＢＥＧＩＮ ＰＲＩＶＡＴＥ ＫＥＹ－－')).toBeDefined()
    expect(findSecret('-----BEGIN OPEN\u200BSSH\u00A0PRIVATE KEY-----')).toBeDefined()
    expect(findSecret('> -----BEGIN RSA\r\n> PRIVATE KEY-----')).toBeDefined()
    expect(
      findSecret('"-----begin%20openssh%20private%20key-----"'.replaceAll('%20', '_')),
    ).toBeDefined()
  })
})

describe('hint for a rejected file', () => {
  it('says how PuTTYgen shows the public key that OpenSSH and GitLab read', () => {
    const { hint } = describeSecret('work.ppk', 'putty')
    expect(textOf(hint)).toContain('“Public key for pasting into OpenSSH authorized_keys file”')
    expect(textOf(describeSecret('id_rsa', 'rsa').hint)).not.toContain('PuTTY')
  })
})

/** Unencrypted and encrypted PKCS#8 in base64. */
function bareKeys(): string[] {
  const { privateKey } = generateKeyPairSync('ed25519')
  const format = { type: 'pkcs8', format: 'der' } as const
  return [
    privateKey.export(format),
    privateKey.export({ ...format, cipher: 'aes-256-cbc', passphrase: 'x' }),
  ].map((bytes) => bytes.toString('base64'))
}

function fullWidth(text: string): string {
  return text.replaceAll(/[!-~]/g, (letter) =>
    String.fromCodePoint(letter.codePointAt(0)! + 0xfee0),
  )
}

function mathematical(text: string): string {
  const shift = (start: number, first: string) => (letter: string) =>
    String.fromCodePoint(start + letter.codePointAt(0)! - first.codePointAt(0)!)
  return text
    .replaceAll(/[A-Z]/g, shift(0x1d400, 'A'))
    .replaceAll(/[a-z]/g, shift(0x1d41a, 'a'))
    .replaceAll(/[0-9]/g, shift(0x1d7ce, '0'))
}

describe('isOnlyWords', () => {
  it('returns false for a long run of letters split by dashes', () => {
    expect(isOnlyWords('private key on my Nitrokey')).toBe(true)
    expect(isOnlyWords(`private key ${'Qm9vZ2l-'.repeat(4)}`)).toBe(false)
  })
})

describe('harmless content', () => {
  const spki = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  it.each([
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGNwvhKUOEGSvd2eNqIEkEHMh1nxdqbW3ZrHk0oNot6B my private laptop key',
    'Keep your private key secret.',
    '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----',
    spki.export({ type: 'spki', format: 'pem' }).toString(),
    spki.export({ type: 'pkcs1', format: 'pem' }).toString(),
    ...Object.values(handMade()),
  ])('is not mistaken for a secret: %j', (text) => {
    expect(findSecret(text)).toBeUndefined()
  })

  it('is not mistaken for a secret as truncated binary data', () => {
    const [nested, pbes2] = [Buffer.from('30820100', 'hex'), Buffer.from('06092a864886', 'hex')]
    const bytes = Buffer.concat([nested, nested, Buffer.alloc(2), pbes2])
    expect(bytes).toHaveLength(16)
    expect(findSecret(bytes)).toBeUndefined()
  })

  it('is not mistaken for a secret in 3,000 random public keys', () => {
    for (let n = 0; n < 3000; n += 1) {
      expect(findSecret(`ssh-rsa ${randomBytes(535).toString('base64')} ada`)).toBeUndefined()
    }
  })
})
