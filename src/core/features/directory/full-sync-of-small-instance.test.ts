import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry, DirectoryState } from '../../../shared/operations/directory.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { waitForSync, readAll } from './testing/sync.ts'

const start = Date.parse('2026-06-01T12:00:00Z')

let server: UsersServer
let now: number
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  server = await startUsersServer(600)
  now = start
  app = createTestLatchkey({ now: () => now })
  me = await app.signIn(server.url, 'secret')
})
afterEach(async () => {
  await app.close()
  await server.stop()
})

const readUser = (id: number) =>
  app.value<{ user?: DirectoryEntry; asOf?: number }>('directory.user', { id }, me.id)
const read = (options: object) => app.value<DirectoryState>('directory.read', options, me.id)

it('returns a loaded user and the row’s age, even offline', async () => {
  expect(await readUser(3)).toEqual({})
  await readAll(app, me.id)
  now += 60_000
  await server.stop()
  expect(await readUser(3)).toMatchObject({ user: { id: 3, username: 'user3' }, asOf: start })
  expect(await readUser(9_999)).toEqual({})
})

it('dates users from an interrupted sync by when it started', async () => {
  server.instead = (after, response) => {
    if (after < 200) return false
    response.socket?.destroy()
    return true
  }
  const ended = waitForSync(app)
  await read({})
  now += 60_000
  expect(await ended).toMatchObject({ phase: 'stopped' })
  expect(await readUser(3)).toMatchObject({ user: { id: 3 }, asOf: start })
})

it('replaces a running incremental sync, reports progress, and removes deleted users', async () => {
  await readAll(app, me.id)
  server.users.pop()
  const progress: number[] = []
  app.on(
    'directory',
    ({ state }) => state.loadedCount !== undefined && progress.push(state.loadedCount),
  )
  expect(await read({})).toMatchObject({ reading: 'changes', loadedCount: undefined })
  expect(await read({ allUsers: true })).toMatchObject({ reading: 'allUsers', loadedCount: 0 })
  expect(await waitForSync(app)).toMatchObject({ phase: 'whole', known: 599 })
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(Math.max(...progress)).toBeLessThanOrEqual(600)
  expect(await readUser(600)).toEqual({})
})
