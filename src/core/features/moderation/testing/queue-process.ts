// Runs the whole app on a data folder. Queues, cancels and sends actions and reads the directory until it is killed,
// and prints each acknowledged action. "drain" sends all pending actions, dismisses deletions without a response, and
// exits; "fill" queues actions until the disk is full. SIGUSR2 sets its clock forward by eight hours.
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createRandom } from '../../../../sandbox/seed/random.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { DirectoryState } from '../../../../shared/operations/directory.ts'
import type { QueueSummary, QueuedAction } from '../../../../shared/operations/queue.ts'
import { isDeletion, moderationActions, objectionTo } from '../../../../shared/rules/moderation.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { createLatchkey } from '../../../app.ts'
import { OwnCertificates } from '../../../platform/network/own-certificates.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'
import { fileStore, keychainFile } from '../../../testing/file-store.ts'
import { testLog } from '../../../testing/log.ts'

/** The process's argument, as JSON. */
export interface Work {
  folder: string
  url: string
  token: string
  /** The IDs of the users it works on. */
  users: number[]
  seed: string
  kind: 'work' | 'plans' | 'drain' | 'fill'
}

const work = JSON.parse(process.argv[2]!) as Work
// A failing test may leave this process running.
process.stdin.on('end', () => process.exit(1)).resume()
if (process.stdin instanceof Socket) process.stdin.unref()
let clockOffset = 0
process.on('SIGUSR2', () => (clockOffset += 8 * 60 * 60_000))
const random = createRandom(work.seed)
const log = testLog((line) => process.stderr.write(`${line}\n`), 'warn')
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  certificates: new OwnCertificates(work.folder, log.warn),
  fetch: createNodeFetch(),
  keychain: fileStore(join(work.folder, keychainFile)),
  dataFolder: work.folder,
  home: work.folder,
  now: () => currentTime() + clockOffset,
  startDemo: () => Promise.reject(new Error('There is no demo here.')),
  log,
})
const account = await signedIn()
print('ready')
if (work.kind === 'work') await concurrentLoops()
else if (work.kind === 'plans') await startPlans()
else if (work.kind === 'fill') await fill()
else await drain()

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function value<T>(name: string, input: unknown = {}, as?: string): Promise<T> {
  const answer = await latchkey.invoke(name, input, as)
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`)
  return answer.value as T
}

async function signedIn(): Promise<string> {
  const { accounts } = await value<{ accounts: { id: string }[] }>('accounts.list')
  if (accounts[0]) return accounts[0].id
  return (await value<{ id: string }>('accounts.add', { baseUrl: work.url, token: work.token })).id
}

async function concurrentLoops(): Promise<void> {
  void readUsers()
  await Promise.all([enqueueActions(), enqueueActions(), sending()])
}

async function readUsers(): Promise<void> {
  for (;;) {
    print('reading')
    const allUsers = random.chance(0.5)
    await readAllUsers(allUsers)
    print('read')
    await delay(random.below(30))
  }
}

async function readAllUsers(allUsers = true): Promise<void> {
  await latchkey.invoke('directory.read', { allUsers }, account)
  while ((await value<DirectoryState>('directory.state', {}, account)).phase === 'reading') {
    await delay(2)
  }
}

/** Reads a user like a screen would and queues an allowed action; sometimes cancels it right away. */
async function enqueueActions(): Promise<void> {
  for (;;) {
    const id = random.pick(work.users)
    const user = await latchkey.invoke('users.get', { id }, account)
    if (!user.ok) continue
    const seen = user.value as UserForAdmins
    const moderator = { id: 1, now: currentTime() + clockOffset }
    const allowed = moderationActions.filter((action) => !objectionTo(action, seen, moderator))
    // Keeps deletions rare, so that enough users remain.
    const action = random.pick(allowed.filter((one) => !/delete/.test(one) || random.chance(0.02)))
    const { username, name, state } = seen
    const request = { action, id, seen: { username, name, state }, confirmed: username }
    const queued = await latchkey.invoke('queue.enqueue', request, account)
    if (!queued.ok) continue
    const { id: row } = queued.value as QueuedAction
    print(`queued ${row} ${action} ${id}`)
    if (random.chance(0.1)) await cancel(row)
    else if (random.chance(0.7)) await value('queue.sendNow', { ids: [row] }, account)
  }
}

async function cancel(id: number): Promise<void> {
  await value('queue.cancel', { ids: [id] }, account)
  const { state } = await value<QueuedAction>('queue.get', { id }, account)
  if (state === 'cancelled') print(`cancelled ${id}`)
}

/** Pauses and resumes the queue from time to time. */
async function sending(): Promise<void> {
  for (;;) {
    await delay(random.below(60))
    if (!random.chance(0.2)) continue
    await value('jobs.pauseAll', {}, account)
    await delay(random.below(10))
    await value('jobs.resumeAll', {}, account)
  }
}

/** Starts plans, each for one user. */
async function startPlans(): Promise<void> {
  if ((await value<DirectoryState>('directory.state', {}, account)).asOf === undefined) {
    await readAllUsers()
  }
  for (const id of work.users) {
    const plan = {
      name: 'Offboard',
      onFailure: 'continue',
      steps: ['block', 'delete_ssh_keys', 'add_note', 'unblock'].map((action) => ({ action })),
    }
    const request = {
      selection: { kind: 'users', ids: [id] },
      plan,
      affectedCount: 1,
      reason: work.seed,
    }
    const answer = await latchkey.invoke('bulk.start', request, account)
    if (!answer.ok) {
      process.stderr.write(`${JSON.stringify(answer.failure)}\n`)
      continue
    }
    const { id: run } = answer.value as { id: number }
    print(`run ${run} ${id}`)
    await value('queue.sendAllNow', {}, account)
    await delay(random.below(20))
  }
}

/** Queues actions until the disk is full. */
async function fill(): Promise<void> {
  for (let refused = 0; refused < 5;) {
    const id = random.pick(work.users)
    const seen = { username: `user${id}`, name: 'Somebody', state: 'active' }
    // Varies the action, because a repeated one would return the action that is already queued.
    const action = random.pick(['block', 'ban', 'deactivate'] as const)
    const answer = await latchkey.invoke('queue.enqueue', { action, id, seen }, account)
    if (answer.ok) print(`queued ${(answer.value as QueuedAction).id}`)
    else if (answer.failure.kind === 'unexpected') {
      refused += 1
      print(`refused ${answer.failure.message} ${answer.failure.hint}`)
    }
  }
  process.exit(0)
}

async function drain(): Promise<void> {
  await value('jobs.resumeAll', {}, account)
  for (;;) {
    const pendingStates = ['undoable', 'ready', 'sending', 'unknown'] as const
    const { items } = await value<{ items: QueuedAction[] }>(
      'queue.list',
      { states: [...pendingStates], limit: 100 },
      account,
    )
    if (items.length === 0) break
    // Dismisses deletions without a response, because nobody can tell whether they arrived.
    for (const { id, state, action, attempts } of items) {
      if (state !== 'unknown' || !isDeletion(action) || attempts < 3) continue
      await value('queue.decide', { id, decision: 'drop' }, account)
    }
    const { waiting } = await value<QueueSummary>(
      'queue.sendNow',
      { ids: items.map(({ id }) => id) },
      account,
    )
    if (waiting) process.stderr.write(JSON.stringify(waiting))
    await delay(50)
  }
  await latchkey.close()
}
