import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry, DirectoryState } from '../../../shared/operations/directory.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { json } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, nextLink, startUsersServer } from './testing/users-server.ts'
import { waitForSync, readAll } from './testing/sync.ts'

let server: UsersServer
let dataFolder: string
let keychain: ReturnType<typeof createMemorySecretStore>
let now: number
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  server = await startUsersServer(350)
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-directory-'))
  keychain = createMemorySecretStore()
  now = Date.parse('2026-06-01T12:00:00Z')
  app = startApp()
  me = await app.signIn(server.url, 'secret')
})
afterEach(async () => {
  await app.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true })
})

const startApp = () => createTestLatchkey({ dataFolder, keychain, now: () => now })
const state = () => app.value<DirectoryState>('directory.state', {}, me.id)
const search = (query = {}) =>
  app.value<{ items: DirectoryEntry[]; total: number; state: DirectoryState }>(
    'directory.search',
    query,
    me.id,
  )
async function restart() {
  await app.close()
  app = startApp()
}

it('loads all pages on the first search and reports progress', async () => {
  const reportedStates: DirectoryState[] = []
  app.on('directory', (news) => {
    expect(news.account).toBe(me.id)
    reportedStates.push(news.state)
  })
  expect(await state()).toEqual({ phase: 'none', known: 0 })
  const ended = waitForSync(app)
  expect(await search()).toMatchObject({ total: 0, state: { phase: 'reading' } })
  expect(await ended).toEqual({ phase: 'whole', known: 350, asOf: now, allUsersAsOf: now })
  expect(server.asked).toEqual([0, 100, 200, 300])
  expect(reportedStates.slice(0, -1).every(({ phase }) => phase === 'reading')).toBe(true)
  const { items, total } = await search()
  expect(total).toBe(350)
  expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, i) => 350 - i))
  expect(server.asked).toHaveLength(4)
})

it('returns null counts until all users are loaded', async () => {
  const count = () => app.value('directory.count', { filters: [{}, { admins: true }] }, me.id)
  expect(await count()).toEqual([null, null])
  server.instead = (after, response) => {
    if (after === 200) json(response, 500, { message: 'broken' })
    return after === 200
  }
  const ended = waitForSync(app)
  await search()
  expect(await ended).toMatchObject({ phase: 'stopped', known: 200 })
  expect(await count()).toEqual([null, null])
  server.instead = undefined
  await readAll(app, me.id)
  expect(await count()).toEqual([350, 1])
})

it('runs only one sync at a time', async () => {
  const ended = waitForSync(app)
  await Promise.all([search(), search(), app.value('directory.read', {}, me.id)])
  await ended
  expect(server.asked).toEqual([0, 100, 200, 300])
})

it('resumes after an interruption, even in another process', async () => {
  server.instead = (after, response) => {
    if (after === 200) json(response, 500, { message: 'broken' })
    return after === 200
  }
  const broken = await readAll(app, me.id)
  expect(broken).toMatchObject({
    phase: 'stopped',
    known: 200,
    failure: { kind: 'service-error', status: 500 },
  })
  expect((await search()).total).toBe(200)
  await restart()
  expect(await state()).toEqual({ phase: 'stopped', known: 200 })
  server.instead = undefined
  const ended = waitForSync(app)
  await search()
  expect(await ended).toEqual({ phase: 'whole', known: 350, asOf: now, allUsersAsOf: now })
  expect(server.asked).toEqual([0, 100, 200, 200, 300])
})

it('restarts if the cursor is rejected or too old', async () => {
  server.instead = (after, response) => {
    if (after === 200) json(response, 400, { error: 'cursor is invalid' })
    return after === 200
  }
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'stopped', failure: { status: 400 } })
  server.instead = (after, response) => {
    // Rejected again, then accepted once the list restarts.
    server.instead = undefined
    json(response, 400, { error: 'cursor is invalid' })
    return after === 200
  }
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 350 })
  expect(server.asked).toEqual([0, 100, 200, 200, 0, 100, 200, 300])

  server.instead = (after, response) => {
    if (after === 200) json(response, 500, {})
    return after === 200
  }
  await readAll(app, me.id)
  server.instead = undefined
  server.asked = []
  now += 7 * 60 * 60 * 1000
  await readAll(app, me.id)
  expect(server.asked).toEqual([0, 100, 200, 300])
})

