import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseFault } from '../sandbox/faults.ts'
import { createRandom } from '../sandbox/seed/random.ts'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import type { JobList, JobSummary } from '../shared/operations/jobs.ts'
import type { QueueItem } from '../shared/operations/queue.ts'
import type { ReviewState, ReviewedUser } from '../shared/operations/review.ts'
import { readAll } from './features/directory/testing/sync.ts'
import { inspectFolder } from './features/moderation/testing/file-of-actions.ts'
import { csvOfUsers } from './features/onboarding/testing/rows.ts'
import { startLossyProxy } from './gitlab/create-recovery/testing/lossy-proxy.ts'
import { fileStore, keychainFile } from './testing/file-store.ts'
import type { SeenRequest } from './testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'
import { isFull } from './testing/proof.ts'
import { type AppProcess, startAppProcess } from './testing/start-app-process.ts'

// Sends SIGKILL at random moments while users are created and reviewed, and runs are started, paused, resumed, renamed,
// and canceled. Acknowledged changes are never lost, every user in a run is processed exactly once, and nothing is sent
// for a canceled run.

const kills = Number(process.env.LATCHKEY_KILLS ?? (isFull ? 500 : 3))
const usersEach = 6
/** In ms. */
const hours = 4 * 60 * 60_000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** An acknowledged run. */
interface Run {
  id: number
  /** Usernames of new users, or IDs. */
  users: string[]
  name?: string
  isPaused?: boolean
  /** Number of requests that had arrived when the process that acknowledged its cancellation ended. */
  cancelledAt?: number
}

/** How the two kinds differ. */
interface Kind {
  /** Starts a run for users that aren't in another run. */
  start(call: Call): Promise<Omit<Run, 'isPaused'> | undefined>
  /** Changes data stored with a run. */
  edit?(call: Call, run: Run): Promise<void>
  /** The user affected by a request that a cancellation would stop. */
  userOf(request: SeenRequest): string | undefined
  /** Checks a run's final state. */
  check(app: TestLatchkey, account: string, run: Run): Promise<void>
}
type Call = <T>(name: string, input?: object) => Promise<T | undefined>

function onboardingKind({ url, tokens }: Sandbox): Kind {
  return {
    async start(call) {
      const { text, usernames } = csvOfUsers(usersEach)
      const run = await call<JobSummary>('onboarding.start', { text, ready: usersEach })
      return run && { id: run.id, users: usernames }
    },
    userOf: ({ method, body }) =>
      method === 'POST' ? (JSON.parse(body) as { username: string }).username : undefined,
    async check(app, account, { id }) {
      const page = { job: id, limit: 100 }
      const { items } = await app.value<Items>('jobs.items', page, account)
      for (const { state, target } of items) {
        const answer = await fetch(`${url}/api/v4/users?username=${target.username}`, {
          headers: { 'private-token': tokens.admin },
        })
        const userIds = ((await answer.json()) as { id: number }[]).map((user) => user.id)
        expect(userIds, target.username).toEqual(state === 'done' ? [target.id] : [])
      }
    },
  }
}
interface Items {
  items: QueueItem[]
}

function reviewKind(): Kind {
  let lastUser = 0
  let renameCount = 0
  return {
    async start(call) {
      const ids = Array.from({ length: usersEach }, () => (lastUser += 1))
      const name = `Review ${(renameCount += 1)}`
      const selection = { kind: 'users', ids }
      const review = await call<ReviewState>('review.start', { selection, name })
      return review && { id: review.id!, users: ids.map(String), name }
    },
    async edit(call, run) {
      const name = `Review ${(renameCount += 1)}`
      if (await call('review.rename', { review: run.id, name })) run.name = name
    },
    userOf: ({ url }) => /users\/(\d+)\/memberships/.exec(url)?.[1],
    async check(app, account, { id, users, cancelledAt }) {
      const { counts } = await app.value<JobSummary>('jobs.get', { job: id }, account)
      const query = { review: id, limit: 100 }
      const read = await app.value<{ items: ReviewedUser[] }>('review.users', query, account)
      expect(read.items.map((user) => String(user.id)).toSorted()).toEqual(users.toSorted())
      const completeUsers = read.items.filter(
        ({ read_at, unread }) => read_at && unread.length === 0,
      )
      // Data read just before a cancellation is kept.
      if (cancelledAt !== undefined)
        expect(completeUsers.length).toBeGreaterThanOrEqual(counts.done!)
      else expect(completeUsers).toHaveLength(usersEach)
    },
  }
}

