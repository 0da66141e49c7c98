// node bench/review.ts: a review of 1,000 users and 300 groups on a server that takes 20 ms, validated and stored one by
// one until all items are known, compared with a plain loop of the same requests with the same concurrency. Then the memory for 20,000 reviewed users,
// compared with 1,000 users.
import { reviewParts, reviewSubjects } from '../src/shared/rules/review.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { GitLabClient } from '../src/core/gitlab/gitlab-client.ts'
import { ItemStore } from '../src/core/features/review/item-store.ts'
import type { Place } from '../src/core/features/review/places.ts'
import { type ItemToRead, review, reviewKind } from '../src/core/features/review/review-kind.ts'
import { reviewOptions } from '../src/core/features/review/review-schema.ts'
import { ReviewStore } from '../src/core/features/review/review-store.ts'
import { RateLimitPause, Throttle } from '../src/core/gitlab/throttle.ts'
import { memoryFile } from '../src/core/platform/files/memory-file.ts'
import { openDatabase } from '../src/core/platform/sqlite/database.ts'
import { Sql } from '../src/core/platform/sqlite/sql.ts'
import { systemClock } from '../src/core/platform/time/clock.ts'
import { sleep } from '../src/core/platform/time/scheduler.ts'
import { AuditLog } from '../src/core/audit-log/audit-log.ts'
import { ConcurrencyLimit } from '../src/core/jobs/concurrency-limit.ts'
import { JobRunner } from '../src/core/jobs/job-runner.ts'
import { JobStore } from '../src/core/jobs/job-store.ts'
import { openTestJobs } from '../src/core/jobs/testing/open-test-jobs.ts'
import { createNodeFetch } from '../src/core/platform/network/node-fetch.ts'
import { ApiClient } from '../src/core/gitlab/api-client.ts'
import { median } from './lib/numbers.ts'
import { formatNumber, report } from './lib/result.ts'

const users = Number(process.env.LATCHKEY_BENCH_USERS ?? 1000)
const rounds = Math.min(Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5), 3)
const concurrency = 4
const paths = ['', '/memberships', '/keys', '/gpg_keys', '/impersonation_tokens']
const groups = Math.round(users * 0.3)
const groupPaths = ['/members', '/members/all', '']
const clock = systemClock(Date.now)

await benchTime()
benchMemory()

async function benchTime(): Promise<void> {
  const times: Record<'latchkey' | 'loop', number[]> = { latchkey: [], loop: [] }
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const first = await withService(reviewAll)
    const second = await withService(loopOverAll)
    if (first.requests !== second.requests) {
      throw new Error(`Latchkey sent ${first.requests} requests, the loop ${second.requests}`)
    }
    if (round === 0) continue
    times.latchkey.push(first.took)
    times.loop.push(second.took)
  }
  const requests = formatNumber(users * paths.length + groups * groupPaths.length)
  report('review', {
    what: `review of ${formatNumber(users)} users and ${groups} groups, 20 ms per response`,
    value: median(times.latchkey),
    unit: 'ms',
    baseline: { name: `loop of the same ${requests} requests`, value: median(times.loop) },
    atMost: 1.15,
  })
}

function reviewAll(url: string): Promise<number> {
  return withStore(async ({ store, items }, folder) => {
    const done = Promise.withResolvers<void>()
    const kind = reviewKind({
      mayStart: () => true,
      tokenList: () => Promise.resolve('absent'),
      save: (_, { target }, collected) => store.save(target.id!, collected),
      withOwnActivity: (_, user) => user,
      partsOf: () => reviewParts,
      isKnownGroup: () => true,
      savePlace: (_, __, place, collected) =>
        void items.savePlace(place, collected, { now: Date.now(), addsMembers: false }),
      log: console.error,
    })
    const database = openTestJobs(join(folder, 'jobs.db'), { kinds: [kind] })
    const sql = new Sql(database)
    const jobs = new JobStore<ItemToRead>(sql, review)
    const pause = memoryFile(RateLimitPause)
    const user = { id: 1_000_000, username: 'ines', name: 'Ines' }
    const gitlab = gitlabAt(url)
    const account = { id: 'a', baseUrl: url, user, isAdmin: true, demo: false }
    const runner = new JobRunner({
      account: 'a',
      kinds: [kind],
      sql,
      auditLog: new AuditLog({ database, now: Date.now }),
      accounts: { ids: () => ['a'], account: () => account, refresh: async () => account },
      gitlabOf: () => gitlab,
      limit: new ConcurrencyLimit(),
      settings: () => ({ requestsAtOnce: concurrency }),
      throttle: new Throttle({ clock, pause: () => pause, log: console.error }),
      onChange: () => jobs.countByState().done === users + groups && done.resolve(),
      clock,
      log: console.error,
    })
    const began = performance.now()
    store.begin(usersUpTo(users))
    const places = groupsUpTo(groups)
    items.insertPlaces(places)
    jobs.sql.transaction(() => {
      const facts = { parameters: {}, actor: 'ines', created: 0, total: users + groups, starts: 0 }
      const job = jobs.insertJob(facts)
      for (const place of places) {
        const target = { username: place.path, name: place.path }
        jobs.insert({ job, action: 'read', target, note: false, parameters: place }, 0)
      }
      for (const { id, username, name, state } of usersUpTo(users)) {
        const target = { id, username, name, state }
        jobs.insert({ job, action: 'read', target, note: false }, 0)
      }
    })
    runner.start()
    await done.promise
    await items.refresh()
    const duration = performance.now() - began
    await runner.close(0)
    database.close()
    const read = store.read().read - store.countUsers({ filters: ['unread'] })
    if (read !== users) throw new Error(`Latchkey read ${read} of ${users} users`)
    return duration
  })
}

