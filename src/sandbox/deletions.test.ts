import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database/database.ts'
import { insertMembership, insertNamespace, solelyOwnedGroups } from './database/memberships.ts'
import { userByUsername } from './database/users.ts'
import { deleteMarkedUsers, scheduleDeletion } from './deletions.ts'
import { seededContext } from './testing/context.ts'

describe('deletions', () => {
  let db: Database
  beforeEach(() => {
    db = seededContext('deletions', 80).db
  })
  afterEach(() => db.close())

  const idOf = (username: string) => userByUsername(db, username)!.id
  const groupsOf = (username: string) =>
    solelyOwnedGroups(db, idOf(username)).map(({ name }) => name)
  const isGroup = (name: string) =>
    db.one('SELECT 1 FROM namespaces WHERE name = ?', name) !== undefined

  it('know the groups that have one owner', () => {
    expect(groupsOf('maya.lindqvist')).toEqual(['Maya’s sketches'])
    expect(groupsOf('long-gone')).toEqual(['Cartography archive'])
    // Every group that all share has two owners, and a project is no group.
    for (const username of ['ines', 'tomasz', 'sunny']) expect(groupsOf(username)).toEqual([])
    const id = insertNamespace(db, 'Namespace', 'Shared')
    insertMembership(db, idOf('x'), id, 50)
    expect(groupsOf('x')).toEqual(['Shared'])
    insertMembership(db, idOf('wordy'), id, 40)
    expect(groupsOf('x')).toEqual(['Shared'])
    insertMembership(db, idOf('family'), id, 50)
    expect(groupsOf('x')).toEqual([])
  })

  it.each([
    ['softly, leaving the groups', false],
    ['hard, with the groups that nobody else owns', true],
  ])('delete people %s', (_, hard) => {
    scheduleDeletion({ db }, idOf('long-gone'), hard)
    expect(userByUsername(db, 'long-gone')).toBeDefined()
    deleteMarkedUsers({ db })
    expect(userByUsername(db, 'long-gone')).toBeUndefined()
    expect(isGroup('Cartography archive')).toBe(!hard)
    expect(isGroup('Trail maps')).toBe(true)
    expect(db.all('PRAGMA foreign_key_check')).toEqual([])
    expect(db.all('SELECT * FROM deletions')).toEqual([])
  })

  it('stay hard once they are', () => {
    const id = idOf('long-gone')
    for (const hard of [false, true, false]) scheduleDeletion({ db }, id, hard)
    deleteMarkedUsers({ db })
    expect(isGroup('Cartography archive')).toBe(false)
  })
})
