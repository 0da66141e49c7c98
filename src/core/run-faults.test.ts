import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FaultRule, parseFault } from '../sandbox/faults.ts'
import { createRandom } from '../sandbox/seed/random.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { startSeededSandbox } from '../sandbox/testing/seeded-sandbox.ts'
import type { JobSummary } from '../shared/operations/jobs.ts'
import type { ReviewState, ReviewedUser } from '../shared/operations/review.ts'
import { readAll } from './features/directory/testing/sync.ts'
import { OnboardingStage, csvOfUsers } from './features/onboarding/testing/rows.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'

const count = 12
const kinds = [
  'reset-before',
  'reset-after',
  'truncate',
  'html',
  'status=500',
  'status=502',
  'latency=20',
]

/** Faults for many of the first of these calls. */
function randomFaults(seed: string, calls: readonly string[]): FaultRule[] {
  const random = createRandom(seed)
  const numbers = Array.from({ length: 3 * count }, (_, index) => index + 1)
  return calls.flatMap((call) =>
    numbers
      .filter(() => random.chance(0.4))
      .map((number) => parseFault(`${call} ${number} ${random.pick(kinds)}`)),
  )
}

let sandbox: Sandbox
let latchkey: TestLatchkey
let account: string
async function start(users: number, faults: FaultRule[]): Promise<void> {
  sandbox = await startSeededSandbox({ users, flavor: 'gitlab', faults })
  latchkey = createTestLatchkey()
  account = (await latchkey.signIn(sandbox.url, sandbox.tokens.admin)).id
}
afterEach(async () => {
  await latchkey.close()
  await sandbox.stop()
})

const run = (operation: string, job: number) =>
  latchkey.value<JobSummary>(`jobs.${operation}`, { job }, account)

/** Lists the sandbox's users. Remaining faults may still hit the request. */
function readUsers({ url, tokens }: Sandbox): Promise<{ id: number; username: string }[]> {
  return vi.waitFor(async () => {
    const headers = { 'private-token': tokens.admin }
    const answer = await fetch(`${url}/api/v4/users?per_page=100&active=true`, { headers })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { id: number; username: string }[]
  })
}

describe.each(['first', 'second'])('runs with random faults (%s seed)', (seed) => {
  it('create each new user exactly once', async () => {
    await start(0, randomFaults(seed, ['POST /users', 'GET /users']))
    const stage = new OnboardingStage(latchkey, account)
    const { text, usernames } = csvOfUsers(count)
    const id = await stage.start(text)
    await expect
      .poll(async () => (await run('resume', id)).counts, { interval: 30 })
      .toMatchObject({ done: count })
    const items = await stage.rows(id)
    const allUsers = await readUsers(sandbox)
    const createdUsers = allUsers.filter(({ username }) => usernames.includes(username))
    expect(createdUsers.map((user) => user.id).toSorted((a, b) => a - b)).toEqual(
      items.map(({ target }) => target.id).toSorted((a, b) => a! - b!),
    )
    expect(createdUsers).toHaveLength(count)
  })

  it('read each user of a review completely', async () => {
    const parts = ['', '/memberships', '/keys', '/gpg_keys', '/impersonation_tokens']
    const calls = parts.map((part) => `GET /users/*${part}`)
    await start(30, randomFaults(seed, calls))
    await readAll(latchkey, account)
    const ids = Array.from({ length: count }, (_, index) => index + 1)
    const selection = { kind: 'users', ids }
    const { id } = await latchkey.value<ReviewState>('review.start', { selection }, account)
    const state = () => latchkey.value<ReviewState>('review.state', {}, account)
    await expect
      .poll(
        async () => {
          const { phase, incomplete } = await state()
          // A user that failed three times is skipped until the run is retried.
          await run(phase === 'done' && incomplete > 0 ? 'retry' : 'resume', id!)
          return state()
        },
        { interval: 30 },
      )
      .toMatchObject({ phase: 'done', read: count, incomplete: 0 })
    const page = { limit: 100 }
    const { items } = await latchkey.value<{ items: ReviewedUser[] }>('review.users', page, account)
    expect(items.map((user) => user.id).toSorted((a, b) => a - b)).toEqual(ids)
    expect(items.filter(({ read_at, unread }) => !read_at || unread.length > 0)).toEqual([])
  })
})
