import { expect, it } from 'vitest'
import { ignoredKeyName } from '../../../shared/rules/ignored-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type KeyStanding, type KeyContext, findDoubt } from './beside-account.ts'
import { type KeyCopy, mergeCopies, onlyCopy } from './examined-keys.ts'
import type { ExaminedGpgKey } from './gpg/examine-gpg.ts'
import { toListedGpgKey } from './gpg/listed-gpg-key.ts'

const copy = (identity: string, file: string, changes: object = {}) => ({
  localKeyId: `${identity} in ${file}`,
  key: { identity, file, rank: 0, ...changes },
})
const merge = (...copies: KeyCopy<{ identity: string; file: string; rank: number }>[]) =>
  mergeCopies(copies, ({ rank }) => rank).map(({ localKeyId, files, addedIds }) => ({
    ...{ localKeyId, files, addedIds },
  }))

it('merges copies of a key from several files', () => {
  const copies = [copy('A', 'a'), copy('B', 'b'), copy('A', 'c', { rank: 1 }), copy('A', 'd')]
  expect(merge(...copies, copy('A', 'c'))).toEqual([
    { localKeyId: 'A in c', files: ['c', 'a', 'd'], addedIds: [] },
    { localKeyId: 'B in b', files: ['b'], addedIds: [] },
  ])
})

it('prefers a copy found on this computer, and lists copies only if all were added by hand', () => {
  const [a, b] = [copy('A', 'a', { isAdded: true }), copy('A', 'b', { isAdded: true })]
  expect(merge(a, b)).toMatchObject([{ localKeyId: 'A in a', addedIds: ['A in a', 'A in b'] }])
  expect(merge(a, copy('A', 'c'))).toMatchObject([{ localKeyId: 'A in c', addedIds: [] }])
})

const own = { username: 'mlindqvist', host: 'git.alder.test' }
const surroundings: KeyContext = {
  accounts: [
    {
      cached: { account: 'work' } as GitLabClient,
      username: 'maya',
      instance: 'https://git.birch.test',
      isSameUser: false,
    },
  ],
  names: {
    own,
    others: [
      { username: 'gateway-svc', host: own.host },
      { username: 'maya', host: 'git.birch.test' },
    ],
  },
  ignored: new Set([ignoredKeyName('GPG', 'F1')]),
}
const unknown: KeyStanding = { isOnAccount: false, otherAccounts: [] }

it('doubts a key that is named after another account, a host, or a machine', () => {
  const doubt = (...names: string[]) => findDoubt(names, unknown, surroundings)
  expect(doubt('maya@laptop', '~/.ssh/id_ed25519')).toBeUndefined()
  expect(doubt('mlindqvist@alder', '~/.ssh/alder')).toBeUndefined()
  const birch = { kind: 'host', name: 'git.birch.test' }
  expect(doubt('maya@birch', '~/.ssh/id_work')).toEqual(birch)
  expect(doubt('work', '~/.ssh/birch_ed25519')).toEqual(birch)
  expect(doubt('other', '~/.ssh/gateway-svc.pub')).toEqual({
    kind: 'user',
    username: 'gateway-svc',
  })
  expect(doubt('deploy@web')).toEqual({ kind: 'machine', word: 'deploy' })
  expect(findDoubt(['maya@birch'], { ...unknown, isOnAccount: true }, surroundings)).toBeUndefined()
})

it('doubts a key that another account has', () => {
  const standing = { isOnAccount: false, otherAccounts: ['work'] }
  const doubt = { kind: 'account', username: 'maya', instance: 'https://git.birch.test' }
  expect(findDoubt(['home'], standing, surroundings)).toEqual(doubt)
})

const details = {
  fingerprint: 'F1',
  keyId: '1',
  created: '2026-01-01T00:00:00.000Z',
  expired: false,
  revoked: false,
  capabilities: [],
  userIds: [],
  subkeys: [],
}

function list(changes: Partial<ExaminedGpgKey>, isOnAccount = false, isIgnored = false) {
  const key = { identity: 'F1', file: 'gpg', hasPrivateKey: true, details, ...changes }
  const { group, skip } = toListedGpgKey(onlyCopy({ localKeyId: 'one', key }), {
    surroundings: isIgnored ? surroundings : undefined,
    standing: { isOnAccount, otherAccounts: [] },
  })
  return { group, skip }
}

it('distinguishes the user’s own keys from other people’s in the keyring', () => {
  expect(list({})).toEqual({ group: 'new' })
  expect(list({ hasPrivateKey: false })).toEqual({ group: 'other-people', skip: 'others' })
  expect(list({ hasPrivateKey: false, file: 'ada.asc' })).toEqual({ group: 'new' })
  expect(list({ hasPrivateKey: false }, true).group).toBe('on-account')
})

it('lists an ignored key separately until it is on the account', () => {
  expect(list({}, false, true).group).toBe('ignored')
  expect(list({}, true, true).group).toBe('on-account')
})

it('skips revoked and expired keys', () => {
  const skip = (changes: object) => list({ details: { ...details, ...changes } }).skip
  expect(skip({ revoked: true, expired: true })).toBe('revoked')
  expect(skip({ expired: true })).toBe('expired')
})
