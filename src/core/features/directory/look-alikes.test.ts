import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from './testing/sync.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'

let server: UsersServer
let app: TestLatchkey
let me: Account
beforeAll(async () => {
  server = await startUsersServer(30)
  server.change(10, { username: 'lead', name: 'Leonie' })
  server.change(20, { username: 'Iead', name: 'Leo' })
  app = createTestLatchkey()
  me = await app.signIn(server.url, 'secret')
  await readAll(app, me.id)
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

async function lookAlikesInList() {
  const input = { filter: {}, limit: 100 }
  const { items } = await app.value<{ items: DirectoryEntry[] }>('directory.search', input, me.id)
  return items
    .filter(({ look_alike }) => look_alike)
    .map(({ id, look_alike }) => [id, look_alike?.username])
}

it('returns the user that a look-alike resembles', async () => {
  const input = { id: 20 }
  const { user } = await app.value<{ user: DirectoryEntry }>('directory.user', input, me.id)
  expect(user.look_alike).toEqual({ id: 10, username: 'lead' })
})

it('marks look-alikes in a bulk preview and in the queue', async () => {
  const selection = { kind: 'users', ids: [10, 20] }
  const { sample } = await app.value<BulkPreview>(
    'bulk.preview',
    { selection, action: 'block' },
    me.id,
  )
  expect(sample.map(({ id, lookAlike }) => [id, lookAlike?.username])).toEqual([
    [10, undefined],
    [20, 'lead'],
  ])
  await app.value('jobs.pauseAll', {}, me.id)
  const { username, name, state } = sample[1]!
  const seen = { username, name, state }
  await app.value('queue.enqueue', { action: 'block', id: 20, seen }, me.id)
  const { items } = await app.value<{ items: QueuedAction[] }>('queue.list', {}, me.id)
  expect(items.map(({ lookAlike }) => lookAlike?.username)).toEqual(['lead'])
})

it('marks look-alikes in the list, including after a change', async () => {
  await expect.poll(lookAlikesInList).toEqual([[20, 'lead']])
  server.change(20, { username: 'leo' })
  server.change(30, { username: 'le0' })
  await readAll(app, me.id)
  await expect.poll(lookAlikesInList).toEqual([[30, 'leo']])
})
