import { setTimeout as delay } from 'node:timers/promises'
import { type Random, createRandom } from '../../sandbox/seed/random.ts'
import type { JobSummary } from '../../shared/operations/jobs.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import { brokenNetwork } from '../features/moderation/testing/broken-network.ts'
import { type StoredAction, readActions } from '../features/moderation/testing/file-of-actions.ts'
import {
  type Harness,
  type Service,
  createHarness,
} from '../features/moderation/testing/harness.ts'
import {
  crash,
  toDirectoryUser,
  watchQueue,
  weighted,
} from '../features/moderation/testing/history.ts'

export const runStepsEach = 40
export const reviewedEach = 12
const year = 365 * 24 * 60 * 60_000

/** A run within a history. */
export interface PlayedRun {
  id: number
  /** Usernames of new users, or IDs. */
  users: string[]
  name?: string
  isCancelled: boolean
  /** Whether it was canceled and hasn't been retried since. */
  isStopped: boolean
}

/** A history's result. */
export interface PlayedRuns {
  /** Deviations from the model, as sentences. */
  wrong: string[]
  runs: (PlayedRun & { summary: JobSummary; items: StoredAction[] })[]
  /** Usernames taken by others. */
  taken: Set<string>
  /** Whether the clock was ever changed. */
  hasJumped: boolean
  integrity: unknown
  /** Number of users who were read completely, by review ID. */
  readUsers: Map<number, number>
}

/** How the two kinds differ. */
interface Kind {
  start(harness: Harness, users: readonly string[], name: string): Promise<number>
  /** The user affected by a request that a cancellation would stop. */
  userOf(method: string, path: string, body: unknown): string | undefined
  newUsers(random: Random): string[]
}

/** Plays one history of a kind's runs, determined by its number except for the machine's timing. */
export async function playRuns(
  service: Service,
  kindName: 'onboarding' | 'review',
  seed: number,
  /** The clock that the sandbox follows. */
  time: { now(): number },
): Promise<PlayedRuns> {
  const random = createRandom(`runs ${kindName} ${seed}`)
  const users = Array.from({ length: kindName === 'review' ? reviewedEach : 0 }, (_, nth) =>
    service.someone('active', seed * reviewedEach + nth),
  )
  const kind = kindName === 'review' ? reviews(users) : onboarding(seed)
  const runs: PlayedRun[] = []
  const takenUsernames = new Set<string>()
  const errors: string[] = []
  let net = brokenNetwork(random, new Map())
  // Otherwise, a created user looks older than its request and isn't recognized.
  const mayJump = random.chance(0.4)
  let hasJumped = false
  let jumpedMs = 0

  /** Detects requests that only a canceled run can have sent. */
  const watchedFetch: typeof fetch = (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    const user = kind.userOf(init?.method ?? 'GET', path, init?.body)
    const userRuns = runs.filter(({ users }) => user !== undefined && users.includes(user))
    const isUnexpected = userRuns.length > 0 && userRuns.every(({ isStopped }) => isStopped)
    if (isUnexpected && !net.isDown && !init?.signal?.aborted) {
      errors.push(`${path} was sent for ${user}, whose run was cancelled`)
    }
    return net.fetch(input, init)
  }
  const options = { users: () => users.map(toDirectoryUser), fetch: watchedFetch }
  let harness = await createHarness(service, options)
  time.now = () => harness.clock.now() - jumpedMs
  const watch = watchQueue(() => harness)
  const { edit, editInParts } = watch

  const start = async () => {
    // Requests may be sent before the run is acknowledged.
    const run: PlayedRun = {
      id: 0,
      users: kind.newUsers(random),
      isCancelled: false,
      isStopped: false,
    }
    const name = `Run ${random.below(1_000_000)}`
    runs.push(run)
    await editInParts({ kind: 'bulk' }, async () => {
      run.id = await kind.start(harness, run.users, name)
    })
    if (kindName === 'review') run.name = name
  }
  const onRun = (change: (run: PlayedRun) => unknown) => () =>
    runs.length > 0 ? change(random.pick(runs)) : undefined
  const itemsOf = ({ id }: PlayedRun) =>
    readActions(harness.database).flatMap((item) => (item.job === id ? [item.id] : []))
  const restart = async () => {
    const { clock } = harness
    const folder = await crash(harness, net, watch.look)
    net = brokenNetwork(random, new Map())
    harness = await createHarness(service, { ...options, folder, clock })
  }
  const retry = async (run: PlayedRun) => {
    const ids = itemsOf(run)
    const edited = { kind: kindName === 'review' ? 'readAgain' : 'retry', ids } as const
    run.isStopped = false
    if (kindName === 'review') run.isCancelled = false
    await editInParts(edited, () => harness.runs.retry(run.id))
  }
  const { steps, choose } = weighted(random)
  steps(10, start)
  steps(
    6,
    onRun(({ id }) => void edit({ kind: 'pause' }, () => harness.runs.pause(id))),
  )
  steps(
    8,
    onRun(({ id }) => void edit({ kind: 'pause' }, () => harness.runs.resume(id))),
  )
  steps(
    4,
    onRun(async (run) => {
      const ids = itemsOf(run)
      await editInParts({ kind: 'run', ids }, () => harness.runs.cancel(run.id))
      run.isCancelled = run.isStopped = true
    }),
  )
  steps(5, onRun(retry))
  steps(3, () => {
    const change = random.chance(0.5) ? 'pauseAll' : 'resumeAll'
    edit({ kind: 'pause' }, () => harness.runs[change]())
  })
  steps(
    4,
    onRun((run) => {
      if (kindName !== 'review') return
      const name = `Renamed ${random.below(1_000_000)}`
      edit({ kind: 'pause' }, () => harness.reviews.rename(harness.account.id, run.id, name))
      run.name = name
    }),
  )
  steps(mayJump ? 3 : 0, () => {
    hasJumped = true
    const by = random.pick([year, -year])
    harness.clock.jump(by)
    jumpedMs += by
  })
  steps(
    3,
    onRun(async ({ users }) => {
      if (kindName !== 'onboarding') return
      const username = random.pick(users)
      takenUsernames.add(username)
      const user = { username, name: 'Another', email: `other-${username}@example.com` }
      await service.ask('POST', '/users', { ...user, force_random_password: true })
    }),
  )
  steps(4, restart)
  steps(40, () => delay(random.below(8)))
  await start()
  for (let step = 0; step < runStepsEach; step += 1) await choose()()

  net.isRepaired = true
  edit({ kind: 'pause' }, () => harness.runs.resumeAll())
  for (const { id } of runs) edit({ kind: 'pause' }, () => harness.runs.resume(id))
  await waitUntilIdle(harness, seed)
  // Retries users that couldn't be read in three attempts.
  if (kindName === 'review') {
    for (const run of runs.filter(({ isCancelled }) => !isCancelled)) await retry(run)
    await waitUntilIdle(harness, seed)
  }
  watch.look()
  const items = readActions(harness.database)
  const readUsers = new Map(
    kindName === 'review' ? runs.map(({ id }) => [id, countRead(harness, id)] as const) : [],
  )
  const played = runs.map((run) => ({
    ...run,
    summary: harness.runs.get(run.id),
    items: items.filter(({ job }) => job === run.id),
  }))
  const integrity = harness.database.prepare('PRAGMA integrity_check').get()?.['integrity_check']
  await harness.end()
  return {
    wrong: [...errors, ...watch.wrong],
    runs: played,
    taken: takenUsernames,
    hasJumped,
    integrity,
    readUsers,
  }
}

