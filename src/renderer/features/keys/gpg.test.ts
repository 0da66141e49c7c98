import { expect, it } from 'vitest'
import type { AccountGpgKey, ListedGpgKey } from '../../../shared/operations/gpg-keys.ts'
import {
  accountGpgKey,
  capabilitiesLabel,
  gpgKeyName,
  localGpgKey,
  spacedFingerprint,
} from './gpg.ts'
import { expiryPhrase } from './key-facts.ts'
import { isSuggested } from './key-rows.ts'

const here: ListedGpgKey = {
  kind: 'key',
  localKeyId: 'one',
  file: 'gpg',
  hasPrivateKey: true,
  fingerprint: '0123456789ABCDEF',
  keyId: '89ABCDEF',
  created: '2026-01-01T00:00:00.000Z',
  expired: false,
  revoked: false,
  capabilities: ['sign'],
  userIds: [{ text: 'Ada <ada@a.example>', revoked: false, address: 'confirmed' }],
  subkeys: [],
  files: ['gpg'],
  addedIds: [],
  group: 'new',
}
const show = (changes: Partial<ListedGpgKey>) => ({
  ...localGpgKey({ ...here, ...changes }),
  ...{ localKeyId: 'one', addedIds: [], group: 'new' as const },
})

const onAccount = { id: 7, key: 'a block', created_at: '2026-01-01', files: [] }

it('hides the expiry of an unreadable key', () => {
  const expires = '2027-01-01T00:00:00.000Z'
  const show = (details?: AccountGpgKey['details']) => accountGpgKey({ ...onAccount, details })
  expect(show().expires).toBeUndefined()
  expect(show({ ...here, expires }).expires).toBe(expires)
  expect(expiryPhrase({ expires, expired: false })).toMatch(/Expires /)
  expect(expiryPhrase({ expired: false })).toBe('No expiry')
})

it('warns when a key’s user IDs weren’t verified', () => {
  expect(show({}).notes).toEqual([])
  expect(show({ unchecked: true }).notes).toEqual([expect.stringContaining('can’t verify')])
})

it('doesn’t suggest a key whose email the account lacks, and shows that email', () => {
  const text = 'So its signatures stay unverified.'
  const lacking = show({ unverified: { reason: 'notOnAccount', text, email: 'ada@a.example' } })
  expect(lacking.emailProblem).toEqual({
    label: 'Email not on account',
    text,
    missing: 'ada@a.example',
  })
  expect(isSuggested(lacking)).toBe(false)
  expect(isSuggested(show({ unverified: { reason: 'notOnAccount', text } }))).toBe(false)
  const unconfirmed = show({ unverified: { reason: 'unconfirmed', text, email: 'ada@a.example' } })
  expect(unconfirmed.emailProblem?.label).toBe('Email not confirmed')
  expect(isSuggested(unconfirmed)).toBe(true)
  expect(show({}).emailProblem).toBeUndefined()
  expect(isSuggested(show({}))).toBe(true)
})

it('distinguishes keys in the keyring from keys in files', () => {
  const factsOf = (changes: Partial<ListedGpgKey>) => {
    const { facts } = localGpgKey({ ...here, ...changes })
    return facts.map(({ label, value }) => [label, value.replaceAll(/[\u2066-\u2069]/g, '')])
  }
  expect(factsOf({ files: ['gpg', 'ada.asc'] })).toEqual([
    ['Keyring', 'gpg'],
    ['File', 'ada.asc'],
    ['Private key', 'In gpg'],
  ])
  expect(factsOf({ files: ['ada.asc'], isAdded: true })).toEqual([['File', 'ada.asc']])
})

const keyId = '0123456789ABCDEF'
const name = (text: string, email?: string, revoked = false) => ({ text, email, revoked })

it('labels a key with its first user ID that isn’t revoked', () => {
  const userIds = [name('Old <a@a>', 'a@a', true), name('Ada <ada@a>', 'ada@a')]
  expect(gpgKeyName({ userIds, keyId })).toBe('Ada <ada@a>')
  expect(gpgKeyName({ userIds: [userIds[0]!], keyId })).toBe('Old <a@a>')
  expect(gpgKeyName(undefined, 3)).toBe('GPG key 3')
})

it('formats fingerprints and capabilities', () => {
  expect(spacedFingerprint('0123456789AB')).toBe('0123 4567 89AB')
  expect(capabilitiesLabel(['certify', 'sign'])).toBe('certify and sign')
  expect(capabilitiesLabel([])).toBe('None')
})
