import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { readAll } from './testing/sync.ts'

let server: UsersServer
let dataFolder: string
let app: TestLatchkey
let me: Account
async function start(count: number) {
  server = await startUsersServer(count)
  server.dropsLinks = true
  me = await app.signIn(server.url, 'secret')
}
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-links-'))
  app = createTestLatchkey({ dataFolder })
})
afterEach(async () => {
  await app.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true })
})

it('loads all users if a proxy drops the Link header', async () => {
  await start(950)
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 950 })
})

it('completes when the list is exactly one full page', async () => {
  await start(100)
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 100 })
})

it('loads changes beyond the first page', async () => {
  await start(950)
  await readAll(app, me.id)
  for (let id = 1; id <= 320; id += 1) server.change(id, { name: `Changed ${id}` })
  expect(await readAll(app, me.id)).toMatchObject({ phase: 'whole', known: 950 })
  const { total } = await app.value<{ total: number }>(
    'directory.search',
    { filter: { search: 'Changed' } },
    me.id,
  )
  expect(total).toBe(320)
})
