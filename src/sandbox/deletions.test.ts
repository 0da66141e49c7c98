import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addTime, minute } from './clock.ts'
import type { Context } from './context.ts'
import type { Database } from './database/database.ts'
import { insertMembership, insertNamespace, solelyOwnedGroups } from './database/memberships.ts'
import { userByUsername } from './database/users.ts'
import { deleteDueUsers, scheduleDeletion } from './deletions.ts'
import { createHousekeeping } from './app.ts'
import { seededContext } from './testing/context.ts'
import { noon } from './testing/harness.ts'

describe('user deletion', () => {
  let context: Context
  let db: Database
  let now: Date
  beforeEach(() => {
    now = noon
    context = { ...seededContext('deletions', 80), now: () => now }
    db = context.db
  })
  afterEach(() => db.close())

  const person = (username: string) => userByUsername(db, username)!
  const idOf = (username: string) => person(username).id
  const groupsOf = (username: string) =>
    solelyOwnedGroups(db, idOf(username)).map(({ name }) => name)
  const isGroup = (name: string) =>
    db.one('SELECT 1 FROM namespaces WHERE name = ?', name) !== undefined

  it('finds groups whose only owner is the user', () => {
    expect(groupsOf('maya.lindqvist')).toEqual(['Maya’s sketches'])
    expect(groupsOf('long-gone')).toEqual(['Cartography archive'])
    // Every shared group has two owners, and projects are irrelevant.
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
    ['soft, keeping their groups', false],
    ['hard, with the groups only they own', true],
  ])('performs a %s deletion', (_, hard) => {
    scheduleDeletion(context, person('long-gone'), hard)
    deleteDueUsers(context)
    expect(userByUsername(db, 'long-gone')).toBeDefined()
    now = addTime(noon, minute)
    deleteDueUsers(context)
    expect(userByUsername(db, 'long-gone')).toBeUndefined()
    expect(isGroup('Cartography archive')).toBe(!hard)
    expect(isGroup('Trail maps')).toBe(true)
    expect(db.all('PRAGMA foreign_key_check')).toEqual([])
    expect(db.all('SELECT * FROM deletions')).toEqual([])
  })

  it('remains a hard deletion when a soft one is requested later', () => {
    const user = person('long-gone')
    for (const hard of [false, true, false]) scheduleDeletion(context, user, hard)
    now = addTime(noon, minute)
    deleteDueUsers(context)
    expect(isGroup('Cartography archive')).toBe(false)
  })

  it('takes the configured time, no matter when in the minute it starts', () => {
    const slow = { ...context, deletionMs: 90_000 }
    const runHousekeeping = createHousekeeping(slow)
    now = addTime(noon, 17_000)
    scheduleDeletion(slow, person('long-gone'), false)
    for (const [milliseconds, isThere] of [
      [17_000 + 89_999, true],
      [17_000 + 90_000, false],
    ] as const) {
      now = addTime(noon, milliseconds)
      runHousekeeping()
      expect(userByUsername(db, 'long-gone') !== undefined).toBe(isThere)
    }
  })

  it('finishes with the next request if the delay is zero', () => {
    const fast = { ...context, deletionMs: 0 }
    scheduleDeletion(fast, person('long-gone'), false)
    createHousekeeping(fast)()
    expect(userByUsername(db, 'long-gone')).toBeUndefined()
  })
})
