import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UnusableDatabase } from '../../platform/sqlite/database-failure.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { type DirectoryFile, directoryFile } from './directory-kind.ts'
import type { DirectoryStore } from './directory-store.ts'
import { UserLists } from './user-lists.ts'
import type { DatePartition } from '../../list-copy/sync-state.ts'

let folder: string
let file: DirectoryFile
let copy: DirectoryStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-copy-'))
  file = openFile()
  copy = file.copy()
})
afterEach(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

const openFile = () =>
  directoryFile({
    path: join(folder, 'directory.db'),
    log: (message) => expect.fail(message),
  })
const noUsers = new Set<number>()
const countMatches = (search: string, of = copy) => new UserLists(of, () => 0).count({ search })
const allUsers: DatePartition = {
  number: 0,
  after: undefined,
  before: undefined,
  cursor: undefined,
  done: true,
}
const store = (users: AdminListUser[]) => copy.storePage(allUsers, users, noUsers)

function createUser(id: number, more: object = {}): AdminListUser {
  return { id, username: `user${id}`, name: `User ${id}`, state: 'active', email: null, ...more }
}

it('doesn’t write unchanged rows', () => {
  const users = [
    createUser(1),
    createUser(2, { identities: [{ provider: 'ldap', extern_uid: 'x' }] }),
  ]
  copy.begin(1)
  store(users)
  copy.finish(2)
  const { version } = copy
  copy.begin(3)
  expect(store(structuredClone(users))).toBe(2)
  copy.finish(4)
  copy.put(structuredClone(users[0]!))
  expect(copy.version).toBe(version)
  copy.put(createUser(1, { note: 'Now there is one.' }))
  expect(copy.version).toBeGreaterThan(version)
})

it.each([
  `UPDATE users SET name = 'Anna Lindqvisu'`,
  `UPDATE users SET email = ''`,
  'UPDATE users SET is_admin = 1',
  'UPDATE users SET mark = mark + 1',
  'UPDATE users SET sum = sum + 1',
  'UPDATE users SET id = 2',
  'UPDATE users SET id = 0',
])('rejects a row after %s', (sql) => {
  copy.begin(1)
  store([createUser(1, { name: 'Anna Lindqvist' })])
  file.close()
  const database = new DatabaseSync(join(folder, 'directory.db'))
  database.exec(sql)
  database.close()
  copy = file.copy()
  expect(() => copy.rows([0, 1, 2])).toThrow(UnusableDatabase)
  expect(() => [...copy.verify()]).toThrow(UnusableDatabase)
})

it('accepts rows with unusual text', () => {
  const strings = [
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udc00 \ufffd',
    `${'x'.repeat(999)}🌻`,
    '"\n\\\t',
  ]
  const users = strings.flatMap((text, at) => [
    createUser(2 * at + 1, { name: text, email: text, note: text, projects_limit: -at }),
    createUser(2 * at + 2, { identities: [{ provider: text, extern_uid: text }], locked: true }),
  ])
  copy.begin(1)
  store(users)
  for (const user of users) copy.put({ ...user, state: 'blocked' })
  file.close()
  copy = file.copy()
  expect([...copy.verify()]).not.toHaveLength(0)
  expect(copy.rows(users.map(({ id }) => id))).toHaveLength(users.length)
})

it.each([
  // An ID as encoded by SQLite: https://www.sqlite.org/fileformat.html#varint
  ['the users seen', Buffer.from([0xc8, 0xe8, 0x56])],
  ['the sync state', Buffer.from('"began":1')],
])('rebuilds the file after corruption of %s', (_, stored) => {
  copy.begin(1)
  store([createUser(0x123451), createUser(0x123456)])
  file.close()
  const path = join(folder, 'directory.db')
  const bytes = readFileSync(path)
  // Skips the users table, which comes first in the file.
  const at = bytes.lastIndexOf(stored)
  expect(at).toBeGreaterThan(2 * 4096)
  bytes[at + stored.length - 1]! ^= 1
  writeFileSync(path, bytes)
  const logged: string[] = []
  file = directoryFile({ path, log: (message) => logged.push(message) })
  expect(file.copy().known()).toBe(0)
  expect(logged).toHaveLength(1)
})

it('finds users by their current names', () => {
  copy.begin(1)
  store([createUser(1, { name: 'Anna Lindqvist' }), createUser(2)])
  expect(countMatches('lindqvist')).toBe(1)
  store([createUser(1, { name: 'Anna Bergström' })])
  expect(countMatches('lindqvist')).toBe(0)
  expect(countMatches('bergstrom')).toBe(1)
  copy.remove(1)
  expect(countMatches('bergstrom')).toBe(0)
  store([createUser(2)])
  copy.finish(2)
  expect(copy.known()).toBe(1)
})

it('keeps fields that a single-user response omits', () => {
  copy.begin(1)
  const fullUser = createUser(1, {
    email: 'a@b.example',
    is_admin: true,
    using_license_seat: true,
    projects_limit: 3,
  })
  store([fullUser])
  copy.put({ id: 1, username: 'user1', name: 'User 1', state: 'blocked', email: null })
  expect(copy.row(1)).toMatchObject({
    state: 'blocked',
    email: null,
    is_admin: 1,
    using_license_seat: 1,
    projects_limit: 3,
  })
})

it('deletes its data along with its file', () => {
  copy.begin(1)
  store([createUser(1)])
  file.discard()
  expect(readdirSync(folder)).toEqual([])
  expect(file.copy().known()).toBe(0)
})

it('keeps the copy in memory if there is no path', () => {
  file.discard()
  const passing = directoryFile({ path: undefined, log: expect.fail })
  copy = passing.copy()
  copy.begin(1)
  store([createUser(1)])
  expect(copy.known()).toBe(1)
  passing.close()
  expect(readdirSync(folder)).toEqual([])
})

it('returns the same results regardless of previous searches', () => {
  store(
    ['Ada Okafor', 'Adam Oak', 'Nada Kofi', 'Zoé Oka'].map((name, at) =>
      createUser(at + 1, { name }),
    ),
  )
  const typed = ['a', 'ad', 'ada', 'ada o', 'ada ok', 'oka ada', 'ok', 'oka', 'oka a', 'zoe', 'ada']
  const counts = [4, 3, 3, 3, 1, 1, 2, 2, 2, 1, 3]
  expect(typed.map((search) => countMatches(search))).toEqual(counts)
  const lists = new UserLists(copy, () => 0)
  expect(typed.map((search) => lists.count({ search }))).toEqual(counts)
  copy.put(createUser(4, { name: 'Ada Oka' }))
  expect(lists.count({ search: 'ada o' })).toBe(4)
})
