import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { LocalSshKey, SshKeyImportResult } from '../../../shared/operations/local-keys.ts'
import type { KeyImportEvent } from '../../../shared/operations/host.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { keygen, tempHome } from './ssh/testing/key-material.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab' })
})
afterAll(() => sandbox.stop())

let home: ReturnType<typeof tempHome>
let app: TestLatchkey
/** The keys that were sent. */
let sent: string[]
let beforeSending: () => Promise<unknown>
let news: KeyImportEvent[]
beforeEach(() => {
  home = tempHome()
  sent = []
  beforeSending = async () => undefined
  news = []
  const fetch = createNodeFetch()
  app = createTestLatchkey({
    home: home.home,
    async fetch(input, init) {
      if (init?.method === 'POST' && /\/keys$/.test(new URL(String(input)).pathname)) {
        sent.push(String(init.body))
        await beforeSending()
      }
      return fetch(input, init)
    },
  })
  app.on('keyImport', (event) => news.push(event))
})
afterEach(async () => {
  await app.close()
  home.remove()
})

async function chooseKeys(...names: string[]): Promise<{ localKeyId: string }[]> {
  const files = names.map((name) => ({ name, text: keygen(`${home.ssh}/${name}`) }))
  const rows = await app.value<LocalSshKey[]>('localSshKeys.read', { files })
  return rows.map(({ localKeyId }) => ({ localKeyId }))
}

const outcomesOf = (results: readonly SshKeyImportResult[]) => results.map(({ outcome }) => outcome)

it('reports each key as it completes, and returns all outcomes', async () => {
  const { id: account } = await app.signIn(sandbox.url, sandbox.tokens.user)
  const keys = await chooseKeys('a', 'b', 'c')
  const reportedCounts: number[] = []
  beforeSending = async () => reportedCounts.push(news.length)
  const choices = [...keys, { localKeyId: 'unknown' }]
  const results = await app.value<SshKeyImportResult[]>(
    'localSshKeys.import',
    { keys: choices },
    account,
  )
  expect(outcomesOf(results)).toEqual(['imported', 'imported', 'imported', 'failed'])
  expect(reportedCounts).toEqual([0, 1, 2])
  expect(news).toEqual(choices.map(({ localKeyId }) => ({ account, localKeyId })))
})

it('stops before the next key when canceled, and adds the remaining keys next time', async () => {
  const { id: account } = await app.signIn(sandbox.url, sandbox.tokens.user)
  const keys = await chooseKeys('d', 'e', 'f')
  const importAll = () => app.value<SshKeyImportResult[]>('localSshKeys.import', { keys }, account)
  beforeSending = () => app.value('localSshKeys.cancelImport', {}, account)
  expect(outcomesOf(await importAll())).toEqual(['imported', 'not-tried', 'not-tried'])
  expect(sent).toHaveLength(1)
  expect(news).toEqual([{ account, localKeyId: keys[0]!.localKeyId }])

  beforeSending = async () => undefined
  expect(outcomesOf(await importAll())).toEqual(['taken', 'imported', 'imported'])
  expect(new Set(sent).size).toBe(3)
  expect(sent).toHaveLength(3)
})

it("continues when another account's import is canceled", async () => {
  const { id: account } = await app.signIn(sandbox.url, sandbox.tokens.user)
  const { id: other } = await app.signIn(sandbox.url, sandbox.tokens.admin)
  const keys = await chooseKeys('g', 'h')
  beforeSending = () => app.value('localSshKeys.cancelImport', {}, other)
  const results = await app.value<SshKeyImportResult[]>('localSshKeys.import', { keys }, account)
  expect(outcomesOf(results)).toEqual(['imported', 'imported'])
})
