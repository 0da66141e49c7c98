import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { CredentialsState } from '../../../shared/operations/credentials.ts'
import { type CredentialView, credentialViews } from '../../../shared/rules/credentials.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { workerScript } from '../../testing/worker-script.ts'
import { isFull } from '../../testing/proof.ts'
import { startAppProcess } from '../../testing/start-app-process.ts'
import { waitForCredentials } from './testing/load.ts'
import type { SandboxReport } from './testing/sandbox-process.ts'

// Kills the process (kill -9) at random moments of a load, and lists many credentials while they are being loaded.

const kills = isFull ? 40 : 2
const tokens = isFull ? 200_000 : 8_000

let folder: string
let child: ChildProcess
let sandbox: SandboxReport
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-credentials-'))
  const program = new URL('./testing/sandbox-process.ts', import.meta.url)
  child = fork(program, [join(folder, 'sandbox'), '2000', String(tokens)], { execArgv: [] })
  sandbox = ((await once(child, 'message')) as [SandboxReport])[0]
}, 120_000)
afterAll(async () => {
  child.disconnect()
  await once(child, 'exit')
  rmSync(folder, { recursive: true })
})

/** Runs a query on the sandbox's own tables. */
function inSandbox(sql: string): number {
  const database = new DatabaseSync(join(folder, 'sandbox', 'sandbox.db'), { readOnly: true })
  try {
    return Number(
      database.prepare(`SELECT count(*) AS count FROM tokens WHERE ${sql}`).get()!['count'],
    )
  } finally {
    database.close()
  }
}

const active = `revoked = 0 AND (expires_at IS NULL OR expires_at > date('now'))`
const hasScope = (...scopes: string[]) =>
  `EXISTS (SELECT 1 FROM json_each(scopes) WHERE value IN (${scopes.map((one) => `'${one}'`).join()}))`
const blocked = `(SELECT state FROM users WHERE users.id = user_id) IN ('blocked', 'ldap_blocked', 'banned')`

/** Each view on the sandbox's tables. */
const views: Record<CredentialView, string> = {
  neverExpires: `${active} AND expires_at IS NULL`,
  unused: `${active} AND date(coalesce(last_used_at, created_at)) <= date('now', '-90 days')`,
  neverUsed: `${active} AND last_used_at IS NULL`,
  ownerBlocked: `${active} AND ${blocked}`,
  expires14: `${active} AND expires_at <= date('now', '14 days')`,
  expires30: `${active} AND expires_at <= date('now', '30 days')`,
  broadScopes: `${active} AND permissions IS NULL AND ${hasScope(
    ...['api', 'sudo', 'admin_mode', 'write_repository', 'write_registry'],
    ...['write_virtual_registry', 'create_runner', 'manage_runner'],
  )}`,
  createdThisWeek: `date(created_at) > date('now', '-7 days')`,
}

it(`lists ${tokens} credentials while they are loaded, and counts each view as the service's tables`, async () => {
  const app = createTestLatchkey({ dataFolder: join(folder), worker: workerScript })
  const me = await app.signIn(sandbox.url, sandbox.token)
  const list = () =>
    app.value<{ total: number; counts: Record<CredentialView, number> }>(
      'credentials.list',
      {},
      me.id,
    )
  globalThis.gc?.()
  const memory = process.memoryUsage().rss
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  const began = performance.now()
  const ended = waitForCredentials(app)
  await app.value('credentials.sync', {}, me.id)
  let [isEnded, seen, lists, slowest, most] = [false, 0, 0, 0, 0]
  void ended.then(() => (isEnded = true))
  while (!isEnded) {
    await delay(300)
    const asked = performance.now()
    seen = (await list()).total
    slowest = Math.max(slowest, performance.now() - asked)
    most = Math.max(most, process.memoryUsage().rss - memory)
    lists += 1
  }
  const state = await ended
  const seconds = (performance.now() - began) / 1000
  const lagMs = lag.max / 1e6
  expect(state).toMatchObject({ phase: 'whole', tokens: inSandbox('TRUE'), ownerUnknown: 0 })
  expect(lists).toBeGreaterThan(1)
  expect(seen).toBeGreaterThan(0)
  const { counts } = await list()
  for (const view of credentialViews)
    expect([view, counts[view]]).toEqual([view, inSandbox(views[view])])
  console.log(
    `\nproof: credentials: ${state.tokens} tokens loaded in ${seconds.toFixed(1)} s, ${lists} lists meanwhile, the slowest after ${slowest.toFixed(0)} ms, event loop blocked for at most ${lagMs.toFixed(0)} ms, ${(most / 2 ** 20).toFixed(0)} MiB more memory; every view's count equals SQL`,
  )
  await app.close()
})

it(`continues a load after ${kills} kills, and ends with the same tokens as the service`, async () => {
  const data = mkdtempSync(join(tmpdir(), 'latchkey-kill-'))
  try {
    const me = await killRepeatedly(data)
    const app = startAppProcess(data)
    const state = () => app.value<CredentialsState>('credentials.state', {}, me)
    await app.value('credentials.sync', {}, me)
    await expect.poll(state, { timeout: 300_000, interval: 500 }).toMatchObject({ phase: 'whole' })
    expect((await state())!.tokens).toBe(inSandbox('TRUE'))
    const ids = await app.value<number[]>('credentials.ids', {}, me)
    expect(ids!.length).toBe(inSandbox('TRUE'))
    await app.kill()
  } finally {
    rmSync(data, { recursive: true })
  }
})

/** Returns the account's ID. */
async function killRepeatedly(data: string): Promise<string> {
  let me: string | undefined
  let most = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const app = startAppProcess(data)
    const account = { baseUrl: sandbox.url, token: sandbox.token }
    me ??= (await app.value<Account>('accounts.add', account))!.id
    await app.value('credentials.sync', {}, me)
    const before = await app.value<CredentialsState>('credentials.state', {}, me)
    expect(before!.tokens).toBeGreaterThanOrEqual(most)
    // The next kill comes a little later than this one.
    await delay(400 + kill * 37)
    most = (await app.value<CredentialsState>('credentials.state', {}, me))!.tokens
    await app.kill()
    expect(integrity(data)).toBe('ok')
  }
  expect(most).toBeGreaterThan(0)
  return me!
}

function integrity(data: string): unknown {
  const [file] = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('credentials.db'),
  )
  const database = new DatabaseSync(join(data, file!))
  try {
    return database.prepare('PRAGMA integrity_check').get()!['integrity_check']
  } finally {
    database.close()
  }
}
