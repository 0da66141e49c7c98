import { expect, it } from 'vitest'
import type { AccountSshKey, LocalSshKey } from '../../../shared/operations/local-keys.ts'
import { importAction } from './key-rows.ts'
import { accountSshKey, localSshKey, unmatchedSshKey } from './ssh.ts'

const details = {
  type: 'ssh-rsa',
  bits: 1024,
  fingerprint: 'SHA256:abc',
  comment: 'ada@home',
  weak: 'It is short.',
  publicKey: 'ssh-rsa AAAA ada@home',
}
const here: LocalSshKey = {
  kind: 'key',
  localKeyId: 'one',
  file: '~/.ssh/a.pub',
  title: 'ada@home',
  ...details,
}
const now = Date.parse('2026-06-01T00:00:00Z')
const onAccount: AccountSshKey = {
  id: 7,
  title: 'Desk',
  key: 'ssh-rsa AAAA',
  created_at: '2026-01-01',
  expires_at: null,
  localKeyIds: ['one', 'two'],
  details,
}

it('lists each local file of a key once', () => {
  const local = [here, { ...here, localKeyId: 'two' }, { ...here, localKeyId: 'three', file: 'c' }]
  const { files } = accountSshKey(onAccount, local, now)
  expect(files).toEqual(['~/.ssh/a.pub'])
})

it('does not allow changing an unreadable key', () => {
  const { settings, type } = accountSshKey({ ...onAccount, details: undefined }, [], now)
  expect(settings).toBeUndefined()
  expect(type).toBe('ssh-rsa')
})

it('shows whether a key has expired by the given time', () => {
  const key = { ...onAccount, expires_at: '2026-06-01T00:00:00.000Z' }
  const factsAt = (time: number) => accountSshKey(key, [], time).facts.join()
  expect(factsAt(now - 1)).toMatch(/Expires /)
  expect(factsAt(now)).toMatch(/Expired /)
})

it('skips a weak key in Import all', () => {
  expect(localSshKey({ key: here, otherFiles: [], addedIds: [] }).skipReason).toBe('It is short.')
  const strong = { ...here, weak: undefined }
  const { skipReason, type, facts } = localSshKey({
    key: strong,
    otherFiles: ['b.pub'],
    addedIds: [],
  })
  expect(skipReason).toBeUndefined()
  expect(type).toBe('RSA, 1024 bits')
  expect(facts).toEqual(['~/.ssh/a.pub', 'also in b.pub', 'no private key here'])
})

it('offers each weak key anyway until the service refuses it', () => {
  for (const type of ['ssh-dss', 'ssh-rsa']) {
    const key = { ...here, type }
    const row = localSshKey({ key, otherFiles: [], addedIds: [] })
    expect(importAction(row)).toBe('import-anyway')
    expect(importAction({ ...row, refusal: 'Key type is forbidden.' })).toBeUndefined()
  }
})

it('lists what a scan found while the keys of the account are unknown', () => {
  expect(unmatchedSshKey(here)).toEqual([here])
  expect(unmatchedSshKey({ kind: 'skipped', file: 'config', message: '' })).toEqual([])
})
