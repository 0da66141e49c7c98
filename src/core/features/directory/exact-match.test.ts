import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { readAll } from './testing/sync.ts'

let server: UsersServer
let app: TestLatchkey
let me: Account
beforeAll(async () => {
  server = await startUsersServer(60)
  server.change(40, { username: 'ivan-lopez7', name: 'Ivan López' })
  server.change(41, { username: 'kim', email: 'Kim@Example.com' })
  server.change(42, { username: 'kimberly', email: 'kim.b@example.com' })
  server.change(43, { username: '12', name: 'Twelve' })
  app = createTestLatchkey()
  me = await app.signIn(server.url, 'secret')
  await readAll(app, me.id)
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

async function search(text: string, more: object = {}) {
  const input = { filter: { search: text }, ...more }
  const { items } = await app.value<{ items: DirectoryEntry[] }>('directory.search', input, me.id)
  return items.map(({ id, exact }) => (exact ? `${id} ${exact}` : String(id)))
}

it('ranks a username above an ID, and an ID above names that contain the number', async () => {
  expect((await search('7')).slice(0, 2)).toEqual(['7 id', '57'])
  expect(await search('7')).toContain('40')
  expect(await search('#7')).toEqual(['7 id'])
  expect((await search('12')).slice(0, 2)).toEqual(['43 username', '12 id'])
})

it('puts an exact username or email first in any sort order', async () => {
  for (const sort of ['asc', 'desc']) {
    const order = { order_by: 'id', sort }
    expect((await search('KIM', order))[0]).toBe('41 username')
    expect((await search('@kim', order))[0]).toBe('41 username')
    expect(await search('kim@example.com', order)).toEqual(['41 email'])
  }
})

it('doesn’t mark users without an exact match', async () => {
  expect(await search('lopez')).toEqual(['40'])
  expect(await search('#4711')).toEqual([])
  expect(await search('99999999999999999999')).toEqual([])
})

it('doesn’t add users excluded by filters', async () => {
  const input = { filter: { search: '7', username: 'kim' } }
  const { total } = await app.value<{ total: number }>('directory.search', input, me.id)
  expect(total).toBe(0)
})
