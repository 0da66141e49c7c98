import '../../testing/messages.ts'
import { expect, it } from 'vitest'
import { describeChange, describeKey } from './check-messages.ts'

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

it('says that signing applies to repositories on other hosts, too', () => {
  const change = {
    id: 'x',
    kind: 'git-signing',
    checks: [],
    file: '',
    lines: [],
    values: {},
  } as const
  expect(describeChange({ ...change, checks: [], lines: [] }).hint).toMatch(/on other hosts/)
  const locked = describeChange({ ...change, checks: [], lines: [], optional: 'locked-key' })
  expect(locked.hint).toMatch(/has a passphrase.*on other hosts/)
})
