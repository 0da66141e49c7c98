import { expect, it } from 'vitest'
import { gpgRow, sshRow } from './public-key-row.ts'

const key = {
  id: 3,
  title: 'Laptop',
  key: 'ssh-ed25519 AAAAC3Nz Maya (example.com)',
  expires_at: '2026-01-01T00:00:00Z',
  usage_type: 'auth',
}

it('says what an SSH key is for and whether it has expired', () => {
  const after = sshRow(key, Date.parse('2026-01-01T00:00:00Z'))
  expect(after.isExpired).toBe(true)
  expect(after.facts.slice(0, 2)).toEqual(['ssh-ed25519', 'Authentication'])
  expect(after.facts[2]).toMatch(/^Expired /)
  const before = sshRow(key, Date.parse('2025-12-31T00:00:00Z'))
  expect(before.isExpired).toBe(false)
  expect(before.facts[2]).toMatch(/^Expires /)
})

it('says when a key was used, where the service tells', () => {
  const facts = (last_used_at?: string | null) => sshRow({ ...key, last_used_at }).facts.at(-1)
  expect(facts()).toMatch(/^Expire/)
  expect(facts(null)).toBe('Never used')
  expect(facts('2025-06-30T10:00:00Z')).toMatch(/^Last used .*2025/)
  expect(facts('lately')).toBe('Last used lately')
})

it('takes what a service leaves out or writes its own way', () => {
  expect(sshRow({ id: 4, title: '', key: 'x', usage_type: 'later' }).facts).toEqual(['x', 'later'])
  expect(sshRow({ id: 4, title: '', key: 'x' }).title).toBe('Key 4')
  expect(gpgRow({ id: 5, key: 'block', created_at: 'long ago' }).facts).toEqual(['Added long ago'])
})
