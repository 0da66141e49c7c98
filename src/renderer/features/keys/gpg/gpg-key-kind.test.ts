import { expect, it } from 'vitest'
import type { AccountGpgKey, JoinedGpgKey } from '../../../../shared/app/gpg-keys.ts'
import { gpgKeyKind } from './gpg-key-kind.ts'

const here: JoinedGpgKey = {
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
  state: 'new',
  changes: [],
}
const show = (changes: Partial<JoinedGpgKey>) =>
  gpgKeyKind.summarizeLocalKey({ key: { ...here, ...changes }, otherFiles: [], copies: [] })

it('distinguishes new keys, keys of other people and keys on the account', () => {
  expect(show({}).group).toBe('new')
  expect(show({ hasPrivateKey: false }).group).toBe('other-people')
  expect(show({ state: 'on-account' }).group).toBe('on-account')
})

it('treats a newer copy of a key as one on the account', () => {
  expect(show({ state: 'changed', changes: ['key revoked'] }).group).toBe('on-account')
})

it('explains why Import all skips a key', () => {
  expect(show({}).skipReason).toBeUndefined()
  expect(show({ revoked: true, expired: true }).skipReason).toBe('This key is revoked.')
  expect(show({ expired: true }).skipReason).toBe('This key has expired.')
  expect(show({ hasPrivateKey: false }).skipReason).toMatch(/someone else/)
})

const now = Date.parse('2026-06-01T00:00:00Z')
const onAccount = { id: 7, key: 'a block', created_at: '2026-01-01', localKeyIds: ['one'] }

it('offers the best of the newer copies for a renewal', () => {
  const copy = { ...here, state: 'changed' as const, accountKeyId: 7, changes: ['key revoked'] }
  const local = [
    { ...copy, localKeyId: 'file', hasPrivateKey: false },
    copy,
    { ...copy, localKeyId: 'other', accountKeyId: 8 },
  ]
  expect(gpgKeyKind.summarizeAccountKey(onAccount, local, now).newer).toMatchObject({
    localKeyId: 'one',
  })
  expect(gpgKeyKind.summarizeAccountKey(onAccount, [here], now).newer).toBeUndefined()
})

it('shows no expiry for an unreadable key', () => {
  const facts = (details?: AccountGpgKey['details']) =>
    gpgKeyKind.summarizeAccountKey({ ...onAccount, details }, [], now).facts.join()
  expect(facts()).not.toMatch(/expir/i)
  expect(facts(here)).toMatch(/No expiry/)
  expect(facts({ ...here, expires: '2027-01-01T00:00:00.000Z' })).toMatch(/Expires /)
})

it('says where the names of a key were not checked', () => {
  expect(show({}).notes).toEqual([])
  expect(show({ unchecked: true }).notes).toEqual([expect.stringContaining('can’t verify')])
})
