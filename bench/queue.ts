// node bench/queue.ts: the action queue compared with its unavoidable cost. Enqueuing: 1,000 actions one at a time,
// each on disk before the next, compared with plain inserts into the same table with synchronous=FULL. Sending: 1,000
// actions to a server that takes 20 ms and rejects every tenth request with Retry-After: 1, compared with a plain loop
// of the same requests with the same concurrency and pauses. With fewer rounds, the pauses of both are five times
// shorter.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { createNodeFetch } from '../src/core/platform/network/node-fetch.ts'
import {
  moderationKind,
  moderationScreen,
} from '../src/core/features/moderation/moderation-kind.ts'
import { ModerationQueue } from '../src/core/features/moderation/queue.ts'
import { BackgroundJobs } from '../src/core/jobs/background-jobs.ts'
import { Jobs } from '../src/core/jobs/jobs.ts'
import { RateLimitPause, Throttle } from '../src/core/gitlab/throttle.ts'
import { memoryFile } from '../src/core/platform/files/memory-file.ts'
import type { Clock } from '../src/core/platform/time/clock.ts'
import { jobsOptions } from '../src/core/jobs/schema.ts'
import { fastClock } from '../src/core/jobs/testing/fast-clock.ts'
import { ApiClient } from '../src/core/gitlab/api-client.ts'
import type { Selection } from '../src/shared/operations/directory.ts'
import type { RunPlan } from '../src/shared/operations/plans.ts'
import type { DirectoryUser } from '../src/shared/rules/moderation.ts'
import { median } from './lib/numbers.ts'
import { formatNumber, report } from './lib/result.ts'
import type { ServerCounts } from './queue-server.ts'

const actions = Number(process.env.LATCHKEY_BENCH_ACTIONS ?? 1000)
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)
const sendingRounds = Math.min(rounds, 3)
const concurrency = 4
const plannedUsers = 50_000
const speed = 5
const pauseMs = 1000 / speed
let pausedUntil = 0
/** The number of requests that Latchkey sent before an announced pause ended. */
let earlyRequests = 0

await benchEnqueue()
await benchSend()
await benchPlan()

async function benchEnqueue(): Promise<void> {
  const times: Times = { latchkey: [], floor: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.latchkey.push(await withTemporaryFolder(enqueueAll))
    times.floor.push(await withTemporaryFolder(insertAll))
  }
  compare(
    `${formatNumber(actions)} actions enqueued, each on disk before the next`,
    { times, floor: 'plain inserts with synchronous=FULL' },
    1.5,
  )
}

async function benchSend(): Promise<void> {
  const times: Times = { latchkey: [], floor: [] }
  const seen: ServerCounts[] = []
  for (let round = 0; round < sendingRounds; round += 1) {
    const first = await withService((url) => withTemporaryFolder((folder) => sendAll(folder, url)))
    const second = await withService(loopOverAll)
    times.latchkey.push(first.took)
    times.floor.push(second.took)
    seen.push(first.seen)
  }
  const sum = (name: keyof ServerCounts) => seen.reduce((total, round) => total + round[name], 0)
  // A queue that sends too early or twice would only look fast.
  assertEqual(earlyRequests, 0)
  assertEqual(sum('doubles'), 0)
  compare(
    `${formatNumber(actions)} actions sent, 20 ms per response, every tenth 429; none early or twice`,
    { times, floor: 'loop of the same requests' },
    1.1,
  )
}

/**
 * Measures the preview of a plan with seven steps. The users are in memory, because bench/directory.ts measures loading
 * them.
 */
async function benchPlan(): Promise<void> {
  const users = Array.from({ length: plannedUsers }, (_, nth) => ({
    ...moderationRequest(nth + 1).seen,
    id: nth + 1,
  }))
  const plan: RunPlan = {
    name: 'Offboard',
    onFailure: 'review',
    steps: [
      { action: 'block' },
      { action: 'revoke_impersonation_tokens' },
      { action: 'delete_ssh_keys' },
      { action: 'delete_gpg_keys' },
      { action: 'delete_emails' },
      { action: 'delete_identities' },
      { action: 'add_note' },
    ],
  }
  const selection: Selection = { kind: 'matching', filter: {}, except: [] }
  const duration: number[] = []
  await withTemporaryFolder(async (folder) => {
    const { queue, jobs } = createQueueDatabase(
      folder,
      'http://127.0.0.1:1',
      fastClock(1),
      0,
      users,
    )
    for (let round = 0; round < rounds + 1; round += 1) {
      const began = performance.now()
      const { affectedCount } = await queue.bulk.preview({ selection, plan })
      duration.push(performance.now() - began)
      assertEqual(affectedCount, plannedUsers)
    }
    await jobs.close()
    return 0
  })
  report('queue', {
    what: `preview of a plan of ${plan.steps.length} steps for ${formatNumber(plannedUsers)} users`,
    value: median(duration.slice(1)),
    unit: 'ms',
    atMost: 300,
  })
}

/** The duration of each round, in milliseconds. */
type Times = Record<'latchkey' | 'floor', number[]>

function compare(
  what: string,
  { times, floor }: { times: Times; floor: string },
  atMost: number,
): void {
  report('queue', {
    what,
    value: median(times.latchkey),
    unit: 'ms',
    baseline: { name: floor, value: median(times.floor) },
    atMost,
  })
}

async function enqueueAll(folder: string): Promise<number> {
  const { queue, jobs } = createQueueDatabase(folder, 'http://127.0.0.1:1', fastClock(1), 30)
  const began = performance.now()
  for (let id = 1; id <= actions; id += 1) {
    queue.enqueue(moderationRequest(id))
    await turn()
  }
  const duration = performance.now() - began
  assertEqual(queue.summary().counts.undoable, actions)
  await jobs.close()
  return duration
}

