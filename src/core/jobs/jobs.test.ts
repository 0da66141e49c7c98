import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { DamagedFile } from '../../shared/operations/damaged-files.ts'
import type { QueueSummary, QueuedAction } from '../../shared/operations/queue.ts'
import { createNodeFetch } from '../platform/network/node-fetch.ts'
import { createMemorySecretStore } from '../platform/keychain/memory-secret-store.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'
import {
  type SandboxUser,
  type Service,
  startService,
} from '../features/moderation/testing/harness.ts'

let service: Service
let secondToken: string
let dataFolder: string
let latchkey: TestLatchkey
let first: string
let second: string
/** Called before a write is sent; its response waits for the promise. */
let beforeWrite: () => Promise<void>
let nth = 0
const keychain = createMemorySecretStore()
const direct = createNodeFetch()
const fetch: typeof direct = async (input, init) => {
  if (init?.method === 'POST') await beforeWrite()
  return direct(input, init)
}
beforeAll(async () => {
  service = await startService({ users: 60 })
  service.set(2, { admin: 1, state: 'active' })
  const created = await service.ask('POST', '/users/2/personal_access_tokens', {
    name: 'second',
    scopes: ['api', 'admin_mode'],
  })
  secondToken = String(created.token)
})
afterAll(() => service.end())
beforeEach(async () => {
  beforeWrite = () => Promise.resolve()
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
  latchkey = createTestLatchkey({ dataFolder, fetch, keychain })
  first = (await latchkey.signIn(service.url, service.tokens.admin)).id
  second = (await latchkey.signIn(service.url, secondToken)).id
  await latchkey.value('settings.set', { requestsAtOnce: 1 })
})
afterEach(async () => {
  await latchkey.close()
  rmSync(dataFolder, { recursive: true })
})

const waitFor = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { interval: 5 })
const someone = () => service.someone('active', nth++)
async function block(account: string, user: SandboxUser): Promise<void> {
  const { id, username, name, state } = user
  const seen = { username, name, state }
  const blockInput = { action: 'block', id, seen, reason: `Reason for ${username}` }
  const queued = await latchkey.value<QueuedAction>('queue.enqueue', blockInput, account)
  await latchkey.value('queue.sendNow', { ids: [queued.id] }, account)
}

const summary = (account: string) => latchkey.value<QueueSummary>('queue.summary', {}, account)
const isDone = async (account: string, count: number) =>
  (await summary(account)).counts.done === count
const queueOf = (account: string) => join(dataFolder, 'accounts', account, 'jobs.db')

it('limits requests in flight per instance across accounts', async () => {
  const answers: (() => void)[] = []
  let [open, most] = [0, 0]
  beforeWrite = async () => {
    most = Math.max(most, (open += 1))
    await new Promise<void>((answer) => answers.push(answer))
    open -= 1
  }
  for (const account of [first, second, first, second, first, second]) {
    await block(account, someone())
  }
  for (let sent = 0; sent < 6; sent += 1) {
    await waitFor(() => answers.length > sent)
    answers[sent]!()
  }
  await waitFor(async () => (await isDone(first, 3)) && (await isDone(second, 3)))
  expect(most).toBe(1)
})

it("resumes an account's queue when another account frees a slot", async () => {
  const waiting: (() => void)[] = []
  beforeWrite = () => new Promise((go) => waiting.push(go))
  await block(first, someone())
  await waitFor(() => waiting.length === 1)
  await block(second, someone())
  beforeWrite = () => Promise.resolve()
  waiting[0]!()
  await expect.poll(() => isDone(second, 1)).toBe(true)
})

it('lets accounts on one instance take turns', async () => {
  const sent: string[] = []
  const waiting: (() => void)[] = []
  beforeWrite = () => new Promise((go) => waiting.push(go))
  for (let count = 0; count < 6; count += 1) await block(first, someone())
  await block(second, someone())
  for (let count = 0; count < 7; count += 1) {
    await waitFor(() => waiting.length > count)
    sent.push((await summary(second)).counts.sending === 1 ? 'second' : 'first')
    waiting[count]!()
  }
  // The first slot was taken before the second account had anything to send.
  expect(sent.indexOf('second')).toBe(1)
})