it('keeps loaded users when stopped and doesn’t restart automatically', async () => {
  const answers: (() => void)[] = []
  server.instead = (after, response) => {
    if (after < 100) return false
    answers.push(() => json(response, 200, []))
    return true
  }
  await app.value('directory.read', {}, me.id)
  await expect.poll(() => answers.length).toBe(1)
  // The first page may be stored only after the second one is requested.
  await expect.poll(async () => (await state()).known).toBe(100)
  expect(await app.value('directory.stop', {}, me.id)).toEqual({ phase: 'stopped', known: 100 })
  answers[0]!()
  expect(await search()).toMatchObject({ total: 100, state: { phase: 'stopped' } })
  server.instead = undefined
  await readAll(app, me.id)
  expect(server.asked).toEqual([0, 100, 100, 200, 300])
})

it('removes deleted users only after the entire list is loaded', async () => {
  await readAll(app, me.id)
  server.users = server.users.filter(({ id }) => id !== 7 && id !== 333)
  server.instead = (after, response) => {
    if (after > 300) json(response, 500, {})
    return after > 300
  }
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'stopped', known: 350 })
  server.instead = undefined
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 348 })
  const { items } = await search({ filter: { search: 'user7' }, order_by: 'id', sort: 'asc' })
  expect(items[0]!.id).toBe(70)
})

it('doesn’t remove users if the list is empty or repeats', async () => {
  await readAll(app, me.id)
  server.instead = (_, response) => {
    json(response, 200, [])
    return true
  }
  expect(await readAll(app, me.id)).toMatchObject({
    phase: 'stopped',
    known: 350,
    failure: { message: 'GitLab returned an empty list of users.' },
  })
  let turns = 0
  server.instead = (after, response) => {
    turns += 1
    const link = nextLink(new URLSearchParams(), after + 1)
    json(response, 200, server.users.slice(0, 2), link)
    return true
  }
  expect(await readAll(app, me.id)).toMatchObject({ failure: { kind: 'service-error' } })
  expect(turns).toBeLessThanOrEqual(3)
  // If the old cursor weren't cleared, the sync would resume halfway.
  server.instead = (after, response) => {
    turns += 1
    json(response, 200, [], nextLink(new URLSearchParams(), after + 1))
    return true
  }
  expect(await readAll(app, me.id)).toMatchObject({ failure: { kind: 'service-error' } })
  expect(turns).toBeLessThan(40)
  expect((await state()).known).toBe(350)
})

function sendOnlyPublicFields() {
  server.instead = (_, response) => {
    const basic = server.users.map(({ id, username, name, state }) => ({
      id,
      username,
      name,
      state,
    }))
    json(response, 200, basic.slice(0, 10))
    return true
  }
}

it.each([
  ['lacks', ['api'], 'This token lacks the admin_mode scope.'],
  ['may lack', false, /only users’ public details\. The token may lack the admin_mode scope\.$/],
] as const)('prompts for Admin Mode if the token %s the scope', async (_, scopes, text) => {
  server.tokenScopes = scopes
  me = await app.signIn(server.url, 'secret')
  sendOnlyPublicFields()
  const { failure } = await readAll(app, me.id)
  expect(failure).toMatchObject({ kind: 'forbidden', reason: 'admin-mode', scopes: ['admin_mode'] })
  expect(failure!.message).toMatch(text)
})

it('keeps the list if rows have only public fields', async () => {
  await readAll(app, me.id)
  sendOnlyPublicFields()
  const stopped = await readAll(app, me.id)
  expect(stopped).toMatchObject({
    phase: 'stopped',
    known: 350,
    failure: { kind: 'service-error' },
  })
  // The token is known to have the scope, so it isn’t blamed.
  expect(JSON.stringify(stopped.failure)).not.toMatch(/admin.mode/i)
  expect((await search({ filter: { search: 'user20@example' } })).total).toBe(1)
  server.users[0]!.is_admin = undefined
  expect(await readAll(app, me.id)).toMatchObject({
    failure: { kind: 'forbidden', reason: 'administrators-only' },
  })
  expect(await app.failure('directory.search', {}, me.id)).toMatchObject({
    reason: 'administrators-only',
  })
})

