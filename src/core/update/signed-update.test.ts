import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSignedUpdate, signedBytes } from './signed-update.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const file = { url: 'Latchkey-1.1.0-linux-x86_64.AppImage', sha512: 'q+w=', size: 7 }
const info = { version: '1.1.0', files: [file], releaseDate: '2026-05-04T09:00:00Z' }
const signature = sign(null, signedBytes(info), privateKey).toString('base64')
const signed = { ...info, signature }

describe('a signed release', () => {
  it('is known by the key of its owner', () => expect(isSignedUpdate(signed, key)).toBe(true))

  it('is not known by another key', () => {
    const other = generateKeyPairSync('ed25519').publicKey
    const otherKey = other.export({ type: 'spki', format: 'der' }).toString('base64')
    expect(isSignedUpdate(signed, otherKey)).toBe(false)
  })

  it.each([
    ['without a signature', info],
    ['with a signature that is no base64', { ...signed, signature: '*' }],
    ['with half a signature', { ...signed, signature: signature.slice(0, 40) }],
    ['with an empty signature', { ...signed, signature: '' }],
    ['offered as a newer version', { ...signed, version: '9.9.9' }],
    ['with another hash', { ...signed, files: [{ ...file, sha512: 'r+w=' }] }],
    ['with another file', { ...signed, files: [{ ...file, url: 'other.AppImage' }] }],
    ['with one file more', { ...signed, files: [file, file] }],
    ['without files', { ...signed, files: [] }],
    ['with a file that has no hash', { ...signed, files: [{ url: file.url }] }],
    ['that is nothing', null],
  ])('is refused %s', (_what, release) => expect(isSignedUpdate(release, key)).toBe(false))
})