it('keeps the queues and audit logs of accounts separate', async () => {
  const [one, other] = [someone(), someone()]
  await block(first, one)
  await waitFor(() => isDone(first, 1))
  await block(second, other)
  await waitFor(() => isDone(second, 1))
  const bytes = (account: string) =>
    ['', '-wal'].map((part) => readFileSync(queueOf(account) + part, 'latin1')).join('')
  expect(bytes(first)).not.toContain(other.username)
  expect(bytes(second)).not.toContain(one.username)
  for (const [account, user] of [
    [first, one],
    [second, other],
  ] as const) {
    expect(await latchkey.value('auditLog.list', {}, account)).toMatchObject({
      total: 1,
      items: [{ target: { username: user.username } }],
    })
  }
})

it('waits for in-flight actions on sign-out and archives their outcomes', async () => {
  const waiting: (() => void)[] = []
  beforeWrite = () => new Promise((go) => waiting.push(go))
  const user = someone()
  await block(first, user)
  await waitFor(() => waiting.length === 1)
  const signOutDone = latchkey.value('accounts.signOut', { id: first, keepAuditLog: true })
  await waitFor(async () => {
    const { accounts } = await latchkey.value<{ accounts: unknown[] }>('accounts.list')
    return accounts.length === 1
  })
  waiting[0]!()
  await signOutDone
  const audit = join(dataFolder, 'audit')
  const text = readFileSync(join(audit, readdirSync(audit)[0]!), 'utf8')
  expect(text).toContain(`Reason for ${user.username}`)
  expect(existsSync(join(dataFolder, 'accounts', first))).toBe(false)
})

it('sets aside the damaged queue of one account, pauses it, and reports it only there', async () => {
  await latchkey.value('jobs.pauseAll', {}, second)
  await block(second, someone())
  const damaged = queueOf(first)
  await latchkey.close()
  writeFileSync(damaged, 'This is not a database, but long enough to be taken for one. '.repeat(99))
  latchkey = createTestLatchkey({ dataFolder, fetch, keychain })
  const damagedFiles = (account: string) =>
    latchkey.value<DamagedFile[]>('damagedFiles.list', {}, account)
  const [damagedFile] = await damagedFiles(first)
  const { at } = damagedFile!
  expect(damagedFile).toEqual({
    at,
    file: `${damaged}.damaged-${at}`,
    isDismissed: false,
  })
  expect(await summary(first)).toMatchObject({ isPaused: true })
  expect(await latchkey.value('auditLog.list', {}, first)).toMatchObject({
    total: 1,
    items: [{ action: 'auditLog.gap', answer: expect.stringContaining(damagedFile!.file) }],
  })
  expect(await damagedFiles(second)).toEqual([])
  expect(await summary(second)).toMatchObject({ isPaused: true, counts: { ready: 1 } })
  const dismissed = await latchkey.value('damagedFiles.dismiss', { at }, first)
  expect(dismissed).toEqual([{ ...damagedFile, isDismissed: true }])
  await latchkey.value('device.forgetAll')
  expect(existsSync(damaged)).toBe(false)
})

it('deletes archived audit logs and orphaned folders with “Delete everything”', async () => {
  await block(first, someone())
  await waitFor(() => isDone(first, 1))
  await latchkey.value('accounts.signOut', { id: first, keepAuditLog: true })
  const audit = join(dataFolder, 'audit')
  expect(readdirSync(audit)).toHaveLength(1)
  await latchkey.value('device.forgetAll')
  expect(existsSync(audit)).toBe(false)
  expect(existsSync(join(dataFolder, 'accounts'))).toBe(false)
})

it.each([true, false])(
  'records a write that outlives the sign-out only if the audit log is kept: %s',
  async (keepAuditLog) => {
    const waiting: (() => void)[] = []
    beforeWrite = () => new Promise((go) => waiting.push(go))
    const email = { id: 7, email: `added-${keepAuditLog}@example.com` }
    const adding = latchkey.value('emails.addFor', email, first)
    await waitFor(() => waiting.length === 1)
    await latchkey.value('accounts.signOut', { id: first, keepAuditLog })
    waiting[0]!()
    await adding
    const logLines = latchkey.logged.filter((line) =>
      line.includes('The audit log could not be written'),
    )
    expect(logLines).toHaveLength(keepAuditLog ? 1 : 0)
    expect(existsSync(join(dataFolder, 'accounts', first))).toBe(false)
  },
)
