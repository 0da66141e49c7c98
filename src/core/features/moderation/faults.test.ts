import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { QueueSummary } from '../../../shared/operations/queue.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { fastClock } from '../../jobs/testing/fast-clock.ts'
import { fault, startFaulty } from './testing/faulty-service.ts'
import { createHarness, startService } from './testing/harness.ts'

describe('action with a lost response', () => {
  it.each(['block', 'ban'] as const)(
    'is verified by reading the user when %s took effect',
    async (action) => {
      const { service, harness } = await startFaulty([
        fault('POST', `/users/*/${action}`, 1, 'reset-after'),
      ])
      const user = service.someone('active')
      const ended = await harness.settled(harness.enqueue(action, user))
      expect(ended.state).toBe('done')
      expect(ended.after).toBe(service.user(user.id)!.state)
      expect(harness.writes()).toHaveLength(1)
    },
  )

  it.each([
    ['reset-before', undefined],
    ['html', undefined],
    ['status', 502],
    ['status', 500],
    ['redirect', undefined],
  ] as const)('is resent after %s %s when it didn’t take effect', async (kind, value) => {
    const rule = fault('POST', '/users/*/ban', 1, kind, value)
    if (kind === 'redirect') rule.value = 'http://127.0.0.1:1/'
    const { service, harness } = await startFaulty([rule])
    const user = service.someone('active')
    expect((await harness.settled(harness.enqueue('ban', user))).state).toBe('done')
    expect(service.user(user.id)!.state).toBe('banned')
    expect(harness.writes()).toHaveLength(2)
  })

  it('is verified by reading the user after a truncated response', async () => {
    const { service, harness } = await startFaulty([
      fault('POST', '/users/*/approve', 1, 'truncate'),
    ])
    const user = service.someone('blocked_pending_approval')
    expect((await harness.settled(harness.enqueue('approve', user))).state).toBe('done')
    expect(harness.writes()).toHaveLength(1)
  })

  it('needs a decision if another administrator changed the user again', async () => {
    const { service, harness } = await startFaulty([
      fault('POST', '/users/*/block', 1, 'reset-before'),
      fault('GET', '/users/*', 2, 'status', 503),
    ])
    const user = service.someone('active')
    const queued = harness.enqueue('block', user)
    await harness.until(() => harness.get(queued.id).state === 'unknown')
    service.set(user.id, { state: 'banned' })
    expect(await harness.settled(queued)).toMatchObject({ state: 'conflict', after: 'banned' })
  })

  it('is verified by reading the user after disabling two-factor authentication', async () => {
    const { service, harness } = await startFaulty([
      fault('PATCH', '/users/*/disable_two_factor', 1, 'reset-after'),
    ])
    const user = service.someone('active')
    const ended = await harness.settled(harness.enqueue('disable_two_factor', user))
    expect(ended).toMatchObject({ state: 'done', after: 'active' })
    expect(harness.writes()).toHaveLength(1)
  })

  it('is not resent when the verifying read fails', async () => {
    const { service, harness } = await startFaulty([fault('GET', '/users/*', 2, 'reset-before')])
    const user = service.someone('active')
    expect((await harness.settled(harness.enqueue('ban', user))).state).toBe('done')
    expect(harness.writes()).toHaveLength(1)
  })

  it('completes with a notice when adding the note fails', async () => {
    const { service, harness } = await startFaulty([fault('PUT', '/users/*', '*', 'status', 500)])
    const user = service.someone('active')
    const queued = harness.enqueue('block', user, { reason: 'spam', note: true })
    expect(await harness.settled(queued)).toMatchObject({
      state: 'done',
      failure: { message: expect.stringMatching(/^Done, but the reason/) },
    })
  })
})

describe('unreachable service', () => {
  it('is probed with one action at a time until it recovers', async () => {
    let isUp = false
    const direct = createNodeFetch()
    const { service, harness } = await startFaulty([], {
      fetch: (input, init) => direct(isUp ? input : 'http://127.0.0.1:1/', init),
    })
    const users = [0, 1, 2, 3, 4, 5].map((nth) => service.someone('active', nth))
    const queued = users.map((user) => harness.enqueue('block', user))
    await harness.until(() => harness.requests.length >= 3)
    const [first] = queued.map(({ id }) => harness.get(id))
    expect(first).toMatchObject({ state: 'ready', failure: { kind: 'offline' } })
    await harness.until(() => harness.queue.summary().waiting?.kind === 'offline')
    // The pauses get longer while it is unreachable.
    const [one, two, three] = harness.requests.map(({ at }) => at)
    expect(two! - one!).toBeGreaterThanOrEqual(450)
    expect(three! - two!).toBeGreaterThanOrEqual(900)
    isUp = true
    harness.throttle.resume()
    for (const row of queued) expect((await harness.settled(row)).state).toBe('done')
    expect(harness.writes()).toHaveLength(6)
  })
})

