import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isIssuedBy } from './own-chain.ts'
import { type TestAuthority, createAuthority, selfSigned } from './testing/authority.ts'

const hostname = '127.0.0.1'
let root: TestAuthority
let issuing: TestAuthority
let stranger: TestAuthority
beforeAll(() => {
  root = createAuthority()
  issuing = root.authority()
  stranger = createAuthority()
})
afterAll(() => {
  for (const authority of [root, issuing, stranger]) authority.remove()
})

const may = Date.UTC(2026, 4, 1)
const proven = (chain: string[], { own = [root.cert], host = hostname, now = may } = {}) =>
  isIssuedBy(own, { hostname: host, chain }, now)

describe('isIssuedBy with a valid chain', () => {
  it('accepts a server certificate signed by a selected authority, even indirectly', () => {
    expect(proven([root.issue().cert])).toBe(true)
    expect(proven([issuing.issue().cert, issuing.cert])).toBe(true)
    expect(proven([issuing.issue().cert, issuing.cert, root.cert])).toBe(true)
    expect(
      proven([root.issue({ names: 'DNS:*.example.com' }).cert], { host: 'a.example.com' }),
    ).toBe(true)
  })

  it('accepts the server’s own certificate if it is selected', () => {
    const { cert } = selfSigned()
    expect(proven([cert], { own: [cert] })).toBe(true)
    expect(proven([cert], { own: [cert], host: '127.0.0.2' })).toBe(false)
    expect(proven([selfSigned().cert], { own: [cert] })).toBe(false)
  })
})

describe('isIssuedBy with an invalid chain', () => {
  it('rejects a certificate not signed by a selected authority', () => {
    expect(proven([stranger.issue().cert])).toBe(false)
    expect(proven([stranger.issue().cert, stranger.cert])).toBe(false)
    // Same name, different key.
    expect(proven([stranger.issue().cert, root.cert])).toBe(false)
    expect(proven([root.issue().cert], { own: [] })).toBe(false)
    expect(proven([])).toBe(false)
  })

  it('rejects an incomplete chain', () => {
    expect(proven([issuing.issue().cert])).toBe(false)
  })

  it('rejects a certificate for another name', () => {
    expect(proven([root.issue().cert], { host: 'gitlab.example.com' })).toBe(false)
    expect(proven([root.issue({ names: 'DNS:127.0.0.1' }).cert])).toBe(false)
    // A name that appears only in the subject is ignored.
    expect(proven([root.issue({ names: '' }).cert], { host: 'a server' })).toBe(false)
  })

  it('rejects an expired or not yet valid certificate or authority', () => {
    const { cert } = root.issue({ from: '2026-05-02', to: '2026-05-03' })
    expect(proven([cert])).toBe(false)
    expect(proven([cert], { now: Date.UTC(2026, 4, 2, 12) })).toBe(true)
    expect(proven([cert], { now: Date.UTC(2026, 4, 4) })).toBe(false)
    const outliving = root.issue({ to: '2150-01-01' }).cert
    expect(proven([outliving], { now: Date.UTC(2100, 0, 1) })).toBe(false)
  })

  it('rejects an issuer that is not an authority', () => {
    const middle = root.issue()
    const forger = createAuthority('Forger', middle)
    const { cert } = forger.issue()
    expect(proven([forger.cert, middle.cert])).toBe(false)
    expect(proven([cert, forger.cert, middle.cert])).toBe(false)
    forger.remove()
  })

  it('rejects a client certificate', () => {
    expect(proven([root.issue({ use: 'clientAuth' }).cert])).toBe(false)
  })

  it('rejects an unreadable certificate', () => {
    expect(proven(['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])).toBe(false)
    expect(proven([root.issue().cert], { own: ['nothing'] })).toBe(false)
  })
})
