// Writes the data folder that a version of Latchkey leaves behind, once closed and once as after `kill -9`, into `data-folders`,
// with `written.json`: what it answered about the folder at the end.
//   npx node src/core/testing/write-data-folder.ts <source tree of that version> <name>
// The source tree needs its `node_modules`. The port is fixed, because the address of the instance is in every file.
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { currentTime } from '../../shared/clock.ts'

const [tree, name] = process.argv.slice(2)
if (!tree || !name) throw new Error('Which source tree, and which name for it?')
const load = (path: string) => import(pathToFileURL(resolve(tree, 'src', path)).href)
type Call = <T = unknown>(name: string, input?: unknown, account?: string) => Promise<T>

const folder = mkdtempSync(join(tmpdir(), 'latchkey-fixture-'))
const target = join(import.meta.dirname, 'data-folders', name)
const { startSandbox } = await load('sandbox/start.ts')
const { createLatchkey } = await load('core/app.ts')
const { createMemorySecretStore } = await load('core/secrets/memory-secret-store.ts')
const { OwnCertificates } = await load('core/network/own-certificates.ts')
const { createNodeFetch } = await load('core/network/node-fetch.ts')
const { testLog } = await load('core/testing/log.ts')

const eightDaysMs = 8 * 24 * 60 * 60_000
let now = () => currentTime() - eightDaysMs
const sandbox = await startSandbox({
  users: 20,
  port: 41_999,
  faults: [
    { method: 'POST', path: '/users/*/ban', calls: '*', kind: 'status', value: 422 },
    { method: 'DELETE', path: '/users/*', calls: '*', kind: 'reset-before' },
    // After the action that is done, and the one by somebody else.
    { method: 'POST', path: '/users/*/block', calls: 3, kind: 'latency', value: 60_000 },
  ],
})
const certificates = new OwnCertificates(folder, () => undefined)
const keychain = createMemorySecretStore()
const start = () =>
  createLatchkey({
    host: 'browser',
    version: '0.0.0',
    fetch: createNodeFetch({ certificates }),
    certificates,
    keychain,
    home: folder,
    dataFolder: folder,
    now: () => now(),
    startDemo: () => Promise.reject(new Error('There is no demo here.')),
    log: testLog((line: string) => process.stderr.write(`${line}\n`), 'warn'),
  })
