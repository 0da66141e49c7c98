import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testLog } from '../../testing/log.ts'
import { OwnCertificates } from './own-certificates.ts'
import { type TestAuthority, createAuthority, selfSigned } from './testing/authority.ts'

const url = 'https://gitlab.example.com'
let authority: TestAuthority
let issuing: TestAuthority
let folder: string
let ownCertificates: OwnCertificates
beforeAll(() => {
  authority = createAuthority()
  issuing = authority.authority()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-own-certificates-'))
  ownCertificates = opened()
  return () => rmSync(folder, { recursive: true })
})
afterAll(() => {
  authority.remove()
  issuing.remove()
})

const opened = () => new OwnCertificates(folder, testLog(() => undefined).warn)
const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256
const trust = (pem: string, at = url) =>
  ownCertificates.trust(at, Buffer.from(pem), fingerprintOf(pem))

describe('certificate file', () => {
  it('is read as PEM, as DER, and with several certificates', () => {
    const { cert } = authority
    const shown = ownCertificates.examine(Buffer.from(cert))
    expect(shown).toMatchObject([
      { fingerprint: fingerprintOf(cert), isAuthority: true, names: [] },
    ])
    expect(shown[0]!.subject).toContain('CN=Test Authority')
    expect(ownCertificates.examine(new X509Certificate(cert).raw)).toEqual(shown)
    const issued = authority.issue({ from: '2026-05-01', to: '2027-06-01' })
    const server = ownCertificates.examine(Buffer.from(`${issued.cert}\n${cert}`))[0]
    expect(server).toMatchObject({ isAuthority: false, names: ['127.0.0.1', 'localhost'] })
    expect([server!.validFrom, server!.validTo]).toEqual([Date.UTC(2026, 4), Date.UTC(2027, 5)])
  })

  it('is rejected if it contains a private key, no certificate, or too many certificates', () => {
    const { cert, key } = authority
    for (const [text, says] of [
      [cert + key, /contains a private key/],
      ['', /doesn’t contain a certificate/],
      [
        '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
        /doesn’t contain a certificate/,
      ],
      [cert.repeat(51), /contains 51 certificates/],
      ['-----BEGIN CERTIFICATE-----'.repeat(9000), /contains 9,000 certificates/],
    ] as const) {
      expect(() => ownCertificates.examine(Buffer.from(text))).toThrow(says)
    }
  })
})

describe('trust in a certificate', () => {
  it('is stored for one origin, in a private file, and reported', () => {
    const onChange = vi.fn()
    ownCertificates.onChange(() => {
      throw new Error('the window is closed')
    })
    ownCertificates.onChange(onChange)
    expect(trust(authority.cert, `${url}/gitlab/`)).toMatchObject([{ origin: url }])
    trust(authority.cert)
    expect(opened().list()).toHaveLength(1)
    expect(opened().forOrigin(url)).toHaveLength(1)
    expect(ownCertificates.forOrigin(`${url}:8443`)).toEqual([])
    expect(ownCertificates.forOrigin('http://gitlab.example.com')).toEqual([])
    expect(ownCertificates.forHost('gitlab.example.com')).toHaveLength(1)
    expect(ownCertificates.forHost('a.gitlab.example.com')).toEqual([])
    expect(onChange).toHaveBeenCalledTimes(2)
    const path = join(folder, 'certificates.json')
    expect(readFileSync(path, 'utf8')).not.toContain('PRIVATE')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
    expect(ownCertificates.forget(url, fingerprintOf(authority.cert))).toEqual([])
    trust(authority.cert)
    ownCertificates.clear()
    expect(opened().list()).toEqual([])
  })

  it('is limited to the displayed certificate, roots, and https', () => {
    const other = fingerprintOf(selfSigned().cert)
    expect(() => ownCertificates.trust(url, Buffer.from(authority.cert), other)).toThrow(
      /no longer in this file/,
    )
    expect(() => trust(issuing.cert)).toThrow(/was signed by another one: .*Test Authority/)
    expect(() => trust(authority.issue().cert)).toThrow(/was signed by another one/)
    expect(() => trust(authority.cert, 'http://gitlab.example.com')).toThrow(/isn’t encrypted/)
    expect(trust(selfSigned().cert)).toHaveLength(1)
  })
})
