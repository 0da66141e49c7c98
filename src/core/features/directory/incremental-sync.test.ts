import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry, DirectoryState } from '../../../shared/operations/directory.ts'
import { json } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { readAgain, readAll } from './testing/sync.ts'

let server: UsersServer
let dataFolder: string
let now: number
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  server = await startUsersServer(1_000)
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-changes-'))
  now = Date.parse('2026-06-01T12:00:00Z')
  app = createTestLatchkey({ dataFolder, now: () => now })
  me = await app.signIn(server.url, 'secret')
  await readAll(app, me.id)
  server.asked = []
  server.askedForChanges = 0
})
afterEach(async () => {
  await app.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true })
})

const noteOf = async (id: number) => {
  const filter = { username: `user${id}` }
  const { items } = await app.value<{ items: DirectoryEntry[] }>(
    'directory.search',
    { filter },
    me.id,
  )
  return items[0]?.note
}

it('requests recently changed users until entire pages are unchanged', async () => {
  expect(await readAgain(app, me.id)).toMatchObject({ phase: 'whole', allUsersAsOf: now })
  expect(server.askedForChanges).toBe(2)
  for (let id = 1; id <= 250; id += 1) server.change(id, { note: 'changed' })
  server.users.push({ ...server.users[0]!, id: 2_000, username: 'user2000', changed: 999 })
  now += 60_000
  server.askedForChanges = 0
  expect(await readAgain(app, me.id)).toEqual({
    phase: 'whole',
    known: 1_001,
    asOf: now,
    allUsersAsOf: now - 60_000,
  })
  // Three pages with changes, two without, and a recheck of the front.
  expect(server.askedForChanges).toBe(6)
  expect(server.asked).toEqual([])
  expect([await noteOf(1), await noteOf(250), await noteOf(251)]).toEqual([
    'changed',
    'changed',
    null,
  ])
  expect(await noteOf(2_000)).toBe('changed')
})

it('runs before an update returns unless the last one was within 10 seconds', async () => {
  const update = () => app.value<DirectoryState>('directory.update', {}, me.id)
  server.change(7, { note: 'changed' })
  expect(await update()).toMatchObject({ phase: 'whole', asOf: now })
  expect(await noteOf(7)).toBe(null)
  now += 11_000
  expect(await update()).toMatchObject({ phase: 'whole', asOf: now })
  expect(await noteOf(7)).toBe('changed')
  expect(server.asked).toEqual([])
  now += 11_000
  await server.stop()
  expect(await update()).toMatchObject({ phase: 'stopped', asOf: now - 11_000 })
  server = await startUsersServer(1_000)
})

it('is skipped on an update while a full sync is unfinished', async () => {
  // Keeps the request open so that the sync can be stopped.
  server.instead = () => true
  await app.value('directory.read', { allUsers: true }, me.id)
  await expect.poll(() => server.asked.length).toBeGreaterThan(0)
  const { phase } = await app.value<DirectoryState>('directory.stop', {}, me.id)
  expect(phase).toBe('stopped')
  server.askedForChanges = 0
  now += 11_000
  const state = await app.value<DirectoryState>('directory.update', {}, me.id)
  expect(state).toMatchObject({ phase: 'stopped', asOf: now - 11_000 })
  expect(server.askedForChanges).toBe(0)
})

it('reports its kind, and turns into a full sync once a day or on request', async () => {
  const read = (input = {}) => app.value<DirectoryState>('directory.read', input, me.id)
  const states: DirectoryState[] = []
  app.on('directory', ({ state }) => states.push(state))
  const ended = async () => {
    await expect.poll(() => states.at(-1)?.phase).toBe('whole')
    states.length = 0
  }
  expect((await read()).reading).toBe('changes')
  await ended()
  expect((await read({ allUsers: true })).reading).toBe('allUsers')
  await ended()
  server.users.pop()
  expect(await readAgain(app, me.id)).toMatchObject({ known: 1_000 })
  states.length = 0
  now += 25 * 60 * 60 * 1000
  expect((await read()).reading).toBe('allUsers')
  await ended()
  expect(await readAgain(app, me.id)).toMatchObject({ known: 999, allUsersAsOf: now })
})

it('finds users who change during a full sync after their page was loaded', async () => {
  server.instead = (after) => {
    if (after === 700) server.change(3, { note: 'changed late' })
    return false
  }
  await readAll(app, me.id)
  expect(await noteOf(3)).toBe('changed late')
})

it('finds users who change during an incremental sync before their page is loaded', async () => {
  for (let id = 1; id <= 150; id += 1) server.change(id, { note: 'changed' })
  let pages = 0
  server.insteadOfChanges = () => {
    pages += 1
    if (pages === 2) server.change(999, { note: 'changed meanwhile' })
    return false
  }
  await readAgain(app, me.id)
  expect(await noteOf(999)).toBe('changed meanwhile')
})

it('doesn’t stop at users from an interrupted sync or loaded individually', async () => {
  for (let id = 1; id <= 450; id += 1) server.change(id, { note: 'changed' })
  let pages = 0
  server.insteadOfChanges = (_, response) => {
    pages += 1
    if (pages === 4) json(response, 500, {})
    return pages === 4
  }
  expect(await readAgain(app, me.id)).toMatchObject({ phase: 'stopped' })
  expect([await noteOf(450), await noteOf(10)]).toEqual(['changed', null])
  await readAgain(app, me.id)
  expect(await noteOf(10)).toBe('changed')

  const changed = Array.from({ length: 301 }, (_, index) => 500 + index)
  for (const id of changed) server.change(id, { note: 'changed' })
  const loaded = changed.filter((id) => id !== 505)
  await Promise.all(loaded.map((id) => app.value('users.get', { id }, me.id)))
  await readAgain(app, me.id)
  expect(await noteOf(505)).toBe('changed')
})

it('turns into a full sync if the service can’t sort by last change', async () => {
  server.insteadOfChanges = (_, response) => {
    json(response, 400, { error: 'order_by does not have a valid value' })
    return true
  }
  server.change(5, { note: 'changed' })
  server.users.pop()
  expect(await readAgain(app, me.id)).toMatchObject({ phase: 'whole', known: 999 })
  expect(await noteOf(5)).toBe('changed')
})

it('doesn’t remove users if nothing changed', async () => {
  server.insteadOfChanges = (_, response) => {
    json(response, 200, [])
    return true
  }
  expect(await readAgain(app, me.id)).toMatchObject({
    phase: 'stopped',
    known: 1_000,
    failure: { message: 'GitLab returned an empty list of users.' },
  })
})
