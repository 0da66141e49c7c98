import { describe, expect, it } from 'vitest'
import {
  type GpgKeyCopy,
  type SignatureProblem,
  type SshKeyFacts,
  addressRules,
  addressState,
  commitAddresses,
  parsePrivateCommitEmail,
  privateCommitEmail,
  signatureProblem,
  signatureRules,
} from './commit-verification.ts'

const maya = {
  id: 7,
  email: 'Maya@example.com',
  confirmed_at: '2026-01-01T00:00:00Z',
  web_url: 'https://gitlab.example.com:8443/maya',
}

describe('addressRules', () => {
  const list = [
    { email: 'second@example.com', confirmed_at: '2026-01-01T00:00:00Z' },
    { email: 'open@example.com', confirmed_at: null },
  ]
  it.each([
    ['the primary email', 'maya@EXAMPLE.com', 'confirmed'],
    ['a confirmed secondary email', 'second@example.com', 'confirmed'],
    ['an unconfirmed email', 'open@example.com', 'unconfirmed'],
    ['another address', 'noor@example.com', 'not-on-account'],
    ['the private email', '7-maya@users.noreply.gitlab.example.com', 'confirmed'],
    ['one in other case', '7-Maya@Users.NoReply.GitLab.example.com', 'confirmed'],
    ['one with a former username', '7-maya.old@users.noreply.gitlab.example.com', 'confirmed'],
    ['one with more hyphens', '7-a-b+c@users.noreply.gitlab.example.com', 'confirmed'],
    ['one with leading zeros', '007-maya@users.noreply.gitlab.example.com', 'confirmed'],
    ['another user’s', '71-maya@users.noreply.gitlab.example.com', 'not-on-account'],
    ['one without a name', '7-@users.noreply.gitlab.example.com', 'not-on-account'],
    ['one without a hyphen', '7@users.noreply.gitlab.example.com', 'not-on-account'],
    ['one with more before it', 'x7-maya@users.noreply.gitlab.example.com', 'not-on-account'],
    ['one on a longer host', '7-maya@users.noreply.gitlab.example.com.org', 'maybe-private'],
    ['one on an unknown host', '7-maya@noreply.example.com', 'maybe-private'],
    ['a similar real address', '7-maya@example.com', 'not-on-account'],
  ])('treat %s as GitLab does', (_, email, state) => {
    expect(addressState(email, commitAddresses(maya, list))).toBe(state)
  })

  it('use the host of the private email that GitLab returned', () => {
    const commit_email = '7-maya@commits.example.org'
    const addresses = commitAddresses({ ...maya, commit_email }, [])
    expect(addressState('7-before@commits.example.org', addresses)).toBe('confirmed')
    const usual = '7-maya@users.noreply.gitlab.example.com'
    expect(addressState(usual, addresses)).toBe('maybe-private')
    const others = commitAddresses({ ...maya, commit_email: '8-x@commits.example.org' }, [])
    expect(addressState(usual, others)).toBe('confirmed')
  })

  it('use both hosts of an instance that is reached by another name', () => {
    const addresses = commitAddresses(maya, [], 'https://git.internal')
    for (const host of ['git.internal', 'gitlab.example.com'])
      expect(addressState(`7-x@users.noreply.${host}`, addresses)).toBe('confirmed')
  })

  it('don’t count a primary email that is unconfirmed or a placeholder', () => {
    const email = 'temp-email-for-oauth-1@gitlab.localhost'
    const states = [
      { ...maya, confirmed_at: null },
      { ...maya, confirmed_at: null, commit_email: maya.email },
      { ...maya, email },
    ].map((user) => addressState(user.email, commitAddresses(user, [])))
    expect(states).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed'])
  })

  it('include the confirmed commit email', () => {
    const commit_email = 'Work@example.com'
    expect(addressState('work@example.com', commitAddresses({ id: 7, commit_email }, []))).toBe(
      'confirmed',
    )
  })

  it('include no empty address of a user whose emails are hidden', () => {
    expect(commitAddresses({ id: 7, email: '', commit_email: '' }, [])).toMatchObject({
      confirmed: [],
      unconfirmed: [],
    })
  })

  it('name their source', () => {
    expect(addressRules).not.toEqual([])
    for (const { source } of addressRules) expect(source).toMatch(/^(app|lib)\//)
  })
})

describe('parsePrivateCommitEmail', () => {
  it('reads what privateCommitEmail composes', () => {
    const email = privateCommitEmail({ id: 12, username: 'a-b' }, 'users.noreply.x.test')
    expect(email).toBe('12-a-b@users.noreply.x.test')
    expect(parsePrivateCommitEmail(email)).toEqual({ id: 12, host: 'users.noreply.x.test' })
  })
})

describe('signatureRules', () => {
  const email = 'maya@example.com'
  const now = Date.parse('2026-06-01T00:00:00Z')
  const [past, future] = ['2026-05-31T00:00:00Z', '2026-06-02T00:00:00Z']
  const part = (fingerprint: string, more = {}) => ({ fingerprint, revoked: false, ...more })
  const gpg = (...parts: GpgKeyCopy['parts']): GpgKeyCopy[] => [{ parts, emails: [email] }]
  const ssh = (more: Partial<SshKeyFacts> = {}): SshKeyFacts[] => [
    { fingerprint: 'S', signs: true, ...more },
  ]

  it.each<[string, readonly SshKeyFacts[], SignatureProblem | undefined]>([
    ['on the account', ssh(), undefined],
    ['on the account for a day', ssh({ expires: future }), undefined],
    ['not on the account', ssh({ fingerprint: 'other' }), 'key-not-on-account'],
    ['expired', ssh({ expires: past }), 'key-expired'],
    ['only for authentication', ssh({ signs: false }), 'key-cannot-sign'],
  ])('judge an SSH key that is %s', (_, keys, problem) => {
    const key = { format: 'ssh', fingerprint: 'S', email } as const
    expect(signatureProblem(key, { ssh: keys, gpg: [], now })).toBe(problem)
  })

  it.each<[string, readonly GpgKeyCopy[], SignatureProblem | undefined]>([
    ['in the account’s copy', gpg(part('P'), part('S')), undefined],
    ['in a copy that expires later', gpg(part('P'), part('S', { expires: future })), undefined],
    [
      'in a copy with another expired subkey',
      gpg(part('P'), part('O', { expires: past }), part('S')),
      undefined,
    ],
    ['missing from the account’s copy', gpg(part('P'), part('O')), 'key-outdated'],
    ['of a key that isn’t on the account', gpg(part('X'), part('Y')), 'key-not-on-account'],
    ['expired in the account’s copy', gpg(part('P'), part('S', { expires: past })), 'key-expired'],
    ['of an expired key', gpg(part('P', { expires: past }), part('S')), 'key-expired'],
    ['revoked', gpg(part('P'), part('S', { revoked: true })), 'key-revoked'],
    ['of a revoked key', gpg(part('P', { revoked: true }), part('S')), 'key-revoked'],
    [
      'of a key without the email',
      [{ parts: [part('P'), part('S')], emails: ['x@y.z'] }],
      'email-not-in-key',
    ],
  ])('judge a GPG subkey that is %s', (_, keys, problem) => {
    const key = { format: 'openpgp', fingerprint: 'S', primary: 'P', email } as const
    expect(signatureProblem(key, { ssh: [], gpg: keys, now })).toBe(problem)
  })

  it('name their source', () => {
    for (const { source } of signatureRules) expect(source).toMatch(/^(app|doc|lib)\//)
  })
})
