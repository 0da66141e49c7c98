import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { RunPlan } from '../../../shared/operations/plans.ts'
import type { QueueAction } from '../../../shared/rules/moderation.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { maxPassed, smallRunUsers } from '../../jobs/send-order.ts'
import {
  type Harness,
  type SandboxUser,
  type Service,
  createHarness,
  startService,
} from './testing/harness.ts'

// Nobody waits behind a crowd. Counts requests, so that it doesn't depend on speed.

const dayMs = 24 * 60 * 60_000
const crowdSize = smallRunUsers + 10

let service: Service
let harness: Harness
let crowd: SandboxUser[]
let others: SandboxUser[]
beforeAll(async () => void (service = await startService({ users: 160 })))
afterAll(() => service.end())
beforeEach(async () => {
  crowd = Array.from({ length: crowdSize }, (_, nth) => service.someone('active', nth))
  others = Array.from({ length: 10 }, (_, nth) => service.someone('active', crowdSize + nth))
  await use({ requestsAtOnce: 1 })
})
afterEach(() => harness.end())

async function use(options: { requestsAtOnce: number; fetch?: typeof fetch }) {
  await harness?.end()
  harness = await createHarness(service, {
    ...options,
    users: () =>
      [...crowd, ...others].map((user) => ({
        ...service.user(user.id)!,
        two_factor_enabled: true,
        last_activity_on: null,
      })),
  })
  harness.runs.pauseAll()
}

const offboard: RunPlan = {
  name: 'Offboard',
  onFailure: 'continue',
  steps: [{ action: 'block' }, { action: 'delete_ssh_keys' }, { action: 'delete_emails' }],
}

function start(users: readonly SandboxUser[], task: { action?: QueueAction; plan?: RunPlan }) {
  const ids = users.map(({ id }) => id)
  return harness.queue.bulk.start({
    selection: { kind: 'users', ids },
    ...(task as { action: 'block' }),
    note: false,
    affectedCount: ids.length,
  })
}

const anotherCrowd = () =>
  Array.from({ length: smallRunUsers + 1 }, (_, nth) => service.someone('active', 80 + nth))
const stateOf = ({ id }: JobSummary) => harness.runs.get(id).state
const waitForEnd = (runs: readonly JobSummary[]) =>
  harness.until(() => runs.every((run) => stateOf(run) === 'finished'), 50)
/** The users in the order of their first request. */
const order = () => [
  ...new Set(
    harness.requests.flatMap(({ line }) => Number(/\/users\/(\d+)/.exec(line)?.[1]) || []),
  ),
]
/** How many users had their turn before this one. */
const usersBefore = ({ id }: SandboxUser) => order().indexOf(id)
/** Waits until this many users had their turn. The rest of a crowd proves nothing more. */
const waitForTurns = (count: number) => harness.until(() => order().length >= count)
const indexOfLast = (users: readonly SandboxUser[]) => Math.max(...users.map(usersBefore))

describe.each([1, 4])('with %d requests at once, a run of many users', (requestsAtOnce) => {
  it('doesn’t delay a single action, a small run, or a plan', async () => {
    await use({ requestsAtOnce })
    const [leaver, blocked, ...rest] = others as [SandboxUser, SandboxUser, ...SandboxUser[]]
    const approved = rest.slice(0, 3)
    for (const { id } of approved) service.set(id, { state: 'blocked_pending_approval' })
    const runs = [await start(crowd, { action: 'block' })]
    runs.push(await start([leaver], { plan: offboard }))
    runs.push(await start(approved, { action: 'approve' }))
    const single = harness.enqueue('ban', blocked)
    harness.runs.resumeAll()
    await harness.settled(single)
    await waitForEnd(runs)
    expect(usersBefore(blocked)).toBeLessThanOrEqual(maxPassed)
    // Two small runs take turns.
    const bound = 2 * (maxPassed + 1)
    expect(usersBefore(leaver)).toBeLessThan(bound)
    expect(Math.min(...approved.map(usersBefore))).toBeLessThan(bound)
    // Each of the crowd is read, blocked and read again, no more.
    const ids = new Set(crowd.map(({ id }) => id))
    const ofCrowd = harness.requests.filter(({ line }) =>
      ids.has(Number(/\/users\/(\d+)/.exec(line)?.[1])),
    )
    expect(ofCrowd).toHaveLength(crowdSize * 3)
  })
})

