import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { json } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { readAgain, readAll } from './testing/sync.ts'
import { seeded } from './testing/random-filter.ts'

const users = 2_000
const first = Date.parse('2016-01-01T00:00:00Z')
const last = Date.parse('2026-01-01T00:00:00Z')

let server: UsersServer
let dataFolder: string
let keychain: ReturnType<typeof createMemorySecretStore>
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  server = await startUsersServer(users)
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-windows-'))
  keychain = createMemorySecretStore()
  app = startApp()
  me = await app.signIn(server.url, 'secret')
})
afterEach(async () => {
  await app.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true })
})

const startApp = () => createTestLatchkey({ dataFolder, keychain, now: () => last })
/**
 * Sets when each user was created. `part` maps a position in the list (0 to 1) to a fraction of the total time range.
 */
function setCreationTimes(part: (place: number) => number): void {
  for (const user of server.users) {
    const at = first + Math.floor((last - first) * part(user.id / users))
    user.created_at = new Date(at).toISOString()
  }
}
const requestedWindows = () =>
  new Set(
    server.queries.map((query) => `${query.get('created_after')} ${query.get('created_before')}`),
  ).size
async function knownIds(): Promise<number[]> {
  const { text } = await app.value<{ text: string }>(
    'directory.export',
    { columns: ['id'], format: 'json', order_by: 'id', sort: 'asc' },
    me.id,
  )
  return (JSON.parse(text) as { id: number }[]).map(({ id }) => id)
}
const allIds = () => server.users.map(({ id }) => id)

it.each<[string, (place: number) => number]>([
  ['at a steady rate', (place) => place],
  ['at a growing rate', (place) => Math.sqrt(place)],
  ['in random order', (place) => Math.abs(Math.sin(place * 100_000))],
  ['at two moments', (place) => (place < 0.5 ? 0 : 1)],
])('loads partitions concurrently if users were created %s', async (_, part) => {
  setCreationTimes(part)
  let [open, most] = [0, 0]
  server.instead = (_after, response) => {
    open += 1
    most = Math.max(most, open)
    response.once('finish', () => (open -= 1))
    return false
  }
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: users })
  expect(await knownIds()).toEqual(allIds())
  expect(requestedWindows()).toBeGreaterThan(3)
  // Only a few pages may be loaded twice.
  expect(server.asked.length).toBeLessThan(users / 100 + 20)
})

it('loads one page after another if the service ignores creation times', async () => {
  setCreationTimes((place) => place)
  server.dropsCreation = true
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: users })
  expect(await knownIds()).toEqual(allIds())
  const requestCount = server.asked.length
  expect(requestCount).toBeLessThan(users / 100 + 20)
  server.queries = []
  await readAll(app, me.id)
  expect(requestedWindows()).toBe(1)
  expect(server.asked.length - requestCount).toBe(users / 100)
})

it.each(['created_after', 'created_before'])('detects when only %s is ignored', async (name) => {
  setCreationTimes((place) => place)
  server.instead = (_after, _response, query) => {
    query.delete(name)
    return false
  }
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: users })
  expect(await knownIds()).toEqual(allIds())
})

it('doesn’t partition if a user has no creation time', async () => {
  setCreationTimes((place) => place)
  for (const user of server.users) if (user.id % 100 === 50) delete user.created_at
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: users })
  expect(requestedWindows()).toBe(1)
})

it('resumes all partitions after a restart and removes deleted users at the end', async () => {
  setCreationTimes((place) => place)
  await readAll(app, me.id)
  server.users = server.users.filter(({ id }) => id % 7 !== 0)
  const random = seeded(7)
  const userCount = server.users.length
  for (let broken = 0; broken < 12; broken += 1) {
    let pages = 3 + Math.floor(random() * 6)
    server.instead = (_after, response) => {
      pages -= 1
      if (pages < 0) json(response, 500, {})
      return pages < 0
    }
    const state = await readAll(app, me.id)
    if (state.phase === 'whole') break
    expect(state).toMatchObject({ phase: 'stopped', known: users })
    await app.close()
    app = startApp()
  }
  server.instead = undefined
  expect(await readAgain(app, me.id)).toMatchObject({ phase: 'whole', known: userCount })
  expect(await knownIds()).toEqual(allIds())
})

it('restarts a partition whose cursor is rejected', async () => {
  setCreationTimes((place) => place)
  let refused = 0
  server.instead = (after, response, query) => {
    if (after === 0 || refused === 5 || !query.has('created_after')) return false
    refused += 1
    json(response, 400, { error: 'cursor is invalid' })
    return true
  }
  let state = await readAll(app, me.id)
  for (let again = 0; state.phase !== 'whole' && again < 10; again += 1) {
    state = await readAgain(app, me.id)
  }
  expect(state).toMatchObject({ phase: 'whole', known: users })
  expect(await knownIds()).toEqual(allIds())
  expect(refused).toBe(5)
})
