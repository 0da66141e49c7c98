import { expect, it } from 'vitest'
import type { AccountSshKey, ListedSshKey } from '../../../shared/operations/local-keys.ts'
import { accountSshKey, localSshKey, sshDeletionText } from './ssh.ts'
import { renewalToast } from './use-renewals.ts'
import { t } from '../../ui/messages.ts'

const details = {
  type: 'ssh-rsa',
  bits: 1024,
  fingerprint: 'SHA256:abc',
  comment: 'ada@home',
  weak: 'It is short.',
  publicKey: 'ssh-rsa AAAA ada@home',
}
const here: ListedSshKey = {
  kind: 'key',
  localKeyId: 'one',
  file: '~/.ssh/a.pub',
  files: ['~/.ssh/a.pub'],
  privateKeys: [],
  addedIds: [],
  group: 'new',
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
  files: [],
  details,
}

it('doesn’t offer to change an unreadable key', () => {
  const { settings, type } = accountSshKey({ ...onAccount, details: undefined }, now)
  expect(settings).toBeUndefined()
  expect(type).toBe('ssh-rsa')
})

it('shows whether a key has expired at the given time', () => {
  const key = { ...onAccount, expires_at: '2026-06-01T00:00:00.000Z' }
  const rowLabels = (time: number) => accountSshKey(key, time).facts.map(({ label }) => label)
  expect(rowLabels(now - 1)).toContain('Expires')
  expect(rowLabels(now)).toContain('Expired')
})

it('shows a key’s algorithm and length', () => {
  expect(localSshKey(here).type).toBe('RSA, 1024 bits')
})

const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
const factsOf = ({ facts }: { facts: readonly { label: string; value: string }[] }) =>
  Object.fromEntries(facts.map(({ label, value }) => [label, plain(value)]))

it('shows a key’s files, passphrase and SSH agents', () => {
  const show = (changes: Partial<ListedSshKey>) => factsOf(localSshKey({ ...here, ...changes }))
  expect(show({ agents: [], files: ['~/.ssh/a.pub', 'b.pub'] })).toEqual({
    Files: '~/.ssh/a.pub and b.pub',
    'Private key': 'Not found here',
    'SSH agent': 'Not in one',
  })
  const pair = { privateKey: '~/.ssh/a', agents: ['1Password'] }
  expect(show({ ...pair, hasPassphrase: true })).toEqual({
    File: '~/.ssh/a.pub',
    'Private key': '~/.ssh/a',
    Passphrase: 'Set',
    'SSH agent': '1Password',
  })
  expect(show({ ...pair, hasPassphrase: false }).Passphrase).toBe('None')
  expect(show({ ...pair, privateKey: undefined })['Private key']).toBe('In an SSH agent')
})

it('omits local facts about a key that was added by hand', () => {
  const row = localSshKey({ ...here, isAdded: true, addedIds: ['one'] })
  expect(factsOf(row)).toEqual({ File: '~/.ssh/a.pub' })
})

it('shows local facts about a key on the account', () => {
  const copy = { ...here, privateKey: '~/.ssh/a', hasPassphrase: false, agents: [] }
  const used = { ...onAccount, last_used_at: null }
  expect(factsOf(accountSshKey({ ...used, copy }, now))).toMatchObject({
    'Last used': 'Never',
    'Private key': '~/.ssh/a',
    Passphrase: 'None',
  })
  const unused = factsOf(accountSshKey(onAccount, now))
  expect(unused).not.toHaveProperty('Private key')
  expect(unused).toMatchObject({ 'Last used': 'GitLab doesn’t say' })
})

it('shows a renewed key’s new expiry', () => {
  const toast = (changes: object) => renewalToast('Build machine', 'renewed', changes)
  expect(toast({ expires_at: '2027-11-26' })).toMatch(/renewed until November 26, 2027\.$/)
  expect(toast({ title: 'Builder' })).toMatch(/replaced\.$/)
})

it('mentions only what a key that is deleted was for', () => {
  const text = (usage?: string) => t(sshDeletionText(usage), { name: 'Work', isHere: false })
  expect(text('auth')).toContain('push')
  expect(text('auth')).not.toContain('Commits')
  expect(text('signing')).toContain('Commits')
  expect(text('signing')).not.toContain('push')
  for (const usage of ['auth_and_signing', undefined]) expect(text(usage)).toMatch(/push.*Commits/)
})

it('mentions the key file when deleting a key only if there is one', () => {
  const text = (isHere: boolean) => t(sshDeletionText('auth'), { name: 'Work', isHere })
  expect(text(true)).toMatch(/The key file itself is kept\.$/)
  expect(text(false)).not.toContain('file')
})
