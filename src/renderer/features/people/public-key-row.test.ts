import { expect, it } from 'vitest'
import { publicKeyTitle, publicKeyType } from './public-key-row.ts'

const key = { id: 3, title: 'Laptop', key: 'ssh-ed25519 AAAAC3Nz Maya (example.com)' }

it('shows an SSH key’s title, type, and usage', () => {
  expect(publicKeyTitle(key)).toBe('Laptop')
  expect(publicKeyType({ ...key, usage_type: 'auth' })).toBe('ssh-ed25519 · Authentication')
})

it('handles missing and unusual values', () => {
  expect(publicKeyTitle({ ...key, title: '' })).toBe('Key 3')
  expect(publicKeyType(key)).toBe('ssh-ed25519')
  expect(publicKeyType({ ...key, usage_type: 'later' })).toBe('ssh-ed25519 · later')
  const gpgKey = { id: 5, key: 'block', created_at: 'long ago' }
  expect([publicKeyTitle(gpgKey), publicKeyType(gpgKey)]).toEqual(['GPG key 5', ''])
})