describe('a run of many users', () => {
  it('keeps every fourth place while small runs are sent', async () => {
    await start(crowd, { action: 'block' })
    const few = await start(others.slice(0, 9), { action: 'block' })
    harness.runs.resumeAll()
    await waitForEnd([few])
    const before = order().slice(0, indexOfLast(others.slice(0, 9)))
    expect(before.filter((id) => crowd.some((user) => user.id === id)).length).toBe(2)
  })

  it('takes turns with another one', async () => {
    others = anotherCrowd()
    for (const users of [crowd, others]) await start(users, { action: 'block' })
    harness.runs.resumeAll()
    await waitForTurns(6)
    const isOther = order().map((id) => others.some((user) => user.id === id))
    expect(isOther.slice(0, 6)).toEqual([false, true, false, true, false, true])
  })

  it('is sent ahead of small runs if somebody puts it first', async () => {
    const few = await start(others, { action: 'block' })
    const many = await start(crowd, { action: 'block' })
    expect(harness.runs.runFirst(many.id)).toMatchObject({ isFirst: true })
    harness.runs.resumeAll()
    await waitForEnd([many, few])
    const isOfCrowd = order().map((id) => crowd.some((user) => user.id === id))
    expect(isOfCrowd.slice(0, 8)).toEqual([true, true, true, false, true, true, true, false])
    expect(harness.runs.get(many.id).isFirst).toBeUndefined()
  })

  it('takes turns again if somebody puts another one first, or takes that back', async () => {
    const runs = [await start(crowd, { action: 'block' })]
    others = anotherCrowd()
    runs.push(await start(others, { action: 'block' }))
    const areFirst = () => runs.map(({ id }) => harness.runs.get(id).isFirst === true)
    harness.runs.runFirst(runs[0]!.id)
    harness.runs.runFirst(runs[1]!.id)
    expect(areFirst()).toEqual([false, true])
    harness.runs.runFirst(runs[1]!.id, false)
    expect(areFirst()).toEqual([false, false])
    harness.runs.resumeAll()
    await waitForTurns(6)
    const isOther = order().map((id) => others.some((user) => user.id === id))
    expect(isOther.slice(0, 6)).toEqual([false, true, false, true, false, true])
  })

  it('lets its action on a user go ahead if another action on that user waits for it', async () => {
    const last = crowd.at(-1)!
    await start(crowd, { action: 'deactivate' })
    const single = harness.enqueue('block', last)
    harness.runs.resumeAll()
    await harness.settled(single)
    expect(usersBefore(last)).toBe(0)
    const writes = harness.writes().filter((line) => line.includes(`/${last.id}/`))
    expect(writes).toEqual([`POST /users/${last.id}/deactivate`, `POST /users/${last.id}/block`])
  })

  it('doesn’t delay a small run of the same date after a long sleep', async () => {
    const dated = (action: 'block' | 'deactivate'): RunPlan => ({
      name: 'On a date',
      onFailure: 'review',
      steps: [{ action, dated: true }],
      due: { at: harness.clock.now() + dayMs, zone: 'UTC' },
    })
    await start(crowd, { plan: dated('deactivate') })
    const few = await start(others.slice(0, 2), { plan: dated('block') })
    harness.runs.resumeAll()
    harness.clock.jump(3 * dayMs)
    harness.runner.wake()
    await waitForEnd([few])
    expect(indexOfLast(others.slice(0, 2))).toBeLessThanOrEqual(2 * maxPassed)
  })

  it('takes turns with a review', async () => {
    others = anotherCrowd()
    await start(crowd, { action: 'block' })
    const ids = others.map(({ id }) => id)
    const selection = { kind: 'users', ids } as const
    const withoutPlaces = { subjects: ['keys' as const] }
    await harness.reviews.start(harness.gitlab, { selection, name: 'Spring', scope: withoutPlaces })
    harness.runs.resumeAll()
    await waitForTurns(6)
    const isReviewed = order().map((id) => ids.includes(id))
    expect(isReviewed.slice(0, 6)).toEqual([false, true, false, true, false, true])
  })
})

describe('a small run', () => {
  it('names the run that it waits for, and can go first', async () => {
    const answer = Promise.withResolvers<void>()
    const direct = createNodeFetch()
    await use({
      requestsAtOnce: 1,
      fetch: async (...request) => {
        await answer.promise
        return direct(...request)
      },
    })
    const many = await start(crowd, { action: 'block' })
    harness.runs.resumeAll()
    await harness.until(() => harness.requests.length === 1)
    const few = await start(others.slice(0, 1), { plan: offboard })
    expect(harness.runs.get(few.id)).toMatchObject({
      waitsFor: { run: many.id, name: `Block ${crowdSize} users` },
      canGoFirst: true,
    })
    expect(harness.runs.get(many.id).waitsFor).toBeUndefined()
    answer.resolve()
    await waitForEnd([few])
    expect(harness.runs.get(few.id).waitsFor).toBeUndefined()
  })
})

describe('a single action', () => {
  it('names the paused run whose action on the same user is first', async () => {
    const many = await start(crowd, { action: 'deactivate' })
    harness.runs.pause(many.id)
    const single = harness.enqueue('block', crowd.at(-1)!)
    harness.runs.resumeAll()
    const list = () => harness.queue.list({ target: single.target.id, offset: 0, limit: 10 }).items
    await harness.until(() => list().some(({ id, waitsFor }) => id === single.id && waitsFor))
    expect(list().find(({ id }) => id === single.id)!.waitsFor).toEqual({
      run: many.id,
      name: `Deactivate ${crowdSize} users`,
      isPaused: true,
    })
  })
})
