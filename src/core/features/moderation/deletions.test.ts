import { describe, expect, it } from 'vitest'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { fastClock } from '../../jobs/testing/fast-clock.ts'
import type { ModerationQueue } from './queue.ts'
import { fault, startFaulty } from './testing/faulty-service.ts'
import type { Harness } from './testing/harness.ts'

const lookupCount = ({ requests }: Harness) =>
  requests.filter(({ line }) => /^GET \/users\/\d+$/.test(line)).length
const messageOf = (harness: Harness, id: number) => harness.get(id).failure?.message ?? ''

describe('deletion with a lost response', () => {
  it('keeps checking while GitLab deletes the user', async () => {
    const { service, harness } = await startFaulty([fault('DELETE', '/users/*', 1, 'reset-after')])
    const queued = harness.enqueue('delete', service.someone('active'))
    await harness.until(() => lookupCount(harness) > 6)
    expect(harness.get(queued.id)).toMatchObject({
      state: 'unknown',
      failure: { message: expect.stringMatching(/The deletion may be running/) },
    })
    service.skipMinutes(2)
    expect(await harness.settled(queued)).toMatchObject({ state: 'done', after: 'gone' })
    expect(harness.writes()).toHaveLength(1)
  })

  it('resends a deletion that GitLab didn’t receive only after a decision', async () => {
    const { service, harness } = await startFaulty([fault('DELETE', '/users/*', 1, 'reset-before')])
    const queued = harness.enqueue('delete', service.someone('active'))
    await harness.until(() => lookupCount(harness) > 6)
    expect(harness.writes()).toHaveLength(1)
    expect(harness.queue.decide(queued.id, 'apply').state).toBe('undoable')
    harness.queue.sendNow([queued.id])
    expect((await harness.settled(queued)).state).toBe('done')
    expect(harness.writes()).toHaveLength(2)
  })

  it('can be dismissed, which adds an audit log entry', async () => {
    const { service, harness } = await startFaulty([fault('DELETE', '/users/*', 1, 'reset-before')])
    const queued = harness.enqueue('delete', service.someone('active'))
    await harness.until(() => lookupCount(harness) > 3)
    expect(harness.queue.decide(queued.id, 'drop').state).toBe('cancelled')
    const entries = () =>
      harness.auditLog.list({ instance: service.url, id: 1 }, { filter: {}, offset: 0, limit: 10 })
        .items
    await harness.until(() => entries().length > 0)
    expect(entries()).toMatchObject([{ action: 'delete', outcome: 'unknown' }])
  })

  it.each([
    ['hard_delete', 'active', 'DELETE', '/users/*'],
    ['reject', 'blocked_pending_approval', 'POST', '/users/*/reject'],
  ] as const)(
    'treats a user blocked after %s as a running deletion, not a conflict',
    async (action, state, method, path) => {
      const { service, harness } = await startFaulty([fault(method, path, 1, 'reset-after')])
      const user = service.someone(state)
      const queued = harness.enqueue(action, user)
      await harness.until(() => harness.get(queued.id).state === 'unknown')
      // GitLab blocks the user until its deletion job has run.
      service.set(user.id, { state: 'blocked' })
      await harness.until(() => /is probably running/.test(messageOf(harness, queued.id)))
      service.skipMinutes(2)
      expect(await harness.settled(queued)).toMatchObject({ state: 'done', after: 'gone' })
      expect(harness.writes()).toHaveLength(1)
    },
  )

  it('attributes a late deletion to Latchkey', async () => {
    const direct = createNodeFetch()
    let lookupCount = 0
    const { service, harness } = await startFaulty(
      [fault('DELETE', '/users/*', 1, 'reset-after')],
      {
        fetch: (input, init) => {
          if (init?.method === 'GET') lookupCount += 1
          // GitLab deletes the user only after three lookups that still found them.
          if (lookupCount === 5) service.skipMinutes(2)
          return direct(input, init)
        },
      },
    )
    const ended = await harness.settled(harness.enqueue('delete', service.someone('active')))
    expect(ended).toMatchObject({ state: 'done', after: 'gone' })
    expect(ended.failure?.message ?? '').not.toMatch(/nothing was changed/)
    expect(harness.writes()).toHaveLength(1)
  })
})

it.each<[string, (queue: ModerationQueue, id: number) => unknown]>([
  ['sent again', (queue, id) => queue.decide(id, 'apply')],
  [
    'dropped and retried',
    async (queue, id) => {
      queue.decide(id, 'drop')
      await queue.retry([id])
    },
  ],
])('verifies an accepted deletion that is %s without deleting twice', async (_, decide) => {
  const direct = createNodeFetch()
  let isConnectionCut = false
  const { service, harness } = await startFaulty([], {
    fetch: async (input, init) => {
      if (isConnectionCut && init?.method === 'GET') throw new TypeError('reset')
      const answer = await direct(input, init)
      if (init?.method === 'DELETE') isConnectionCut = true
      return answer
    },
  })
  const queued = harness.enqueue('delete', service.someone('active'))
  await harness.until(() => harness.get(queued.id).state === 'unknown')
  await decide(harness.queue, queued.id)
  isConnectionCut = false
  harness.throttle.resume()
  expect((await harness.settled(queued)).state).toBe('done')
  expect(harness.writes()).toHaveLength(1)
})

it('tracks an accepted deletion until the user is gone', async () => {
  const { service, harness } = await startFaulty()
  const user = service.someone('active')
  const ended = await harness.settled(harness.enqueue('delete', user))
  expect(ended).toMatchObject({ state: 'done', after: 'active' })
  service.skipMinutes(2)
  await harness.until(() => harness.get(ended.id).after === 'gone')
  expect(harness.get(ended.id).failure).toBeUndefined()
  expect(harness.removed).toContain(user.id)
})

describe('a deletion that GitLab accepted and never did', () => {
  const stalled = { message: expect.stringMatching(/still exists over an hour later/) }

  it('is reported after an hour', async () => {
    const { service, harness } = await startFaulty([], { clock: fastClock(10_000) })
    const ended = await harness.settled(harness.enqueue('delete', service.someone('active')))
    await harness.until(() => harness.get(ended.id).failure?.reason === 'deletion-stalled')
    expect(harness.get(ended.id)).toMatchObject({
      state: 'done',
      after: 'active',
      failure: stalled,
    })
  })

  it('is reported when the user is listed later, and no longer hides the user', async () => {
    const { service, harness } = await startFaulty()
    const user = service.someone('active')
    const ended = await harness.settled(harness.enqueue('delete', user))
    expect(harness.queue.beingDeleted([user.id])).toEqual(new Set([user.id]))
    harness.clock.jump(60 * 60_000)
    expect(harness.queue.beingDeleted([user.id])).toEqual(new Set())
    expect(harness.get(ended.id).failure).toMatchObject(stalled)
  })

  it('isn’t reported for a user who is gone', async () => {
    const { service, harness } = await startFaulty()
    const user = service.someone('active')
    const ended = await harness.settled(harness.enqueue('delete', user))
    service.skipMinutes(2)
    await harness.until(() => harness.get(ended.id).after === 'gone')
    harness.clock.jump(60 * 60_000)
    harness.queue.beingDeleted([user.id])
    expect(harness.get(ended.id).failure).toBeUndefined()
  })
})