async function insertAll(folder: string): Promise<number> {
  const database = new DatabaseSync(join(folder, 'plain.db'))
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${jobsOptions.schema.tables}`,
  )
  const insert = database.prepare(
    `INSERT INTO items (kind, job, action, lane, target, username, name, target_state, expected_state, reason, note, state, created,
       not_before, expires, finished, position)
     VALUES ('moderation', NULL, 'block', ?1, ?1, ?2, ?3, 'active', 'active', NULL, 0, 'undoable', ?4, ?5, ?6, NULL, ?7)`,
  )
  const began = performance.now()
  for (let id = 1; id <= actions; id += 1) {
    const { username, name } = moderationRequest(id).seen
    const now = Date.now()
    insert.run(id, username, name, now, now + 30_000, now + 7 * 86_400_000, id)
    await turn()
  }
  const duration = performance.now() - began
  assertEqual(
    Number(database.prepare('SELECT count(*) AS count FROM items').get()!['count']),
    actions,
  )
  database.close()
  return duration
}

async function sendAll(folder: string, url: string): Promise<number> {
  const { queue, jobs } = createQueueDatabase(folder, url, fastClock(speed), 0)
  const { runner } = jobs.of('a')
  runner.setAllPaused(true)
  for (let id = 1; id <= actions; id += 1) queue.enqueue(moderationRequest(id))
  const began = performance.now()
  runner.setAllPaused(false)
  while (queue.summary().counts.done < actions) await delay(20)
  const duration = performance.now() - began
  await jobs.close()
  return duration
}

/** Reads each user, blocks them, and reads them again. */
async function loopOverAll(url: string): Promise<number> {
  const fetch = createNodeFetch()
  let pausedUntil = 0
  const send = async (method: string, path: string): Promise<void> => {
    for (;;) {
      while (performance.now() < pausedUntil) {
        await delay(Math.max(1, pausedUntil - performance.now()))
      }
      const response = await fetch(`${url}/api/v4${path}`, { method })
      await response.text()
      if (response.status !== 429) return
      pausedUntil = performance.now() + pauseMs
    }
  }
  let next = 1
  const lane = async () => {
    while (next <= actions) {
      const id = next
      next += 1
      await send('GET', `/users/${id}`)
      await send('POST', `/users/${id}/block`)
      await send('GET', `/users/${id}`)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: concurrency }, lane))
  return performance.now() - began
}

function createQueueDatabase(
  folder: string,
  baseUrl: string,
  clock: Clock,
  undoSeconds: number,
  users: readonly DirectoryUser[] = [],
) {
  const fetch = createNodeFetch()
  const client = new ApiClient({
    async fetch(input, init) {
      if (performance.now() < pausedUntil) earlyRequests += 1
      const response = await fetch(input, init)
      if (response.status === 429) pausedUntil = performance.now() + pauseMs
      return response
    },
    now: () => clock.now(),
    random: Math.random,
    sleep: async () => undefined,
  })
  const pause = memoryFile(RateLimitPause)
  const throttle = new Throttle({ clock, pause: () => pause, log: console.error })
  const target = { baseUrl, token: 'of nobody', isAdmin: true, throttle }
  const user = { id: 1_000_000, username: 'ines', name: 'Ines' }
  const account = { id: 'a', baseUrl, user, isAdmin: true, demo: false }
  const accounts = { ids: () => ['a'], account: () => account, refresh: async () => account }
  const directory = {
    resolve: () => users,
    asOf: () => undefined,
    lookAlikeOf: () => undefined,
    remove: () => undefined,
  }
  const kind = moderationKind({
    directory,
    viewed: { withActivityBeforeView: (_, seen) => seen },
    clock,
  })
  const log = console.error
  const settings = () => ({ undoSeconds, requestsAtOnce: concurrency })
  const jobs = new Jobs({
    pathOf: () => join(folder, 'jobs.db'),
    auditLogs: join(folder, 'audit'),
    accounts,
    gitlabOf: () => ({
      call: (endpoint, input, options) => client.call(target, endpoint, input, options),
      all: (endpoint, input, options) => client.all(target, endpoint, input, options),
      page: () => Promise.reject(new Error('The queue requests no single pages.')),
    }),
    throttle: () => throttle,
    settings,
    onChange: () => undefined,
    clock,
    log,
  })
  jobs.register(kind, moderationScreen({ bulkOf: () => queue.bulk }))
  const queue = new ModerationQueue({
    account: 'a',
    accounts,
    jobs: jobs.of('a'),
    runs: new BackgroundJobs(jobs, clock),
    directory,
    throttle,
    settings,
    clock,
    log,
  })
  jobs.start()
  return { queue, jobs }
}

function moderationRequest(id: number) {
  const seen = { username: `user${id}`, name: `User ${id}`, state: 'active' }
  return { action: 'block' as const, id, seen, note: false }
}

async function withService(work: (url: string) => Promise<number>) {
  const server = fork(new URL('./queue-server.ts', import.meta.url))
  const [url] = (await once(server, 'message')) as [string]
  const duration = await work(url)
  server.send('end')
  const [seen] = (await once(server, 'message')) as [ServerCounts]
  assertEqual(seen.blocked, actions)
  return { took: duration, seen }
}

async function withTemporaryFolder(work: (folder: string) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function assertEqual(count: number, expected: number): void {
  if (count !== expected) throw new Error(`${count} instead of ${expected}`)
}
