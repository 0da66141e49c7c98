import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import {
  type Harness,
  type SandboxUser,
  type Service,
  createHarness,
  startService,
} from './testing/harness.ts'

// Times in runs, evidence and exports are those of requests.

const hourMs = 60 * 60_000

let service: Service
let harness: Harness
let users: SandboxUser[]
let isOffline: boolean
let nth = 0
const direct = createNodeFetch()
beforeAll(async () => void (service = await startService({ users: 160 })))
afterAll(() => service.end())
beforeEach(async () => {
  isOffline = false
  users = Array.from({ length: 2 }, () => service.someone('active', nth++))
  harness = await createHarness(service, {
    requestsAtOnce: 1,
    users: () => users.map((user) => ({ ...user, two_factor_enabled: true })),
    fetch: (...request) =>
      isOffline ? Promise.reject(new TypeError('fetch failed')) : direct(...request),
  })
})
afterEach(() => harness.end())

const start = () =>
  harness.queue.bulk.start({
    selection: { kind: 'users', ids: users.map(({ id }) => id) },
    action: 'block',
    note: false,
    affectedCount: users.length,
  })
const get = (id: number) => harness.runs.get(id)
const evidence = (id: number) => harness.runs.evidence(id)
async function facts(id: number) {
  const [, description] = await harness.runs.report(id, 'csv')
  return JSON.parse(description!.text) as Record<string, string | number | null>
}
const toIso = (moment: number) => new Date(moment).toISOString()

it('start with the first request, not with the end of the undo period', async () => {
  harness.runs.pauseAll()
  const { id } = await start()
  harness.clock.jump(hourMs)
  expect(evidence(id).started).toBeUndefined()
  const resumed = harness.clock.now()
  harness.runs.resumeAll()
  await harness.until(() => get(id).state === 'finished')
  const { started, lastAnswer, users: [user] = [] } = evidence(id)
  expect(started).toBeGreaterThanOrEqual(resumed)
  expect(started).toBeLessThanOrEqual(harness.requests[0]!.at)
  expect(lastAnswer).toBeGreaterThanOrEqual(harness.requests.at(-1)!.at)
  expect(user!.steps[0]).toMatchObject({ firstRequest: started })
  expect(await facts(id)).toMatchObject({
    started_at: toIso(started!),
    ended_at: toIso(lastAnswer!),
    duration_seconds: (lastAnswer! - started!) / 1000,
  })
})

it('don’t start while GitLab can’t be reached', async () => {
  isOffline = true
  const { id } = await start()
  await harness.until(() => harness.requests.length > 0 && get(id).waiting !== undefined)
  expect(get(id).firstRequest).toBeUndefined()
  harness.clock.jump(hourMs)
  const connected = harness.clock.now()
  isOffline = false
  harness.tryNow()
  await harness.until(() => get(id).state === 'finished')
  expect(get(id).firstRequest).toBeGreaterThanOrEqual(connected)
})

it('end with the last answer, even if the rest is canceled later', async () => {
  const { id } = await start()
  await harness.until(() => get(id).counts.done === 1)
  harness.runs.pause(id)
  await harness.until(() => get(id).counts.sending === 0)
  const { lastAnswer } = get(id)
  harness.clock.jump(hourMs)
  await harness.runs.cancel(id)
  expect(get(id).ended! - lastAnswer!).toBeGreaterThanOrEqual(hourMs)
  expect(await facts(id)).toMatchObject({
    ended_at: toIso(lastAnswer!),
    closed_at: toIso(get(id).ended!),
  })
})

it('are absent if everything is canceled before it is sent', async () => {
  harness.runs.pauseAll()
  const { id } = await start()
  await harness.runs.cancel(id)
  expect(await facts(id)).toMatchObject({ started_at: null, ended_at: null })
})