describe.each([
  ['onboarding', onboardingKind],
  ['review', reviewKind],
] as const)('%s runs', (name, kindAt) => {
  it(`survive ${kills} kills and finish`, { timeout: hours }, async () => {
    const startedAt = performance.now()
    const random = createRandom(`killed ${name}`)
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-killed-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    // Delays before the request, and between GitLab's change and its response.
    const faults = ['POST /users * latency=40', 'GET /users/*/memberships * latency=20']
    const sandbox = await startSandbox({
      users: (kills + 4) * 2 * usersEach,
      flavor: 'gitlab',
      faults: faults.map(parseFault),
    })
    cleanups.push(() => sandbox.stop())
    const kind = kindAt(sandbox)
    const proxy = await startLossyProxy(sandbox.url)
    cleanups.push(() => proxy.stop())
    const keychain = fileStore(join(folder, keychainFile))
    const first = createTestLatchkey({ dataFolder: folder, keychain })
    const { id: account } = await first.signIn(proxy.url, sandbox.tokens.admin)
    if (name === 'review') await readAll(first, account)
    await first.close()

    const runs: Run[] = []
    const acknowledged = { started: 0, cancelled: 0, interrupted: 0 }
    for (let kill = 0; kill < kills; kill += 1) {
      const app = startAppProcess(folder)
      const cancelled = await changeRuns(app, kill)
      const before = proxy.requests.length
      const extraCount = 1 + random.below(16)
      const [moment, patience] = [random.below(40), 1_000]
      // The run may or may not exist afterwards.
      if (random.chance(0.3))
        void kind.start((operation, input = {}) => app.value(operation, input, account))
      const arrived = vi.waitUntil(() => proxy.requests.length >= before + extraCount, {
        interval: 1,
      })
      await Promise.race([arrived.catch(() => undefined), delay(patience)])
      await delay(moment)
      if (random.chance(0.2)) await app.suspend(moment)
      await app.kill()
      // Lets the process's output arrive first.
      for (let step = 0; step < 10; step += 1) await setImmediate()
      for (const run of cancelled) run.cancelledAt = proxy.requests.length
      const { integrity, actions } = inspectFolder(folder)
      expect(integrity, `kill ${kill}`).toBe('ok')
      if (actions.some(({ state }) => state === 'sending')) acknowledged.interrupted += 1
    }

    async function changeRuns(app: AppProcess, kill: number): Promise<Run[]> {
      const call: Call = (operation, input = {}) => app.value(operation, input, account)
      const { jobs = [] } = (await call<JobList>('jobs.list')) ?? {}
      expect(runs.filter(({ id }) => !jobs.some((job) => job.id === id))).toEqual([])
      const isOpen = ({ id }: Run) =>
        ['running', 'paused'].includes(jobs.find((job) => job.id === id)!.state)
      const open = runs.filter(isOpen)
      const cancelled: Run[] = []
      const run = open.length > 0 ? random.pick(open) : undefined
      if (run?.isPaused || kill % 7 === 0) {
        for (const paused of open.filter((other) => other.isPaused)) {
          if (await call('jobs.resume', { job: paused.id })) paused.isPaused = false
        }
      } else if (run && random.chance(0.2)) {
        // Treated as paused and resumed later, even if the response is lost.
        run.isPaused = true
        await call('jobs.pause', { job: run.id })
      } else if (run && random.chance(0.3)) {
        if (await call('jobs.cancel', { job: run.id })) cancelled.push(run)
      } else if (run) await kind.edit?.(call, run)
      if (open.filter((other) => !other.isPaused && !cancelled.includes(other)).length < 2) {
        const started = await kind.start(call)
        if (started) runs.push(started)
      }
      acknowledged.cancelled += cancelled.length
      acknowledged.started = runs.length
      return cancelled
    }

    const app = createTestLatchkey({ dataFolder: folder, keychain })
    cleanups.push(() => app.close())
    for (const { id, isPaused } of runs) {
      if (isPaused) await app.value('jobs.resume', { job: id }, account)
    }
    const jobs = async () => (await app.value<JobList>('jobs.list', {}, account)).jobs
    await vi.waitUntil(
      async () => (await jobs()).every(({ state, counts }) => isOver(state) && !isMoving(counts)),
      { timeout: hours, interval: 50 },
    )
    const all = await jobs()
    for (const run of runs) {
      const { counts, name: title, total } = all.find(({ id }) => id === run.id)!
      expect(counts.done! + counts.cancelled!, title).toBe(total)
      if (run.cancelledAt === undefined) expect(counts.done, title).toBe(usersEach)
      else {
        const later = proxy.requests.slice(run.cancelledAt).map(kind.userOf)
        expect(
          run.users.filter((user) => later.includes(user)),
          title,
        ).toEqual([])
      }
      if (run.name) expect(title).toContain(run.name)
      await kind.check(app, account, run)
    }
    expect(runs.length).toBeGreaterThan(0)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(
      `\nproof: ${name}, kill -9: ${kills} kills (${acknowledged.interrupted} during a write), ${runs.length} runs of ${usersEach} users and ` +
        `${acknowledged.cancelled} cancellations acknowledged, 0 lost, 0 twice, 0 sent after cancel, integrity of every file ok each time (${seconds} s)`,
    )
  })
})

function isOver(state: JobSummary['state']): boolean {
  return state === 'finished' || state === 'cancelled'
}

function isMoving({ ready = 0, sending = 0, unknown = 0 }: JobSummary['counts']): boolean {
  return ready + sending + unknown > 0
}
