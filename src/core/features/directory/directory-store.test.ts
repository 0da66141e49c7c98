import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { DirectoryFile } from './directory-file.ts'
import type { UserDirectory } from './directory-store.ts'
import { UserLists } from './user-lists.ts'
import type { DatePartition } from './sync-state.ts'

let folder: string
let file: DirectoryFile
let copy: UserDirectory
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-copy-'))
  file = opened()
  copy = file.copy()
})
afterEach(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

const opened = () =>
  new DirectoryFile({
    path: join(folder, 'directory.db'),
    log: (message) => expect.fail(message),
  })
const nobody = new Set<number>()
const found = (search: string, of = copy) => new UserLists(of, () => 0).count({ search })
const everybody: DatePartition = {
  number: 0,
  after: undefined,
  before: undefined,
  cursor: undefined,
  done: true,
}
const store = (people: AdminListUser[]) => copy.storePage(everybody, people, nobody)

function somebody(id: number, more: object = {}): AdminListUser {
  return { id, username: `user${id}`, name: `User ${id}`, state: 'active', email: null, ...more }
}

it('does not write what is as it was', () => {
  const people = [somebody(1), somebody(2, { identities: [{ provider: 'ldap', extern_uid: 'x' }] })]
  copy.begin(1)
  store(people)
  copy.finish(2)
  const { version } = copy
  copy.begin(3)
  expect(store(structuredClone(people))).toBe(2)
  copy.finish(4)
  copy.put(structuredClone(people[0]!))
  expect(copy.version).toBe(version)
  copy.put(somebody(1, { note: 'Now there is one.' }))
  expect(copy.version).toBeGreaterThan(version)
})

it('mends at the next reading what a failing disk changed', () => {
  copy.begin(1)
  store([somebody(1, { name: 'Anna Lindqvist' })])
  copy.finish(2)
  file.close()
  const database = new DatabaseSync(join(folder, 'directory.db'))
  database.exec(`UPDATE users SET name = 'Anna Lindqvisu'`)
  database.close()
  file = opened()
  copy = file.copy()
  expect(copy.row(1)!.name).toBe('Anna Lindqvisu')
  copy.begin(3)
  store([somebody(1, { name: 'Anna Lindqvist' })])
  expect(copy.row(1)!.name).toBe('Anna Lindqvist')
})

it('removes the seal of an earlier version with its file', () => {
  file.close()
  const path = join(folder, 'directory.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 5')
  database.close()
  for (const suffix of ['-seal', '-seal-coming']) writeFileSync(path + suffix, '1 2\n')
  const said: string[] = []
  file = new DirectoryFile({ path, log: (message) => said.push(message) })
  expect(file.copy().known()).toBe(0)
  expect(said).toHaveLength(1)
  expect(readdirSync(folder).filter((name) => name.includes('seal'))).toEqual([])
})

it('finds people by the names that they have now', () => {
  copy.begin(1)
  store([somebody(1, { name: 'Anna Lindqvist' }), somebody(2)])
  expect(found('lindqvist')).toBe(1)
  store([somebody(1, { name: 'Anna Bergström' })])
  expect(found('lindqvist')).toBe(0)
  expect(found('bergstrom')).toBe(1)
  copy.remove(1)
  expect(found('bergstrom')).toBe(0)
  store([somebody(2)])
  copy.finish(2)
  expect(copy.known()).toBe(1)
})

it('keeps what an answer about one person leaves out', () => {
  copy.begin(1)
  const whole = somebody(1, {
    email: 'a@b.example',
    is_admin: true,
    using_license_seat: true,
    projects_limit: 3,
  })
  store([whole])
  copy.put({ id: 1, username: 'user1', name: 'User 1', state: 'blocked', email: null })
  expect(copy.row(1)).toMatchObject({
    state: 'blocked',
    email: null,
    is_admin: 1,
    using_license_seat: 1,
    projects_limit: 3,
  })
})

it('is discarded with its file', () => {
  copy.begin(1)
  store([somebody(1)])
  file.discard()
  expect(readdirSync(folder)).toEqual([])
  expect(file.copy().known()).toBe(0)
})

it('is in memory alone where it has no path', () => {
  file.discard()
  const passing = new DirectoryFile({ path: undefined, log: expect.fail })
  copy = passing.copy()
  copy.begin(1)
  store([somebody(1)])
  expect(copy.known()).toBe(1)
  passing.close()
  expect(readdirSync(folder)).toEqual([])
})

it('finds the same by whatever was typed before', () => {
  store(
    ['Ada Okafor', 'Adam Oak', 'Nada Kofi', 'Zoé Oka'].map((name, at) =>
      somebody(at + 1, { name }),
    ),
  )
  const typed = ['a', 'ad', 'ada', 'ada o', 'ada ok', 'oka ada', 'ok', 'oka', 'oka a', 'zoe', 'ada']
  const counts = [4, 3, 3, 3, 1, 1, 2, 2, 2, 1, 3]
  expect(typed.map((search) => found(search))).toEqual(counts)
  const lists = new UserLists(copy, () => 0)
  expect(typed.map((search) => lists.count({ search }))).toEqual(counts)
  copy.put(somebody(4, { name: 'Ada Oka' }))
  expect(lists.count({ search: 'ada o' })).toBe(4)
})
