import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { DirectoryState } from '../../../shared/operations/directory.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type UsersServer, startUsersServer } from './testing/users-server.ts'
import { readAll } from './testing/sync.ts'

interface SearchResult {
  total: number
  state: DirectoryState
}

let server: UsersServer
let dataFolder: string
let keychain: ReturnType<typeof createMemorySecretStore>
let app: TestLatchkey
let me: Account
beforeEach(async () => {
  // More users than the search loads per step.
  server = await startUsersServer(2_500)
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-directory-'))
  keychain = createMemorySecretStore()
  app = createTestLatchkey({ dataFolder, keychain })
  me = await app.signIn(server.url, 'secret')
  await readAll(app, me.id)
  await app.close()
  app = createTestLatchkey({ dataFolder, keychain })
})
afterEach(async () => {
  await app.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true })
})

const search = (query: object = {}) => app.value<SearchResult>('directory.search', query, me.id)

it('shows the list immediately after startup and prepares the search in the background', async () => {
  const states: DirectoryState[] = []
  app.on('directory', ({ state }) => states.push(state))
  const { total, state } = await search()
  expect(total).toBe(2_500)
  expect(state.isPreparingSearch).toBe(true)
  await vi.waitUntil(() => states.at(-1) && !states.at(-1)!.isPreparingSearch)
  expect((await search({ filter: { search: 'user2499' } })).total).toBe(1)
})

it('answers searches that arrive during preparation once it is complete', async () => {
  await search()
  const results = await Promise.all(
    ['user', 'user2', 'user24', 'user249', 'user2499'].map((text) =>
      search({ filter: { search: text } }),
    ),
  )
  expect(results.map(({ total }) => total)).toEqual([2_500, 612, 111, 11, 1])
  expect(results.every(({ state }) => !state.isPreparingSearch)).toBe(true)
})
