import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/app/accounts.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { checkApart } from './check-apart.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { readAll } from './testing/sync.ts'

let server: UsersServer
let app: TestLatchkey
let me: Account
let folder: string
beforeEach(async () => {
  server = await startUsersServer(300)
  app = createTestLatchkey()
  me = await app.signIn(server.url, 'secret')
  await readAll(app, me.id)
  // As a killed process leaves it.
  folder = mkdtempSync(join(tmpdir(), 'latchkey-killed-'))
  cpSync(app.dataFolder, folder, { recursive: true })
})
afterEach(async () => {
  await app.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const path = () => join(folder, 'accounts', me.id, 'directory.db')

it('finds a file whole that a killed process left, and one with a flipped byte not', async () => {
  expect(await checkApart(path())).toBe(true)
  const bytes = readFileSync(path())
  bytes[bytes.length - 100]! ^= 1
  writeFileSync(path(), bytes)
  expect(await checkApart(path())).toBe(false)
})

it('is done before the first search after a kill, which others need not wait for', async () => {
  const next = createTestLatchkey({ dataFolder: folder })
  const again = await next.signIn(server.url, 'secret')
  let turns = 0
  const count = () => {
    turns += 1
    if (turns > 0) setImmediate(count)
  }
  setImmediate(count)
  const found = await next.value<{ total: number }>('directory.search', {}, again.id)
  expect(turns).toBeGreaterThan(10)
  turns = -1
  expect(found.total).toBe(300)
  await next.close()
})

it('takes over what a user is now as soon as the file was checked', async () => {
  server.change(7, { state: 'banned' })
  const next = createTestLatchkey({ dataFolder: folder })
  const again = await next.signIn(server.url, 'secret')
  await next.value('users.get', { id: 7 }, again.id)
  const { total } = await next.value<{ total: number }>(
    'directory.search',
    { filter: { states: ['banned'] } },
    again.id,
  )
  expect(total).toBe(1)
  await next.close()
})
