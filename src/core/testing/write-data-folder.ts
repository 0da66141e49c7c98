// Writes the data folder that a version of Latchkey leaves behind, once closed and once as after `kill -9`, into `data-folders`:
//   npx node src/core/testing/write-data-folder.ts <source tree of that version> <name>
// The source tree needs its `node_modules`. The port is fixed, because the address of the instance is in every file.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [tree, name] = process.argv.slice(2)
if (!tree || !name) throw new Error('Which source tree, and which name for it?')
const load = (path: string) => import(pathToFileURL(resolve(tree, 'src', path)).href)
type Call = (name: string, input?: unknown, account?: string) => Promise<unknown>

const folder = mkdtempSync(join(tmpdir(), 'latchkey-fixture-'))
const target = join(import.meta.dirname, 'data-folders', name)
const { startSandbox } = await load('sandbox/start.ts')
const { createLatchkey } = await load('core/app.ts')
const { createSessionStore } = await load('core/secrets/session-store.ts')
const { OwnCertificates } = await load('core/network/own-certificates.ts')
const { createNodeFetch } = await load('core/network/node-fetch.ts')
const { testLog } = await load('core/testing/log.ts')

const sandbox = await startSandbox({ users: 20, port: 41_999 })
const certificates = new OwnCertificates(folder, () => undefined)
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  fetch: createNodeFetch({ certificates }),
  certificates,
  keychain: createSessionStore(),
  home: folder,
  dataFolder: folder,
  now: Date.now,
  startDemo: () => Promise.reject(new Error('There is no demo here.')),
  log: testLog((line: string) => process.stderr.write(`${line}\n`), 'warn'),
})
const call: Call = async (operation, input = {}, account) => {
  const answer = await latchkey.invoke(operation, input, account)
  if (!answer.ok) throw new Error(`${operation}: ${JSON.stringify(answer.failure)}`)
  return answer.value
}
const signIn = async (token: string) =>
  (await call('accounts.add', { baseUrl: sandbox.url, token })) as { id: string }

const admin = await signIn(sandbox.tokens.admin)
const user = await signIn(sandbox.tokens.user)
await call('settings.set', { theme: 'dark', undoSeconds: 30 })
const wanted = { active: true, humans: true, without_project_bots: true }
type Person = { id: number; username: string; name: string; state: string }
const { items: people } = (await call('users.list', wanted, admin.id)) as { items: Person[] }
await call('avatars.of', { users: people.map(({ id }) => ({ id })) }, admin.id)
await call('directory.read', {}, admin.id)
while (((await call('directory.state', {}, admin.id)) as { asOf?: number }).asOf === undefined) {
  await new Promise((wait) => setTimeout(wait, 50))
}
const enqueue = ({ id, username, name: shown, state }: Person, reason: string) => {
  const seen = { username, name: shown, state }
  return call('queue.enqueue', { action: 'block', id, seen, reason }, admin.id) as Promise<{
    id: number
  }>
}
const sent = await enqueue(people[0]!, 'reason of what was sent')
await call('queue.sendNow', { ids: [sent.id] }, admin.id)
const isDone = async () =>
  ((await call('queue.get', { id: sent.id }, admin.id)) as { state: string }).state === 'done'
while (!(await isDone())) await new Promise((wait) => setTimeout(wait, 50))
await call('queue.hold', { held: true }, admin.id)
for (const person of people.slice(1, 4)) await enqueue(person, `reason for ${person.username}`)
const status = { emoji: 'coffee', message: 'Break', busy: false, clear: 'never' }
for (const { id } of [admin, user]) await call('ownStatus.set', status, id)
const limited = { name: 'cluster', expires_at: inMonths(2) }
await call('createdTokens.createLimited', { ...limited, scopes: ['k8s_proxy'] }, user.id).catch(
  // Older versions know one scope only, and are not told it.
  () => call('createdTokens.createLimited', limited, user.id),
)
const view = { name: 'Everybody', filter: {}, order_by: 'name', sort: 'asc', columns: ['name'] }
await call('directory.saveView', view, admin.id)

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
copyTo('killed', /-shm$|(reads|directory)\.db/)
await latchkey.close()
copyTo('closed', /-shm$/)
await sandbox.stop()
rmSync(folder, { recursive: true })

/** What can be read again makes a copy of a folder in use needlessly large. */
function copyTo(state: string, except: RegExp): void {
  const filter = (path: string) => !except.test(path)
  cpSync(folder, join(target, state), { recursive: true, filter })
}

function inMonths(count: number): string {
  const day = new Date()
  day.setMonth(day.getMonth() + count)
  return day.toISOString().slice(0, 10)
}