describe('service that rejects every request', () => {
  it.each([
    ['a 403 in GitLab’s format', 403, { message: '403 Forbidden' }],
    ['a 403 in GitLab’s format with a reason', 403, { message: '403 Forbidden - Not now' }],
    ['a 400', 400, { error: 'Not now' }],
    ['a 403 from a proxy', 403, 'Forbidden'],
  ])('shows %s as the wait reason and keeps all actions', async (_, status, body) => {
    let isRefusing = true
    const direct = createNodeFetch()
    const { service, harness } = await startFaulty([], {
      fetch: async (input, init) =>
        isRefusing ? Response.json(body, { status }) : direct(input, init),
    })
    const users = [0, 1, 2].map((nth) => service.someone('active', nth))
    const queued = users.map((user) => harness.enqueue('block', user))
    let waiting: QueueSummary['waiting']
    // Some of the pauses are short.
    await harness.until(() => (waiting = harness.queue.summary().waiting) !== undefined)
    expect(waiting).toMatchObject({ message: expect.any(String), hint: expect.any(String) })
    expect(['service-error', 'not-the-service']).toContain(waiting!.kind)
    await harness.until(() => harness.requests.length >= 3)
    // One action at a time probes whether the outage is over.
    const [one, two, three] = harness.requests.map(({ at }) => at)
    expect(two! - one!).toBeGreaterThanOrEqual(450)
    expect(three! - two!).toBeGreaterThanOrEqual(900)
    expect(harness.writes()).toEqual([])
    isRefusing = false
    for (const row of queued) expect((await harness.settled(row)).state).toBe('done')
    expect(harness.writes()).toHaveLength(3)
  })
})

describe('rate limit', () => {
  it('stops all requests until it ends', async () => {
    const direct = createNodeFetch()
    const clock = fastClock(20)
    let limitEnd = 0
    const earlyRequests: number[] = []
    let remainingRefusals = 8
    const { service, harness } = await startFaulty([], {
      clock,
      async fetch(input, init) {
        if (clock.now() < limitEnd) earlyRequests.push(limitEnd - clock.now())
        if (remainingRefusals-- > 0 || init?.method !== 'POST' || limitEnd > 0)
          return direct(input, init)
        limitEnd = clock.now() + 20_000
        return new Response('Retry later', { status: 429, headers: { 'retry-after': '20' } })
      },
    })
    const users = [0, 1, 2, 3, 4, 5, 6, 7].map((nth) => service.someone('active', nth))
    const queued = users.map((user) => harness.enqueue('ban', user))
    await harness.until(() => limitEnd > 0)
    for (const row of queued) expect((await harness.settled(row)).state).toBe('done')
    expect(earlyRequests).toEqual([])
    expect(clock.now()).toBeGreaterThan(limitEnd)
  })

  it('is retried after a pause if no end time is known', async () => {
    const { service, harness } = await startFaulty([
      fault('POST', '/users/*/ban', 1, 'status', 429),
    ])
    const user = service.someone('active')
    const began = harness.clock.now()
    expect((await harness.settled(harness.enqueue('ban', user))).state).toBe('done')
    expect(harness.writes()).toHaveLength(2)
    expect(harness.clock.now() - began).toBeGreaterThan(1_000)
  })

  it('survives a restart', async () => {
    const { service, harness } = await startFaulty([], {
      fetch: async () => new Response('', { status: 429, headers: { 'retry-after': '600' } }),
    })
    const user = service.someone('active')
    harness.enqueue('ban', user)
    await harness.until(() => harness.queue.summary().waiting?.kind === 'rate-limited')
    await harness.close()
    const next = await createHarness(service, { folder: harness.folder, clock: harness.clock })
    onTestFinished(() => next.end())
    expect(next.queue.summary().waiting).toMatchObject({
      kind: 'rate-limited',
      retryAt: expect.any(Number),
    })
    expect(next.requests).toEqual([])
  })
})

