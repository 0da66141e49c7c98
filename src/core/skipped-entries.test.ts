import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../shared/operations/accounts.ts'
import type { Envelope } from '../shared/rules/failure.ts'
import { type TestServer, json, startServer } from './testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'

const user = { id: 1, username: 'maya', name: 'Maya', state: 'active', email: 'maya@example.com' }
const email = (id: unknown) => ({ id, email: `${String(id)}@example.com` })

let server: TestServer
let isAway: boolean
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  isAway = false
  server = await startServer(({ url }, response) => {
    if (isAway) return void response.destroy()
    if (url.startsWith('/api/v4/user/emails')) {
      return json(response, 200, [email(1), email(null), email(3), {}])
    }
    if (url.startsWith('/api/v4/user/keys')) return json(response, 200, [{ title: 'lost' }])
    json(response, 200, user)
  })
  app = createTestLatchkey()
  me = await app.signIn(server.url, 'secret')
})
afterEach(async () => {
  await app.close()
  await server.stop()
})

type Good = Extract<Envelope, { ok: true }>
async function read(name: string, input: object = {}): Promise<Good> {
  const answer = await app.invoke(name, input, me.id)
  return answer.ok ? answer : expect.fail(answer.failure.message)
}

it('reports the number of unreadable list entries with the rest of the list', async () => {
  const answer = await read('emails.list')
  expect(answer.skipped).toBe(2)
  expect(answer.value).toMatchObject({ items: [{ id: 1 }, { id: 3 }] })
})

it('reports unreadable entries in lists that an operation reads completely', async () => {
  expect(await read('localSshKeys.list')).toMatchObject({ skipped: 1, value: { account: [] } })
})

it('doesn’t report anything if all entries were readable', async () => {
  expect(await read('user.get')).not.toHaveProperty('skipped')
})

it('reports unreadable entries in a page read before going offline', async () => {
  await read('emails.list')
  isAway = true
  expect(await read('emails.list')).toMatchObject({ skipped: 2, failure: { kind: 'offline' } })
})

it('reports unreadable entries in a page from cache.read', async () => {
  await read('emails.list')
  const { value } = await read('cache.read', { name: 'emails.list' })
  expect(value).toMatchObject({ answer: { skipped: 2 } })
})
