import { expect, it } from 'vitest'
import {
  capabilitiesLabel,
  gpgKeyName,
  gpgKeyTyped,
  isOwnGpgKey,
  rankOfGpgKey,
  spacedFingerprint,
} from './gpg-messages.ts'

const keyId = '0123456789ABCDEF'
const name = (text: string, email?: string, revoked = false) => ({ text, email, revoked })

it('calls a key by the first name that counts', () => {
  const userIds = [name('Old <a@a>', 'a@a', true), name('Ada <ada@a>', 'ada@a')]
  expect(gpgKeyName({ userIds, keyId })).toBe('Ada <ada@a>')
  expect(gpgKeyTyped({ userIds, keyId }, 3)).toBe('ada@a')
  expect(gpgKeyName({ userIds: [userIds[0]!], keyId })).toBe('Old <a@a>')
  expect(gpgKeyTyped({ userIds: [name('Ada')], keyId }, 3)).toBe('0123456789ABCDEF')
  expect(gpgKeyName(undefined, 3)).toBe('GPG key 3')
})

it('writes fingerprints and uses as people read them', () => {
  expect(spacedFingerprint('0123456789AB')).toBe('0123 4567 89AB')
  expect(capabilitiesLabel(['certify', 'sign'])).toBe('certify and sign')
  expect(capabilitiesLabel([])).toBe('None')
})

it('tells own keys from those of others, and the best copy from the rest', () => {
  expect(isOwnGpgKey({ hasPrivateKey: false, file: 'gpg' })).toBe(false)
  expect(isOwnGpgKey({ hasPrivateKey: true, file: 'gpg' })).toBe(true)
  expect(isOwnGpgKey({ hasPrivateKey: false, file: 'ada.asc' })).toBe(true)
  const changed = rankOfGpgKey({ state: 'changed', hasPrivateKey: false })
  expect(changed).toBeGreaterThan(rankOfGpgKey({ state: 'on-account', hasPrivateKey: true }))
})