describe('account with rejected requests', () => {
  it('holds its queue after a 401 until it gets a new token and the hold is released', async () => {
    const { service, harness } = await startFaulty([], { requestsAtOnce: 1 })
    const users = [0, 1, 2, 3].map((nth) => service.someone('active', nth))
    const queued = users.map((user) => harness.enqueue('block', user))
    await harness.until(() => harness.get(queued[1]!.id).state === 'done')
    const validToken = harness.target.token
    harness.target.token = service.tokens.expired
    await harness.until(() => harness.queue.summary().waiting?.kind === 'unauthorized')
    const requestCount = harness.requests.length
    const { done, ready, unknown } = harness.queue.summary().counts
    expect(done + ready + unknown).toBe(4)
    harness.runner.wake()
    harness.enqueue('block', service.someone('active', 4))
    await harness.until(() => harness.events.at(-1)!.summary.counts.ready > 0)
    expect(harness.requests).toHaveLength(requestCount)
    harness.target.token = validToken
    harness.throttle.resume()
    expect(harness.queue.summary().hold?.count).toBe(ready + unknown + 1)
    harness.queue.release()
    for (const row of queued) expect((await harness.settled(row)).state).toBe('done')
    expect(harness.writes().filter((line) => line.includes('block')).length).toBeGreaterThanOrEqual(
      5,
    )
  })

  it('stops sending and keeps its queue when it loses admin rights', async () => {
    const { service, harness } = await startFaulty([], { requestsAtOnce: 1 })
    const users = Array.from({ length: 30 }, (_, nth) => service.someone('active', nth))
    const queued = users.map((user) => harness.enqueue('ban', user))
    await harness.until(() => harness.get(queued[0]!.id).state === 'done')
    service.set(1, { admin: 0 })
    await harness.until(() => harness.queue.summary().waiting?.reason === 'administrators-only')
    const last = queued.at(-1)!
    expect(harness.get(last.id).state).toBe('ready')
    service.set(1, { admin: 1 })
    // An earlier read may still contradict this at first, so this repeats it like an open screen.
    await harness.until(() => {
      harness.account.isAdmin = harness.target.isAdmin = true
      harness.throttle.resume()
      return harness.queue.summary().counts.done === queued.length
    }, 50)
    for (const row of queued) expect((await harness.settled(row)).state).toBe('done')
  })

  it('waits for Admin Mode and reports why', async () => {
    const service = await startService({ adminMode: true })
    onTestFinished(service.end)
    const { token } = await service.ask('POST', '/users/1/personal_access_tokens', {
      name: 'plain',
      scopes: ['api'],
    })
    const harness = await createHarness(service, { token: String(token) })
    onTestFinished(() => harness.end())
    const queued = harness.enqueue('block', service.someone('active'))
    await harness.until(() => harness.queue.summary().waiting !== undefined)
    expect(harness.queue.summary().waiting).toMatchObject({
      kind: 'forbidden',
      reason: 'admin-mode',
    })
    expect(harness.get(queued.id)).toMatchObject({ state: 'ready' })
  })
})

describe('action that GitLab refuses', () => {
  it('shows GitLab’s message and the user’s current state', async () => {
    const direct = createNodeFetch()
    let change = () => undefined as unknown
    const { service, harness } = await startFaulty([], {
      async fetch(input, init) {
        if (init?.method === 'POST') change()
        return direct(input, init)
      },
    })
    const user = service.someone('active')
    change = () => service.set(user.id, { state: 'ldap_blocked' })
    const ended = await harness.settled(harness.enqueue('ban', user))
    expect(ended).toMatchObject({
      state: 'refused',
      after: 'ldap_blocked',
      failure: { message: 'You cannot ban ldap_blocked users.', status: 403 },
    })
    const other = service.someone('active', 1)
    change = () => service.set(other.id, { state: 'blocked_pending_approval' })
    // A 201 without a user isn't success.
    expect(await harness.settled(harness.enqueue('block', other))).toMatchObject({
      state: 'refused',
      after: 'blocked_pending_approval',
      failure: { message: expect.stringMatching(/but nothing changed/) },
    })
    const third = service.someone('active', 2)
    change = () => service.set(third.id, { state: 'banned' })
    expect(await harness.settled(harness.enqueue('ban', third))).toMatchObject({
      state: 'done',
      after: 'banned',
    })
    const entries = harness.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, offset: 0, limit: 10 },
    )
    expect(entries.items.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'refused'])
  })
})

describe('disk that isn’t writable', () => {
  it('rejects new actions with an error', async () => {
    const { service, harness } = await startFaulty()
    const user = service.someone('active')
    harness.database.exec('PRAGMA query_only = ON')
    const failure = harness.refusalOf(() => harness.enqueue('block', user))
    expect(failure).toMatchObject({
      kind: 'unexpected',
      message: expect.stringMatching(/^Couldn’t save the queue/),
    })
    harness.database.exec('PRAGMA query_only = OFF')
    expect((await harness.settled(harness.enqueue('block', user))).state).toBe('done')
  })

  it('doesn’t send actions that couldn’t be stored first', async () => {
    const direct = createNodeFetch()
    let onRequest = () => undefined as unknown
    const { service, harness } = await startFaulty([], {
      async fetch(input, init) {
        onRequest()
        return direct(input, init)
      },
    })
    onRequest = () => harness.database.exec('PRAGMA query_only = ON')
    const queued = harness.enqueue('block', service.someone('active'))
    await vi.waitUntil(() => harness.logged.length > 0)
    expect(harness.writes()).toEqual([])
    onRequest = () => undefined
    harness.database.exec('PRAGMA query_only = OFF')
    expect((await harness.settled(queued)).state).toBe('done')
    expect(harness.writes()).toHaveLength(1)
  })

  it('doesn’t cause a sent action to be resent', async () => {
    const direct = createNodeFetch()
    let onWrite = () => undefined as unknown
    const { service, harness } = await startFaulty([], {
      async fetch(input, init) {
        if (init?.method === 'POST') onWrite()
        return direct(input, init)
      },
    })
    onWrite = () => harness.database.exec('PRAGMA query_only = ON')
    const queued = harness.enqueue('ban', service.someone('active'))
    await vi.waitUntil(() => harness.logged.length > 0)
    onWrite = () => undefined
    harness.database.exec('PRAGMA query_only = OFF')
    expect((await harness.settled(queued)).state).toBe('done')
    expect(harness.writes()).toHaveLength(1)
  })
})