it('starts on the first search after a restart if the copy is hours old', async () => {
  await readAll(app, me.id)
  await restart()
  expect((await search()).state.phase).toBe('whole')
  now += 7 * 60 * 60 * 1000
  // Only the first search after startup triggers a sync.
  expect((await search()).state.phase).toBe('whole')
  await restart()
  const ended = waitForSync(app)
  expect(await search()).toMatchObject({ total: 350, state: { phase: 'reading' } })
  expect(await ended).toMatchObject({ phase: 'whole', asOf: now })
})

it('keeps a user loaded individually while an older page was in flight', async () => {
  await readAll(app, me.id)
  let answer: () => void = () => undefined
  const old = structuredClone(server.users)
  server.instead = (after, response) => {
    if (after !== 0) return false
    answer = () => json(response, 200, old.slice(0, 100), nextLink(new URLSearchParams(), 100))
    return true
  }
  server.asked = []
  const ended = readAll(app, me.id)
  await expect.poll(() => server.asked).toEqual([0])
  server.users[4]!.state = 'banned'
  await app.value('users.get', { id: 5 }, me.id)
  answer()
  expect(await ended).toMatchObject({ phase: 'whole', known: 350 })
  const { items } = await search({ filter: { states: ['banned'] } })
  expect(items.map(({ id }) => id)).toEqual([5])
})

it('stores users when they are read, edited, or created, and emits events', async () => {
  const newUser = { ...server.users[9]!, id: 900, username: 'late', name: 'Late' }
  await app.value('users.get', { id: 10 }, me.id)
  expect(await state()).toEqual({ phase: 'none', known: 0 })
  await readAll(app, me.id)
  const synced = waitForSync(app)
  server.users[9] = { ...server.users[9]!, state: 'blocked', note: 'Left.' }
  await app.value('users.get', { id: 10 }, me.id)
  expect(await synced).toMatchObject({ phase: 'whole', known: 350 })
  const { items } = await search({ filter: { blocked: true } })
  expect(items).toMatchObject([{ id: 10, note: 'Left.', email: 'user10@example.com' }])
  server.users.push(newUser)
  await app.value('users.get', { id: 900 }, me.id)
  expect((await search({ filter: { username: 'LATE' } })).total).toBe(1)
  // A response with only public fields keeps the other fields.
  server.users[9] = { id: 10, username: 'user10', name: 'User 10', state: 'active' }
  await app.value('users.get', { id: 10 }, me.id)
  expect((await search({ filter: { blocked: true } })).items[0]!.email).toBe('user10@example.com')
})

it('allows offline search, except with server-side filters', async () => {
  await readAll(app, me.id)
  await server.stop()
  expect((await search({ filter: { search: 'user 33' } })).total).toBe(13)
  const filter = { without_projects: true, auditors: true }
  expect(await app.failure('directory.search', { filter }, me.id)).toMatchObject({
    kind: 'offline',
    message: 'The filters “Without projects” and “Auditors only” need a connection to GitLab.',
  })
  expect(await readAll(app, me.id)).toMatchObject({
    phase: 'stopped',
    known: 350,
    failure: { kind: 'offline' },
  })
  server = await startUsersServer(1)
})

it.each([
  ['is not a database', (path: string) => writeFileSync(path, 'no database '.repeat(1000))],
  [
    'has another version',
    (path: string) => {
      const database = new DatabaseSync(path)
      database.exec('PRAGMA user_version = 99')
      database.close()
    },
  ],
  ['is damaged', (path: string) => writeFileSync(path, damaged(readFileSync(path)))],
])('discards and rebuilds a file that %s', async (_, damage) => {
  await readAll(app, me.id)
  await app.close()
  damage(join(dataFolder, 'accounts', me.id, 'directory.db'))
  app = startApp()
  const ended = waitForSync(app)
  const { total } = await search({ order_by: 'note' })
  expect([0, 350]).toContain(total)
  await search({ order_by: 'email' })
  await ended
  await readAll(app, me.id)
  expect(await state()).toMatchObject({ phase: 'whole', known: 350 })
  expect((await search({ order_by: 'note' })).total).toBe(350)
})

it('removes personal data from disk after sign-out or clearing caches', async () => {
  await readAll(app, me.id)
  await app.value('device.resetCaches')
  expect(await state()).toEqual({ phase: 'none', known: 0 })
  await readAll(app, me.id)
  await app.value('accounts.signOut', { id: me.id })
  expect(readdirSync(join(dataFolder, 'accounts'))).toEqual([])
  expect(app.kept().join()).not.toContain('user33')
})

/** Overwrites all pages except the first. */
function damaged(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0x5a)])
}
