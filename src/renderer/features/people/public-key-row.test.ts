import { expect, it } from 'vitest'
import { publicKeyRow } from './public-key-row.ts'

const key = {
  kind: 'ssh' as const,
  id: 3,
  title: 'Laptop',
  key: 'ssh-ed25519 AAAAC3Nz Maya (example.com)',
  expires_at: '2026-01-01T00:00:00Z',
  usage_type: 'auth',
}
const now = Date.parse('2025-12-31T00:00:00Z')

it('shows an SSH key’s usage type and whether it has expired', () => {
  const after = publicKeyRow(key, Date.parse('2026-01-01T00:00:00Z'))
  expect(after.isExpired).toBe(true)
  expect(after.facts.slice(0, 2)).toEqual(['ssh-ed25519', 'Authentication'])
  expect(after.facts[2]).toMatch(/^Expired /)
  const before = publicKeyRow(key, now)
  expect(before.isExpired).toBe(false)
  expect(before.facts[2]).toMatch(/^Expires /)
})

it('shows when a key was last used, if the instance reports it', () => {
  const facts = (last_used_at?: string | null) =>
    publicKeyRow({ ...key, last_used_at }, now).facts.at(-1)
  expect(facts()).toMatch(/^Expire/)
  expect(facts(null)).toBe('Never used')
  expect(facts('2025-06-30T10:00:00Z')).toMatch(/^Last used .*2025/)
  expect(facts('lately')).toBe('Last used lately')
})

it('handles missing and unusual values', () => {
  const row = publicKeyRow({ kind: 'ssh', id: 4, title: '', key: 'x', usage_type: 'later' }, now)
  expect(row).toMatchObject({ title: 'Key 4', facts: ['x', 'later'] })
  const gpgKey = { kind: 'gpg' as const, id: 5, key: 'block', created_at: 'long ago' }
  expect(publicKeyRow(gpgKey, now).facts).toEqual(['Added long ago'])
})
