import { expect, it } from 'vitest'
import type { AccountSshKey, LocalSshKey } from '../../../../shared/app/local-keys.ts'
import { sshKeyKind } from './ssh-key-kind.ts'

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
const onAccount: AccountSshKey = {
  id: 7,
  title: 'Desk',
  key: 'ssh-rsa AAAA',
  created_at: '2026-01-01',
  expires_at: null,
  localKeyIds: ['one', 'two'],
  details,
}

it('names each file of this computer that holds a key of the account once', () => {
  const local = [here, { ...here, localKeyId: 'two' }, { ...here, localKeyId: 'three', file: 'c' }]
  expect(sshKeyKind.showAccountKey(onAccount, local).files).toEqual(['~/.ssh/a.pub'])
})

it('lets a key be deleted by its title, or by its ID where the title cannot be typed', () => {
  expect(sshKeyKind.showAccountKey(onAccount, []).typed).toBe('Desk')
  expect(sshKeyKind.showAccountKey({ ...onAccount, title: '\u200b' }, []).typed).toBe('key 7')
})

it('offers no change of a key that could not be read', () => {
  const { settings, facts } = sshKeyKind.showAccountKey({ ...onAccount, details: undefined }, [])
  expect(settings).toBeUndefined()
  expect(facts[0]).toBe('ssh-rsa')
})

it('does not import a weak key along with all others', () => {
  expect(sshKeyKind.showLocalKey({ key: here, also: [] }).skipReason).toBe('It is short.')
  const strong = { ...here, weak: undefined }
  const { skipReason, facts } = sshKeyKind.showLocalKey({ key: strong, also: ['b.pub'] })
  expect(skipReason).toBeUndefined()
  expect(facts).toEqual(['RSA, 1024 bits', '~/.ssh/a.pub', 'also in b.pub', 'no private key here'])
})
