import '../../testing/messages.ts'
import { expect, it } from 'vitest'
import { describeKey } from './check-messages.ts'

it('warns if a key seems to be for another host', () => {
  const key = {
    fingerprint: 'x',
    name: '~/.ssh/github.pub',
    hasPassphrase: false,
    isInAgent: false,
  }
  expect(describeKey({ ...key, purpose: { kind: 'host', name: 'GitHub' } })).toBe(
    'Looks like a GitHub key. Has no passphrase. Not on your account.',
  )
  expect(describeKey(key)).toBe('Has no passphrase. Not on your account.')
})
