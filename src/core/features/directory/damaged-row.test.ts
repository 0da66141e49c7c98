import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryEntry, DirectoryState } from '../../../shared/operations/directory.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { waitForSync, readAll } from './testing/sync.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'

let server: UsersServer
let dataFolder: string
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  server = await startUsersServer(1_000)
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-damaged-'))
  const keychain = createMemorySecretStore()
  app = createTestLatchkey({ dataFolder, keychain })
  me = await app.signIn(server.url, 'secret')
  await readAll(app, me.id)
  await app.close()
  const database = new DatabaseSync(join(dataFolder, 'accounts', me.id, 'directory.db'))
  database.exec(`UPDATE users SET state = 'blocked', name = 'User 1' WHERE id = 900`)
  database.close()
  app = createTestLatchkey({ dataFolder, keychain })
})
afterEach(async () => {
  await app.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true })
})

const search = (query: object) =>
  app.value<{ items: DirectoryEntry[]; total: number }>('directory.search', query, me.id)

/** Resolves once the copy is reported as empty. */
function emptied(): Promise<DirectoryState> {
  return new Promise((resolve) => {
    const unsubscribe = app.on('directory', ({ state }) => {
      if (state.known > 0) return
      unsubscribe()
      resolve(state)
    })
  })
}

it('detects a damaged row soon after the file is opened', async () => {
  const emptiedCopy = emptied()
  expect(await app.value('directory.state', {}, me.id)).toMatchObject({ known: 1_000 })
  expect(await emptiedCopy).toEqual({ phase: 'none', known: 0 })
  expect(app.logged.filter((line) => line.includes('is damaged'))).toHaveLength(1)
})

it.each([
  ['that contains it', { sort: 'asc', offset: 850 }],
  ['filtered by words', { filter: { search: 'user' }, sort: 'asc' }],
])(
  'detects a damaged row in a list %s and starts a full sync on the next list',
  async (_, query) => {
    const emptiedCopy = emptied()
    await search(query)
    await emptiedCopy
    const ended = waitForSync(app)
    await search(query)
    expect(await ended).toMatchObject({ phase: 'whole', known: 1_000 })
    const { items } = await search({ filter: { username: 'user900' } })
    expect(items).toEqual([expect.objectContaining({ state: 'active', name: 'User 900' })])
  },
)

it('never returns a damaged row', async () => {
  const emptiedCopy = emptied()
  expect(await app.value('directory.user', { id: 900 }, me.id)).toEqual({})
  await emptiedCopy
})
