import { expect, it } from 'vitest'
import { accountColours } from '../../shared/operations/accounts.ts'
import {
  type AccountRecord,
  createRecord,
  isOwnItem,
  keychainItemName,
  pendingItemName,
  userDetails,
} from './account-record.ts'

const baseUrl = 'https://git.example.org'
const me = { id: 1, username: 'ada', name: 'Ada' }
const create = (
  user: Partial<typeof me> & { is_admin?: boolean } = {},
  others: AccountRecord[] = [],
) => createRecord(baseUrl, { ...me, ...user } as never, others, false)

it('labels a new account with its user’s name, in the least used color', () => {
  expect(create()).toMatchObject({ baseUrl, label: 'Ada', isAdmin: false, demo: false })
  expect(create({ name: '' }).label).toBe('ada')
  expect([...create({ name: 'x'.repeat(500) }).label].length).toBeLessThan(500)
  const records: AccountRecord[] = []
  for (const colour of [...accountColours, accountColours[0]]) {
    const record = create({}, records)
    expect(record.colour).toBe(colour)
    records.push(record)
  }
})

it('keeps the last known names, but not administrator rights', () => {
  const previous = { id: 1, username: 'ada', name: 'Ada' }
  expect(userDetails({ id: 1, username: '', name: '' } as never, previous)).toMatchObject({
    user: previous,
    isAdmin: false,
  })
  expect(userDetails({ ...me, name: 'New', is_admin: true } as never, previous)).toMatchObject({
    user: { name: 'New' },
    isAdmin: true,
  })
  expect(userDetails({ id: 1, username: '', name: '' } as never).user).toMatchObject({ name: '' })
})

it('names a keychain item after the user, the instance, and the account', () => {
  const record = { ...create(), id: '12345678-90' }
  const name = 'ada at git.example.org (12345678)'
  expect(keychainItemName(record)).toBe(name)
  const stored = (item: string) =>
    keychainItemName({ ...record, secret: { store: 'keychain', name: item } })
  const former = 'former at git.example.org (12345678)'
  expect(stored(former)).toBe(former)
  expect(stored('ada at evil.example (12345678)')).toBe(name)
  expect(keychainItemName({ ...record, baseUrl: 'http://git.example.org' })).toBe(
    'ada at http://git.example.org (12345678)',
  )
  expect(isOwnItem(pendingItemName(name), record)).toBe(true)
  expect(isOwnItem(pendingItemName(pendingItemName(name)), record)).toBe(false)
  expect(isOwnItem(`${name} x`, record)).toBe(false)
})
