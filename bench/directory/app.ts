import { join } from 'node:path'
import { createLatchkey } from '../../src/core/app.ts'
import { OwnCertificates } from '../../src/core/platform/network/own-certificates.ts'
import { createNodeFetch } from '../../src/core/platform/network/node-fetch.ts'
import { createMemorySecretStore } from '../../src/core/platform/keychain/memory-secret-store.ts'
import { testLog } from '../../src/core/testing/log.ts'
import type { CredentialsState } from '../../src/shared/operations/credentials.ts'
import type { DirectoryEntry, DirectoryState } from '../../src/shared/operations/directory.ts'
import type { Envelope } from '../../src/shared/rules/failure.ts'

/** Latchkey with one account on an instance. */
export interface BenchApp {
  /** Loads changed users, or all users the first time. */
  read(): Promise<DirectoryState>
  /** Loads all tokens. Returns their number. */
  readCredentials(): Promise<number>
  search(query: object): Promise<{ items: DirectoryEntry[]; total: number }>
  notes(ids: readonly number[]): Promise<(string | null | undefined)[]>
  close(): Promise<void>
}

/** Starts the app with a folder; throws if a call fails. */
export async function startApp(dataFolder: string, baseUrl: string): Promise<BenchApp> {
  const log = testLog(console.error, 'warn')
  const latchkey = createLatchkey({
    host: 'browser',
    version: '0.0.0',
    certificates: new OwnCertificates(dataFolder, log.warn),
    fetch: createNodeFetch(),
    keychain: createMemorySecretStore(),
    worker: join(import.meta.dirname, '../../src/core/worker.ts'),
    dataFolder,
    home: dataFolder,
    now: Date.now,
    startDemo: () => Promise.reject(new Error('no demo here')),
    log,
  })
  const value = async <T>(name: string, input: object, account?: string) => {
    const envelope: Envelope = await latchkey.invoke(name, input, account)
    if (!envelope.ok) throw new Error(`${name}: ${envelope.failure.message}`)
    return envelope.value as T
  }
  const { id } = await value<{ id: string }>('accounts.add', { baseUrl, token: 'secret' })
  const search = (query: object) =>
    value<{ items: DirectoryEntry[]; total: number }>('directory.search', query, id)
  return {
    async read() {
      const finished = new Promise<DirectoryState>((resolve) => {
        const off = latchkey.on('directory', ({ state }) => {
          if (state.phase === 'reading') return
          off()
          resolve(state)
        })
      })
      await value('directory.read', {}, id)
      const state = await finished
      if (state.failure) throw new Error(state.failure.message)
      return state
    },
    async readCredentials() {
      const finished = new Promise<CredentialsState>((resolve) => {
        const off = latchkey.on('credentials', ({ state }) => {
          if (state.phase === 'reading') return
          off()
          resolve(state)
        })
      })
      await value('credentials.sync', {}, id)
      const { tokens, failure } = await finished
      if (failure) throw new Error(failure.message)
      return tokens
    },
    search,
    async notes(ids) {
      const columns = ['id', 'note']
      const selection = { kind: 'users', ids }
      const input = { columns, selection, format: 'json', order_by: 'id', sort: 'asc' }
      const { text } = await value<{ text: string }>('directory.export', input, id)
      const notes = new Map(
        (JSON.parse(text) as DirectoryEntry[]).map(({ id, note }) => [id, note]),
      )
      return ids.map((userId) => notes.get(userId))
    },
    close: () => latchkey.close(),
  }
}
