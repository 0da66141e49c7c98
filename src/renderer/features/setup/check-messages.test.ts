import '../../testing/messages.ts'
import { expect, it } from 'vitest'
import { describeChange, describeKey, describeResult } from './check-messages.ts'

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

it('says of a change that only removes lines what it removes', () => {
  const change = { id: 'x', kind: 'identity-scope', checks: [], file: '', values: {} } as const
  const textOf = (...lines: { before?: string; after?: string }[]) =>
    describeChange({ ...change, checks: [], lines }).text
  expect(textOf({ before: 'a' })).toBe('Stop using these settings in repositories')
  expect(textOf({ before: 'a' }, { after: 'b' })).toContain('Choose the repositories')
})

it('doesn’t say that a key is both on and not on an account', () => {
  const purpose = { kind: 'account', username: 'maya', instance: 'https://git.test' } as const
  const key = { fingerprint: 'x', name: 'x', hasPassphrase: true, isInAgent: false, purpose }
  expect(describeKey(key)).toBe('On your account @maya at git.test. Has a passphrase.')
})

it('names a screen for a new security key, and says when a terminal is needed', () => {
  const change = { id: 'key', kind: 'create-key', checks: [], file: '~/.ssh/x', lines: [] } as const
  const { hint } = describeChange({ ...change, checks: [], lines: [], values: { title: 'x' } })
  expect(hint).toMatch(/“Generate SSH key…”.* PIN, .* run ssh-keygen -t ed25519-sk in a terminal/)
})

it('says on any screen how to trust an unknown host', () => {
  const connection = {
    ...{ host: 'gitlab.example.com', port: 22, user: 'git', offered: [] },
    problem: 'host-key-unknown',
  } as const
  const { hint } = describeResult({
    ...{ check: 'connection', finding: 'not-connected', values: {} },
    connection: connection as never,
  })
  expect(hint).toContain('in “This computer”')
  const here = describeResult(
    {
      ...{ check: 'connection', finding: 'not-connected', values: {} },
      connection: connection as never,
    },
    true,
  )
  expect(here.hint).toContain('under “Host key” below')
})