function onboarding(seed: number): Kind {
  let runCount = 0
  return {
    async start({ onboarding, account }, users) {
      const lines = users.map((username) => `${username},New User,${username}@example.com`)
      const text = ['username,name,email', ...lines].join('\n')
      const source = {
        text,
        edits: [],
        removed: [],
        domains: [],
        skipConfirmation: false,
        ...{ groups: '', startDate: '', customAttributes: '' },
      }
      return (await onboarding.create(account.id, { ...source, ready: users.length })).id
    },
    userOf: (method, path, body) =>
      method === 'POST' && path.endsWith('/users') && typeof body === 'string'
        ? (JSON.parse(body) as { username: string }).username
        : undefined,
    newUsers: (random) =>
      Array.from({ length: 1 + random.below(4) }, () => `played${seed}x${(runCount += 1)}`),
  }
}

function reviews(users: readonly { id: number }[]): Kind {
  return {
    async start({ reviews, gitlab }, users, name) {
      const selection = { kind: 'users' as const, ids: users.map(Number) }
      const scope = { subjects: ['keys' as const, 'tokens' as const] }
      return (await reviews.start(gitlab as GitLabClient, { selection, name, scope })).id!
    },
    userOf: (_, path) => /\/users\/(\d+)/.exec(path)?.[1],
    newUsers(random) {
      const selectedUsers = users.filter(() => random.chance(0.25)).map(({ id }) => String(id))
      return selectedUsers.length > 0 ? selectedUsers : [String(random.pick(users).id)]
    },
  }
}

/** Waits until all work is done; otherwise throws with the current state. */
async function waitUntilIdle(
  { runs, throttle, database, until, requests, clock }: Harness,
  seed: number,
): Promise<void> {
  const remainingRuns = () =>
    readActions(database).filter(({ state }) => /ready|sending|unknown/.test(state))
  throttle.resume()
  try {
    await until(() => remainingRuns().length === 0, 2, 60_000)
  } catch (error) {
    const { jobs } = runs.list()
    const snapshot = { seed, now: clock.now(), jobs, last: requests.slice(-20) }
    throw new Error(
      `The runs are stuck: ${JSON.stringify({ ...snapshot, left: remainingRuns() })}`,
      {
        cause: error,
      },
    )
  }
}

function countRead({ reviews, account }: Harness, review: number): number {
  const query = {
    filters: [],
    order_by: 'username',
    sort: 'asc',
    offset: 0,
    limit: 100,
  } as const
  const { items } = reviews.collected(account.id, review).usersPage(query)
  return items.filter(({ read_at, unread }) => read_at !== null && unread.length === 0).length
}
