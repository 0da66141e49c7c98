import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Attention } from '../../../shared/operations/attention.ts'
import { keygen } from '../keys/ssh/testing/key-material.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

const day = 24 * 60 * 60_000
const start = Date.UTC(2026, 4, 4, 9)

let clock: number
let dataFolder: string
let keychain: ReturnType<typeof createMemorySecretStore>
let sandbox: Sandbox
let latchkey: TestLatchkey
let maya: Account

/** Whether the service refuses to list the SSH keys. */
let isForbidden: boolean

function open(): TestLatchkey {
  const request = createNodeFetch()
  latchkey = createTestLatchkey({
    dataFolder,
    keychain,
    home: dataFolder,
    now: () => clock,
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      if (!isForbidden || !pathname.endsWith('/user/keys')) return request(input, init)
      return Response.json({ message: '403 Forbidden' }, { status: 403 })
    },
  })
  return latchkey
}

beforeEach(async () => {
  clock = start
  isForbidden = false
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-ignored-'))
  keychain = createMemorySecretStore()
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', now: () => new Date(clock) })
  maya = await open().signIn(sandbox.url, sandbox.tokens.user)
  for (const { id } of await send<{ id: number }[]>('GET', '/user/keys?per_page=100')) {
    await send('DELETE', `/user/keys/${id}`)
  }
})
afterEach(async () => {
  await latchkey.close()
  await sandbox.stop()
  rmSync(dataFolder, { recursive: true })
})

/** Sends a request as the user, bypassing Latchkey. */
async function send<T = unknown>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'private-token': sandbox.tokens.user, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

const addKey = (title: string, expires_at?: number) =>
  send<{ id: number }>('POST', '/user/keys', {
    title,
    key: keygen(join(dataFolder, title)),
    expires_at: expires_at && new Date(expires_at).toISOString(),
  })

const read = () => latchkey.value<Attention>('attention.get', {}, maya.id)

/** The kinds of SSH key items that are shown and ignored. */
async function kinds() {
  const { items, ignored } = await read()
  const [shownKinds, ignoredKinds] = [items, ignored].map((all) =>
    all.flatMap(({ kind }) => (kind.startsWith('ssh-key') ? kind : [])),
  )
  return { shown: shownKinds, ignored: ignoredKinds }
}

async function ignore(kind: string): Promise<string> {
  const { items } = await read()
  const { key } = items.find((item) => item.kind === kind)!
  await latchkey.value('attention.ignore', { key }, maya.id)
  return key
}

it('keeps items ignored across restarts until they are restored', async () => {
  await addKey('week', start + 6.5 * day)
  expect(await kinds()).toEqual({ shown: ['ssh-key-expiring'], ignored: [] })
  const key = await ignore('ssh-key-expiring')
  expect(await kinds()).toEqual({ shown: [], ignored: ['ssh-key-expiring'] })

  await latchkey.close()
  open()
  expect(await kinds()).toEqual({ shown: [], ignored: ['ssh-key-expiring'] })
  await latchkey.value('attention.restore', { keys: [key] }, maya.id)
  expect(await kinds()).toEqual({ shown: ['ssh-key-expiring'], ignored: [] })
})

it('shows an ignored item again once it gets worse', async () => {
  await addKey('week', start + 6.5 * day)
  await ignore('ssh-key-expiring')
  clock += 7 * day
  expect(await kinds()).toEqual({ shown: ['ssh-key-expired'], ignored: [] })
})

it('forgets ignored items that disappear, so that they are shown if they return', async () => {
  await ignore('ssh-keys-missing')
  const { id } = await addKey('new')
  expect(await kinds()).toEqual({ shown: [], ignored: [] })
  await send('DELETE', `/user/keys/${id}`)
  expect(await kinds()).toEqual({ shown: ['ssh-keys-missing'], ignored: [] })
})

it('keeps items ignored when their part can’t be read', async () => {
  await ignore('ssh-keys-missing')
  isForbidden = true
  expect(await read()).toMatchObject({ failures: [{ part: 'sshKeys' }], ignored: [] })
  isForbidden = false
  expect(await kinds()).toEqual({ shown: [], ignored: ['ssh-keys-missing'] })
})

it('deletes ignored items with the account', async () => {
  await ignore('ssh-keys-missing')
  const folder = join(dataFolder, 'accounts')
  const files = () => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
  expect(files().join()).toContain('ignored-attention.json')
  await latchkey.value('accounts.signOut', { id: maya.id })
  expect(files().join()).not.toContain('ignored-attention.json')
})
