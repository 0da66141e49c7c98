// node bench/queue.ts: the action queue compared with its unavoidable cost. Enqueuing: 1,000 actions one at a time,
// each on disk before the next, compared with plain inserts into the same table with synchronous=FULL. Sending: 1,000
// actions to a server that takes 20 ms and rejects every tenth request with Retry-After: 1, compared with a plain loop
// of the same requests with the same concurrency and pauses. With fewer rounds, the pauses of both are five times
// shorter. A crowd: a run of 7,000 users, while one user is offboarded, three are approved, and one is blocked. `node
// bench/queue.ts crowd` runs only this part. Limits: the same run with and without limits, required reasons, and an
// exception, none of which applies; `node bench/queue.ts limits` runs only this part.
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
import { noPolicy } from '../src/core/platform/policy/policy.ts'
import { Ceilings } from '../src/core/policy/ceilings.ts'
import { Exceptions } from '../src/core/policy/exceptions.ts'
import { LimitsFile } from '../src/core/policy/limits-file.ts'
import { RequiredReasons } from '../src/core/policy/reasons.ts'
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
const crowdSize = Number(process.env.LATCHKEY_BENCH_CROWD ?? 7000)
const leaver = 800_001
const spammer = 800_002
const pending = [900_001, 900_002, 900_003]
const speed = 5
const pauseMs = 1000 / speed
let pausedUntil = 0
/** The number of requests that Latchkey sent before an announced pause ended. */
let earlyRequests = 0

const part = process.argv[2]
if (part === undefined) {
  await benchEnqueue()
  await benchSend()
  await benchPlan()
}
if (part !== 'limits') await benchCrowd()
if (part !== 'crowd') await benchLimits()

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

/** Measures how long small things wait behind a run of many users, and how much that slows the run down. */
async function benchCrowd(): Promise<void> {
  const alone = await withCrowd(() => Promise.resolve([]))
  const mixed = await withCrowd(async (queue) => {
    const offboard: RunPlan = {
      name: 'Offboard',
      onFailure: 'review',
      steps: [
        { action: 'block' },
        { action: 'revoke_impersonation_tokens' },
        { action: 'delete_ssh_keys' },
        { action: 'delete_gpg_keys' },
        { action: 'delete_emails' },
      ],
    }
    const common = { note: false, reason: 'Left' }
    const started = [
      await queue.bulk.start({ ...common, ...selectionOf([leaver]), plan: offboard }),
      await queue.bulk.start({ ...common, ...selectionOf(pending), action: 'approve' }),
    ]
    const single = queue.enqueue(moderationRequest(spammer))
    return [
      { user: leaver, due: started[0]!.starts! },
      { user: pending[0]!, due: started[1]!.starts! },
      { user: spammer, due: single.notBefore },
    ]
  })
  for (const [index, name] of ['an offboarding', 'an approval of 3', 'a block'].entries()) {
    report('queue', {
      what: `${name} begins after its undo period, behind ${formatNumber(crowdSize)} users`,
      value: mixed.waits[index]!,
      unit: 'ms',
      atMost: 3000,
    })
  }
  report('queue', {
    what: `${formatNumber(crowdSize)} users blocked while others are offboarded, approved, and blocked`,
    value: mixed.took,
    unit: 'ms',
    baseline: { name: 'the same run alone', value: alone.took },
    atMost: 1.02,
  })
  // Unlike the time, this doesn't depend on what else the computer does.
  report('queue', {
    what: 'requests of all of them',
    value: mixed.requests,
    unit: 'requests',
    baseline: { name: 'requests of the run alone', value: alone.requests },
    atMost: 1.02,
  })
}

/** Measures what limits cost a run that they don't stop, because it can be undone. */
async function benchLimits(): Promise<void> {
  const nobody = () => Promise.resolve([])
  await withCrowd(nobody)
  const without = await withCrowd(nobody)
  const within = await withCrowd(nobody, true)
  report('queue', {
    what: `${formatNumber(crowdSize)} users blocked with limits, required reasons, and an exception`,
    value: within.took,
    unit: 'ms',
    baseline: { name: 'the same run without', value: without.took },
    atMost: 1.05,
  })
}

interface SmallTask {
  user: number
  /** When its undo period ends (ms since 1970). */
  due: number
}