let latchkey = start()
const call: Call = async (operation, input = {}, account) => {
  const answer = await latchkey.invoke(operation, input, account)
  if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(answer.failure)}`)
  return answer.value
}
const signIn = (token: string) =>
  call<{ id: string }>('accounts.add', { baseUrl: sandbox.url, token })

const admin = await signIn(sandbox.tokens.admin)
const user = await signIn(sandbox.tokens.user)
await call('settings.set', { theme: 'dark', undoSeconds: 30 })
interface Person {
  id: number
  username: string
  name: string
  state: string
  is_admin: boolean
}
const wanted = { active: true, humans: true, without_project_bots: true }
const { items } = await call<{ items: Person[] }>('users.list', wanted, admin.id)
const people = items.filter(({ state, is_admin }) => state === 'active' && !is_admin)
await call('avatars.of', { users: people.slice(0, 4).map(({ id }) => ({ id })) }, admin.id)
await call('directory.read', {}, admin.id)
while ((await call<{ asOf?: number }>('directory.state', {}, admin.id)).asOf === undefined) {
  await delay(50)
}

await call('queue.pause', {}, admin.id)
await restartWithoutLog()
await restartWithDamage()
await enqueue('block')
now = currentTime
await call('queue.summary', {}, admin.id)
await call('queue.resume', {}, admin.id)
await sent('block', 'done')
await sent('ban', 'refused')
const conflicting = await enqueue('deactivate')
await fetch(`${sandbox.url}/api/v4/users/${conflicting.person}/block`, {
  method: 'POST',
  headers: { 'private-token': sandbox.tokens.admin },
})
await sendNow(conflicting.id, 'conflict')
const cancelled = await enqueue('block')
await call('queue.cancel', { ids: [cancelled.id] }, admin.id)
await sent('delete', 'unknown')
await sent('block', 'sending')
await call('queue.pause', {}, admin.id)
const waiting = await enqueue('block')
await call('queue.sendNow', { ids: [waiting.id] }, admin.id)
await startRun()
await call('bulk.pause', { run: await startRun() }, admin.id)
await call('bulk.cancel', { run: await startRun() }, admin.id)
await enqueue('block')

const status = { emoji: 'coffee', message: 'Break', busy: false, clear: 'never' }
for (const { id } of [admin, user]) await call('ownStatus.set', status, id)
const limited = { name: 'cluster', expires_at: inMonths(2), scopes: ['k8s_proxy'] }
await call('createdTokens.createLimited', limited, user.id)
const view = { name: 'Everybody', filter: {}, order_by: 'name', sort: 'asc', columns: ['name'] }
await call('directory.saveView', view, admin.id)
const email = { id: conflicting.person, email: 'second@example.com', skip_confirmation: true }
await call('emails.addFor', email, admin.id)

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const at = currentTime()
now = () => at
const written = {
  at,
  settings: await call('settings.get'),
  queue: await call('queue.list', {}, admin.id),
  summary: await call('queue.summary', {}, admin.id),
  runs: await call('bulk.list', {}, admin.id),
  recoveries: (await call<{ file: string }[]>('queue.recoveries', {}, admin.id)).map(
    (recovery) => ({ ...recovery, file: basename(recovery.file) }),
  ),
  auditLog: await call('auditLog.list', {}, admin.id),
  statuses: await call('ownStatus.recent', {}, user.id),
  tokens: await call('createdTokens.list', {}, user.id),
  views: await call('directory.views', {}, admin.id),
}
writeFileSync(join(target, 'written.json'), `${JSON.stringify(written, null, 2)}\n`)
copyTo('killed', /-shm$|(reads|directory)\.db/)
await latchkey.close()
copyTo('closed', /-shm$/)
await sandbox.stop()
rmSync(folder, { recursive: true })
process.exit()

async function enqueue(action: string): Promise<{ id: number; person: number }> {
  const { id: person, username, name, state } = people.pop()!
  const seen = { username, name, state }
  const wanted = { action, id: person, seen, reason: `reason for ${username}`, confirmed: username }
  return { ...(await call<{ id: number }>('queue.enqueue', wanted, admin.id)), person }
}

async function sent(action: string, state: string): Promise<void> {
  await sendNow((await enqueue(action)).id, state)
}

async function sendNow(id: number, state: string): Promise<void> {
  await call('queue.sendNow', { ids: [id] }, admin.id)
  while ((await call<{ state: string }>('queue.get', { id }, admin.id)).state !== state) {
    await delay(20)
  }
}

async function startRun(): Promise<number> {
  const ids = people.splice(-2).map(({ id }) => id)
  const run = { selection: { kind: 'people', ids }, action: 'block' }
  const { affectedCount } = await call<{ affectedCount: number }>('bulk.preview', run, admin.id)
  const reason = 'reason for a run'
  return (await call<{ id: number }>('bulk.start', { ...run, reason, affectedCount }, admin.id)).id
}

/** Loses two actions with the log of SQLite, which the recovery names. */
async function restartWithoutLog(): Promise<void> {
  await enqueue('block')
  await enqueue('block')
  const copy = mkdtempSync(join(tmpdir(), 'latchkey-fixture-'))
  cpSync(queuePath(), join(copy, 'queue.db'))
  cpSync(`${queuePath()}-changes`, join(copy, 'queue.db-changes'))
  await latchkey.close()
  cpSync(copy, join(queuePath(), '..'), { recursive: true })
  rmSync(copy, { recursive: true })
  latchkey = start()
}

/** Damages an index, and dismisses the recovery. */
async function restartWithDamage(): Promise<void> {
  await latchkey.close()
  const database = new DatabaseSync(queuePath())
  const root = database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'actions_of_run'`)
  const page = Number(root.get()!['rootpage'])
  database.close()
  const file = openSync(queuePath(), 'r+')
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 4096 * (page - 1))
  closeSync(file)
  latchkey = start()
  const [newest] = await call<{ at: number }[]>('queue.recoveries', {}, admin.id)
  await call('queue.dismissRecovery', { at: newest!.at }, admin.id)
}

function queuePath(): string {
  return join(folder, 'accounts', admin.id, 'queue.db')
}

/** What can be read again makes a copy of a folder in use needlessly large. */
function copyTo(state: string, except: RegExp): void {
  const filter = (path: string) => !except.test(path)
  cpSync(folder, join(target, state), { recursive: true, filter })
}

function inMonths(count: number): string {
  const day = new Date(currentTime())
  day.setMonth(day.getMonth() + count)
  return day.toISOString().slice(0, 10)
}