async function loopOverAll(url: string): Promise<number> {
  const fetch = createNodeFetch()
  let next = 1
  let nextGroup = 1
  const lane = async () => {
    while (nextGroup <= groups) {
      const id = nextGroup
      nextGroup += 1
      for (const path of groupPaths) {
        const response = await fetch(`${url}/api/v4/groups/${id}${path}?per_page=100`)
        await response.json()
      }
    }
    while (next <= users) {
      const id = next
      next += 1
      for (const path of paths) {
        const response = await fetch(`${url}/api/v4/users/${id}${path}?per_page=100`)
        await response.json()
      }
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: concurrency }, lane))
  return performance.now() - began
}

/** Measures the memory for a page of a review, which shouldn’t grow with the number of reviewed users. */
function benchMemory(): void {
  const few = measurePageHeap(1_000) / 1024 ** 2
  const many = measurePageHeap(20_000) / 1024 ** 2
  report('review', {
    what: 'heap with a filtered page of 20,000 reviewed users',
    value: many,
    unit: 'MiB',
    baseline: { name: 'page of 1,000', value: few },
    atMost: 1.15,
  })
}

function measurePageHeap(count: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const database = openDatabase(join(folder, '1.db'), reviewOptions)
  const store = new ReviewStore(database, Date.now)
  store.begin(usersUpTo(count))
  for (let id = 1; id <= count; id += 1) {
    store.save(id, { user: undefined, isGone: false, memberships: [], credentials: [], unread: [] })
  }
  const page = { order_by: 'username', sort: 'asc', offset: 0, limit: 100 } as const
  const shown = [store.users({ filters: [], ...page }), store.userCounts()]
  collectGarbage()
  const { heapUsed } = process.memoryUsage()
  if (shown.length !== 2) throw new Error('no users listed')
  database.close()
  rmSync(folder, { recursive: true })
  return heapUsed
}

/** Node exposes its garbage collector only with a flag. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}

function* usersUpTo(count: number) {
  for (let id = 1; id <= count; id += 1) {
    yield { id, username: `user${id}`, name: `User ${id}`, state: 'active' }
  }
}

/** Groups in groups, up to three levels. */
function groupsUpTo(count: number): Place[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ type: 'Namespace', id: index + 1, path: `g${index + 1}`, isReviewed: true },
    ...(index % 10 > 0 && { parent: index - (index % 10) + (index % 10 > 3 ? 2 : 1) }),
  }))
}

/** A GitLab client without an account’s throttling and caching. */
function gitlabAt(baseUrl: string): GitLabClient {
  const fetch = createNodeFetch()
  const client = new ApiClient({ fetch, now: Date.now, random: Math.random, sleep })
  const target = { baseUrl, token: 'of nobody', isAdmin: true }
  return {
    account: 'a',
    call: (endpoint, input, options) => client.call(target, endpoint, input, options),
    all: (endpoint, input, options) => client.all(target, endpoint, input, options),
    page: () => Promise.reject(new Error('A review requests no single pages.')),
    requestPage: () => Promise.reject(new Error('A review requests no single pages.')),
  }
}

async function withService(work: (url: string) => Promise<number>) {
  const server = fork(new URL('./review-server.ts', import.meta.url))
  const [url] = (await once(server, 'message')) as [string]
  const duration = await work(url)
  server.send('end')
  const [requests] = (await once(server, 'message')) as [number]
  return { took: duration, requests }
}

async function withStore(
  work: (stores: { store: ReviewStore; items: ItemStore }, folder: string) => Promise<number>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const database = openDatabase(join(folder, '1.db'), reviewOptions)
  try {
    const items = new ItemStore(database, { subjects: reviewSubjects })
    return await work({ store: new ReviewStore(database, Date.now), items }, folder)
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
}