function selectionOf(ids: readonly number[]) {
  return { selection: { kind: 'users' as const, ids: [...ids] }, affectedCount: ids.length }
}

/** Blocks many users and, once the run is under way, does something else. */
async function withCrowd(
  startOthers: (queue: ReturnType<typeof createQueueDatabase>['queue']) => Promise<SmallTask[]>,
  isLimited = false,
): Promise<{ took: number; requests: number; waits: number[] }> {
  const server = fork(new URL('./queue-server.ts', import.meta.url), ['unlimited'])
  const [url] = (await once(server, 'message')) as [string]
  const crowd = Array.from({ length: crowdSize }, (_, nth) => nth + 1)
  const users = [...crowd, leaver, spammer, ...pending].map((id) => ({
    ...moderationRequest(id).seen,
    id,
    state: pending.includes(id) ? 'blocked_pending_approval' : 'active',
  }))
  const measured = { took: 0, requests: 0, waits: [] as number[] }
  await withTemporaryFolder(async (folder) => {
    const clock = fastClock(1)
    const { queue, jobs, firstRequests, runs } = createQueueDatabase(
      folder,
      url,
      clock,
      2,
      users,
      isLimited ? limitsOf(url, clock) : undefined,
    )
    const { id } = await queue.bulk.start({
      ...selectionOf(crowd),
      action: 'block',
      note: false,
      reason: 'Left',
    })
    while (queue.summary().counts.done < crowdSize / 10) await delay(20)
    const tasks = await startOthers(queue)
    while (runs.get('a', id).state !== 'finished') await delay(100)
    const { firstRequest, lastAnswer } = runs.get('a', id)
    measured.took = lastAnswer! - firstRequest!
    measured.waits = tasks.map(({ user, due }) => firstRequests.get(user)! - due)
    await jobs.close()
    return 0
  })
  server.send('end')
  const [seen] = (await once(server, 'message')) as [ServerCounts]
  assertEqual(seen.doubles, 0)
  measured.requests = seen.requests
  return measured
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

/** The limits of an instance, where another user is an exception. */
function limitsOf(baseUrl: string, clock: Clock) {
  const file = memoryFile(LimitsFile)
  const options = { file, policy: noPolicy, now: () => clock.now() }
  const exceptions = new Exceptions(options)
  exceptions.set(baseUrl, { id: 999_999, username: 'other', reason: 'On leave', by: 'ines' })
  return {
    ceilings: new Ceilings(options),
    reasons: new RequiredReasons(options),
    exceptionOf: (user: number) => exceptions.reasonFor(baseUrl, user),
  }
}

function createQueueDatabase(
  folder: string,
  baseUrl: string,
  clock: Clock,
  undoSeconds: number,
  users: readonly DirectoryUser[] = [],
  limits?: ReturnType<typeof limitsOf>,
) {
  const fetch = createNodeFetch()
  /** When each user was first read. */
  const firstRequests = new Map<number, number>()
  const client = new ApiClient({
    async fetch(input, init) {
      if (performance.now() < pausedUntil) earlyRequests += 1
      const user = Number(/\/users\/(\d+)/.exec(String(input))?.[1])
      if (!firstRequests.has(user)) firstRequests.set(user, clock.now())
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
    resolve: (_: string, selection: Selection) =>
      selection.kind === 'users' ? users.filter(({ id }) => selection.ids.includes(id)) : users,
    asOf: () => undefined,
    lookAlikeOf: () => undefined,
    remove: () => undefined,
  }
  const kind = moderationKind({
    directory,
    viewed: { withActivityBeforeView: (_, seen) => seen },
    ...(limits && { exceptionOf: (_: string, user: number) => limits.exceptionOf(user) }),
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
    ...(limits && { ceilings: limits.ceilings, reasons: limits.reasons }),
    onChange: () => undefined,
    clock,
    log,
  })
  jobs.register(kind, moderationScreen({ bulkOf: () => queue.bulk }))
  const runs = new BackgroundJobs(jobs, clock)
  const queue = new ModerationQueue({
    account: 'a',
    accounts,
    jobs: jobs.of('a'),
    runs,
    directory,
    ...(limits && { exceptionOf: limits.exceptionOf }),
    throttle,
    settings,
    clock,
    log,
  })
  jobs.start()
  return { queue, jobs, runs, firstRequests }
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
