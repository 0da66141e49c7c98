import { expect, it } from 'vitest'
import {
  capabilitiesLabel,
  gpgKeyName,
  isOwnGpgKey,
  rankGpgKey,
  spacedFingerprint,
} from './gpg-messages.ts'

const keyId = '0123456789ABCDEF'
const name = (text: string, email?: string, revoked = false) => ({ text, email, revoked })

it('names a key by its first user ID that is not revoked', () => {
  const userIds = [name('Old <a@a>', 'a@a', true), name('Ada <ada@a>', 'ada@a')]
  expect(gpgKeyName({ userIds, keyId })).toBe('Ada <ada@a>')
  expect(gpgKeyName({ userIds: [userIds[0]!], keyId })).toBe('Old <a@a>')
  expect(gpgKeyName(undefined, 3)).toBe('GPG key 3')
})

it('formats fingerprints and uses', () => {
  expect(spacedFingerprint('0123456789AB')).toBe('0123 4567 89AB')
  expect(capabilitiesLabel(['certify', 'sign'])).toBe('certify and sign')
  expect(capabilitiesLabel([])).toBe('None')
})

it('recognizes own keys, and ranks a newer copy highest', () => {
  expect(isOwnGpgKey({ hasPrivateKey: false, file: 'gpg' })).toBe(false)
  expect(isOwnGpgKey({ hasPrivateKey: true, file: 'gpg' })).toBe(true)
  expect(isOwnGpgKey({ hasPrivateKey: false, file: 'ada.asc' })).toBe(true)
  const changed = rankGpgKey({ state: 'changed', hasPrivateKey: false })
  expect(changed).toBeGreaterThan(rankGpgKey({ state: 'on-account', hasPrivateKey: true }))
})
