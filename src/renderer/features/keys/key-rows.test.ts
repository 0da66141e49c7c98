import { expect, it } from 'vitest'
import {
  type KeySort,
  addLabel,
  isSuggested,
  keepOrder,
  keyRows,
  matchesSearch,
  sortKeyRows,
  sortRowsBy,
} from './key-rows.ts'
import type { AccountKey, LocalKey } from './keys.ts'

const now = Date.parse('2026-06-01T00:00:00Z')
const onAccount = (id: number, changes: Partial<AccountKey> = {}): AccountKey => ({
  id,
  name: `key ${id}`,
  text: '',
  type: '',
  isReadable: true,
  isHere: false,
  facts: [],
  files: [],
  notes: [],
  settings: { title: `key ${id}` },
  ...changes,
})
const here = (localKeyId: string, skipReason?: string): LocalKey => ({
  localKeyId,
  name: localKeyId,
  type: '',
  group: 'new',
  facts: [],
  files: [],
  notes: [],
  addedIds: [],
  skipReason,
})
const rows = (changes: Partial<Parameters<typeof keyRows>[0]>) =>
  keyRows({
    name: 'SSH',
    accountKeys: [],
    newKeys: [],
    canImport: true,
    canRenew: true,
    now,
    ...changes,
  })

it('shows where a key is stored and derives a row ID', () => {
  const accountKeys = [onAccount(7), onAccount(8, { isHere: true })]
  const newKeys = [here('a'), { ...here('b'), addedIds: ['b'] }]
  const places = rows({ accountKeys, newKeys }).map(({ id, place }) => [id, place])
  expect(places).toEqual([
    ['ssh-7', 'account'],
    ['ssh-8', 'both'],
    ['ssh-local-a', 'computer'],
    ['ssh-local-b', 'added'],
  ])
})

it('doesn’t claim that a key is local-only while the account’s keys are unknown', () => {
  const [row] = rows({ newKeys: [here('a')], canImport: false })
  expect(row).toMatchObject({ place: 'here', action: undefined })
})

it('offers one action: to import a key, or to renew one that expires soon', () => {
  const soon = onAccount(1, { expires: '2026-06-20' })
  const accountKeys = [
    soon,
    onAccount(2, { expires: '2026-05-01' }),
    onAccount(3, { expires: '2027-06-20' }),
    onAccount(4),
    onAccount(5, { expires: '2026-06-20', settings: undefined }),
  ]
  const newKeys = [here('a'), here('b', 'It is weak.')]
  const actions = (changes: Partial<Parameters<typeof keyRows>[0]> = {}) =>
    rows({ accountKeys, newKeys, ...changes }).map(({ action }) => action)
  expect(actions()).toEqual([
    'renew',
    'renew',
    undefined,
    undefined,
    undefined,
    'import',
    'import-anyway',
  ])
  expect(actions({ canImport: false, canRenew: false })).toEqual(Array(7).fill(undefined))
})

it('offers to renew a GPG key only if there is a newer copy', () => {
  const newer = { localKeyId: 'a', changes: [] }
  const gpgKey = (id: number, changes: Partial<AccountKey>) =>
    onAccount(id, { settings: undefined, ...changes })
  const accountKeys = [gpgKey(1, { expires: '2026-06-02' }), gpgKey(2, { newer })]
  expect(rows({ name: 'GPG', accountKeys }).map(({ action }) => action)).toEqual([
    undefined,
    'renew',
  ])
})

it('sorts expiring keys first, then importable ones, and doubtful ones last', () => {
  const all = rows({
    accountKeys: [onAccount(1), onAccount(2, { expires: '2026-06-20' })],
    newKeys: [here('weak', 'It is weak.'), here('new')],
  })
  expect(sortKeyRows(all, now).map(({ id }) => id)).toEqual([
    'ssh-2',
    'ssh-local-new',
    'ssh-1',
    'ssh-local-weak',
  ])
})

it('suggests keys that belong on the account and are safe to add', () => {
  expect(isSuggested(here('a'))).toBe(true)
  expect(isSuggested(here('a', 'It is weak.'))).toBe(false)
  expect(isSuggested({ ...here('a'), doubt: 'Looks like a GitHub key' })).toBe(false)
})

it('shows the number of keys on the button that adds them', () => {
  expect([3, 1, 0].map(addLabel)).toEqual(['Add 3 keys', 'Add 1 key', 'Add keys'])
})

it('doesn’t offer to import a rejected key', () => {
  const newKeys = [
    { ...here('refused', 'It is weak.'), refusal: 'Key must be at least 2048 bits.' },
    { ...here('comment', 'Its comment is odd.'), isWithoutComment: true },
  ]
  expect(rows({ newKeys }).map(({ action }) => action)).toEqual([
    undefined,
    'import-without-comment',
  ])
})

it('sorts by name, expiry, last use or creation, with unknown values last', () => {
  const accountKeys = [
    onAccount(1, { name: 'Zoe', created: '2026-01-01', lastUsed: null }),
    onAccount(2, { name: 'ada', expires: '2026-08-01', created: '2026-03-01' }),
    onAccount(3, { name: 'Bob', expires: '2026-07-01', lastUsed: '2026-05-01' }),
    onAccount(4, { name: 'Cy', created: '2026-02-01', lastUsed: '2026-05-02' }),
  ]
  const order = (sort: KeySort) =>
    sortRowsBy(rows({ accountKeys }), sort).map(({ accountKey }) => accountKey!.id)
  expect(order('urgency')).toEqual([1, 2, 3, 4])
  expect(order('name')).toEqual([2, 3, 4, 1])
  expect(order('expiry')).toEqual([3, 2, 1, 4])
  expect(order('used')).toEqual([4, 3, 1, 2])
  expect(order('created')).toEqual([2, 4, 1, 3])
})

it('matches search words against the name, type, file, comment and fingerprint', () => {
  const key = {
    ...here('a'),
    name: 'Work laptop',
    type: 'ED25519, 256 bits',
    comment: 'ada@home',
    fingerprint: 'ABCD 1234',
    files: ['~/.ssh/id_work.pub'],
  }
  const [row] = rows({ newKeys: [key] })
  const finds = (search: string) => matchesSearch(row!, 'SSH', search)
  for (const search of ['', 'LAPTOP work', 'ed25519', 'id_work', 'ada@', 'abcd1234', 'ssh']) {
    expect(finds(search), search).toBe(true)
  }
  for (const search of ['gpg', 'laptop home2', 'id_rsa']) expect(finds(search), search).toBe(false)
})

it('keeps listed rows in place and inserts new ones in sort order', () => {
  const order = (sorted: string, listed: string) =>
    keepOrder([...sorted], [...listed], (row) => row).join('')
  expect(order('bcad', 'abcd')).toBe('abcd')
  expect(order('bxcad', 'abcd')).toBe('axbcd')
  expect(order('ba', 'abcd')).toBe('ab')
  expect(order('cab', '')).toBe('cab')
})
