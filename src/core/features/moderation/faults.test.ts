import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FaultRule } from '../../../sandbox/faults.ts'
import { createNodeFetch } from '../../network/node-fetch.ts'
import { fastClock } from './testing/fast-clock.ts'
import { type Service, type Workshop, createWorkshop, startService } from './testing/harness.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function set(
  faults: FaultRule[] = [],
  options: Parameters<typeof createWorkshop>[1] = {},
): Promise<{ service: Service; workshop: Workshop }> {
  const service = await startService({ faults })
  ends.push(service.end)
  const workshop = await createWorkshop(service, options)
  ends.push(() => workshop.end())
  return { service, workshop }
}

const fault = (
  method: string,
  path: string,
  calls: number | string,
  kind: string,
  value?: number,
) => ({ method, path, calls, kind, value }) as FaultRule

describe('a lost answer', () => {
  it.each(['block', 'ban'] as const)(
    'to %s that was done is found out by looking',
    async (action) => {
      const { service, workshop } = await set([
        fault('POST', `/users/*/${action}`, 1, 'reset-after'),
      ])
      const person = service.someone('active')
      const ended = await workshop.settled(workshop.order(action, person))
      expect(ended.state).toBe('done')
      expect(ended.after).toBe(service.person(person.id)!.state)
      expect(workshop.writes()).toHaveLength(1)
    },
  )

  it.each([
    ['reset-before', undefined],
    ['html', undefined],
    ['status', 502],
    ['status', 500],
    ['redirect', undefined],
  ] as const)('by %s %s to what was not done is sent again', async (kind, value) => {
    const rule = fault('POST', '/users/*/ban', 1, kind, value)
    if (kind === 'redirect') rule.value = 'http://127.0.0.1:1/'
    const { service, workshop } = await set([rule])
    const person = service.someone('active')
    expect((await workshop.settled(workshop.order('ban', person))).state).toBe('done')
    expect(service.person(person.id)!.state).toBe('banned')
    expect(workshop.writes()).toHaveLength(2)
  })

  it('that broke off half-way is found out by looking', async () => {
    const { service, workshop } = await set([fault('POST', '/users/*/approve', 1, 'truncate')])
    const person = service.someone('blocked_pending_approval')
    expect((await workshop.settled(workshop.order('approve', person))).state).toBe('done')
    expect(workshop.writes()).toHaveLength(1)
  })

  it('to a change that somebody else made another of waits for a decision', async () => {
    const { service, workshop } = await set([
      fault('POST', '/users/*/block', 1, 'reset-before'),
      fault('GET', '/users/*', 2, 'status', 503),
    ])
    const person = service.someone('active')
    const ordered = workshop.order('block', person)
    await workshop.until(() => workshop.get(ordered.id).state === 'unknown')
    service.set(person.id, { state: 'banned' })
    expect(await workshop.settled(ordered)).toMatchObject({ state: 'conflict', after: 'banned' })
  })

  it('to disabling two-factor authentication is found out by looking', async () => {
    const { service, workshop } = await set([
      fault('PATCH', '/users/*/disable_two_factor', 1, 'reset-after'),
    ])
    const person = service.someone('active')
    const ended = await workshop.settled(workshop.order('disable_two_factor', person))
    expect(ended).toMatchObject({ state: 'done', after: 'active' })
    expect(workshop.writes()).toHaveLength(1)
  })

  it('to the second look does not send it again', async () => {
    const { service, workshop } = await set([fault('GET', '/users/*', 2, 'reset-before')])
    const person = service.someone('active')
    expect((await workshop.settled(workshop.order('ban', person))).state).toBe('done')
    expect(workshop.writes()).toHaveLength(1)
  })

  it('to a note leaves the action done, and says so', async () => {
    const { service, workshop } = await set([fault('PUT', '/users/*', '*', 'status', 500)])
    const person = service.someone('active')
    const ordered = workshop.order('block', person, { reason: 'spam', note: true })
    expect(await workshop.settled(ordered)).toMatchObject({
      state: 'done',
      failure: { message: expect.stringMatching(/^It was done, but the reason/) },
    })
  })
})

describe('a service that cannot be reached', () => {
  it('is waited for, one at a time, and nothing is lost', async () => {
    let isUp = false
    const direct = createNodeFetch()
    const { service, workshop } = await set([], {
      fetch: (input, init) => direct(isUp ? input : 'http://127.0.0.1:1/', init),
    })
    const people = [0, 1, 2, 3, 4, 5].map((nth) => service.someone('active', nth))
    const ordered = people.map((person) => workshop.order('block', person))
    await workshop.until(() => workshop.requests.length >= 3)
    const [first] = ordered.map(({ id }) => workshop.get(id))
    expect(first).toMatchObject({ state: 'ready', failure: { kind: 'offline' } })
    await workshop.until(() => workshop.queue.summary('a').waiting?.kind === 'offline')
    // Nobody asks while it waits: the pauses grow.
    const [one, two, three] = workshop.requests.map(({ at }) => at)
    expect(two! - one!).toBeGreaterThanOrEqual(450)
    expect(three! - two!).toBeGreaterThanOrEqual(900)
    isUp = true
    workshop.queue.online('a')
    for (const row of ordered) expect((await workshop.settled(row)).state).toBe('done')
    expect(workshop.writes()).toHaveLength(6)
  })
})

describe('too many requests', () => {
  it('are answered by silence until the pause is over', async () => {
    const direct = createNodeFetch()
    const clock = fastClock(20)
    let until = 0
    const early: number[] = []
    let left = 8
    const { service, workshop } = await set([], {
      clock,
      async fetch(input, init) {
        if (clock.now() < until) early.push(until - clock.now())
        if (left-- > 0 || init?.method !== 'POST' || until > 0) return direct(input, init)
        until = clock.now() + 20_000
        return new Response('Retry later', { status: 429, headers: { 'retry-after': '20' } })
      },
    })
    const people = [0, 1, 2, 3, 4, 5, 6, 7].map((nth) => service.someone('active', nth))
    const ordered = people.map((person) => workshop.order('ban', person))
    await workshop.until(() => until > 0)
    for (const row of ordered) expect((await workshop.settled(row)).state).toBe('done')
    expect(early).toEqual([])
    expect(clock.now()).toBeGreaterThan(until)
  })

  it('without a word on how long are tried again with growing pauses', async () => {
    const { service, workshop } = await set([fault('POST', '/users/*/ban', 1, 'status', 429)])
    const person = service.someone('active')
    const ordered = workshop.order('ban', person)
    await workshop.until(() => workshop.get(ordered.id).failure?.kind === 'rate-limited')
    expect(workshop.get(ordered.id).state).toBe('ready')
    expect((await workshop.settled(ordered)).state).toBe('done')
    expect(workshop.writes()).toHaveLength(2)
  })

  it('are remembered over a restart', async () => {
    const { service, workshop } = await set([], {
      fetch: async () => new Response('', { status: 429, headers: { 'retry-after': '600' } }),
    })
    const person = service.someone('active')
    workshop.order('ban', person)
    await workshop.until(() => workshop.queue.summary('a').waiting?.kind === 'rate-limited')
    await workshop.close()
    const next = await createWorkshop(service, { folder: workshop.folder, clock: workshop.clock })
    ends.push(() => next.end())
    expect(next.queue.summary('a').waiting).toMatchObject({
      kind: 'rate-limited',
      retryAt: expect.any(Number),
    })
    expect(next.requests).toEqual([])
  })
})

describe('an account', () => {
  it('whose token is refused half-way sends nothing until it has another one', async () => {
    const { service, workshop } = await set([], { requestsAtOnce: 1 })
    const people = [0, 1, 2, 3].map((nth) => service.someone('active', nth))
    const ordered = people.map((person) => workshop.order('block', person))
    await workshop.until(() => workshop.get(ordered[1]!.id).state === 'done')
    const good = workshop.target.token
    workshop.target.token = service.tokens.expired
    await workshop.until(() => workshop.queue.summary('a').waiting?.kind === 'unauthorized')
    const asked = workshop.requests.length
    const { done, ready, unknown } = workshop.queue.summary('a').counts
    expect(done + ready + unknown).toBe(4)
    workshop.queue.wake()
    workshop.order('block', service.someone('active', 4))
    await workshop.until(() => workshop.news.at(-1)!.summary.counts.ready > 0)
    expect(workshop.requests).toHaveLength(asked)
    workshop.target.token = good
    workshop.queue.accountsChanged()
    for (const row of ordered) expect((await workshop.settled(row)).state).toBe('done')
    expect(
      workshop.writes().filter((line) => line.includes('block')).length,
    ).toBeGreaterThanOrEqual(5)
  })

  it('that is demoted half-way stops, and what is queued stays', async () => {
    const { service, workshop } = await set([], { requestsAtOnce: 1 })
    const people = Array.from({ length: 30 }, (_, nth) => service.someone('active', nth))
    const ordered = people.map((person) => workshop.order('ban', person))
    await workshop.until(() => workshop.get(ordered[0]!.id).state === 'done')
    service.set(1, { admin: 0 })
    await workshop.until(
      () => workshop.queue.summary('a').waiting?.reason === 'administrators-only',
    )
    const last = ordered.at(-1)!
    expect(workshop.get(last.id).state).toBe('ready')
    service.set(1, { admin: 1 })
    // What was read before may still say otherwise for a moment; it is read again, as by a screen that is looked at.
    await workshop.until(() => {
      workshop.account.isAdmin = workshop.target.isAdmin = true
      workshop.queue.accountsChanged()
      return workshop.queue.summary('a').counts.done === ordered.length
    }, 50)
    for (const row of ordered) expect((await workshop.settled(row)).state).toBe('done')
  })

  it('without Admin Mode waits and says why', async () => {
    const service = await startService({ adminMode: true })
    ends.push(service.end)
    const { token } = await service.ask('POST', '/users/1/personal_access_tokens', {
      name: 'plain',
      scopes: ['api'],
    })
    const workshop = await createWorkshop(service, { token: String(token) })
    ends.push(() => workshop.end())
    const ordered = workshop.order('block', service.someone('active'))
    await workshop.until(() => workshop.queue.summary('a').waiting !== undefined)
    expect(workshop.queue.summary('a').waiting).toMatchObject({
      kind: 'forbidden',
      reason: 'admin-mode',
    })
    expect(workshop.get(ordered.id)).toMatchObject({ state: 'ready' })
  })
})

describe('a refusal of the service', () => {
  it('is told in its words, with the state that is there', async () => {
    const direct = createNodeFetch()
    let change = () => undefined as unknown
    const { service, workshop } = await set([], {
      async fetch(input, init) {
        if (init?.method === 'POST') change()
        return direct(input, init)
      },
    })
    const person = service.someone('active')
    change = () => service.set(person.id, { state: 'ldap_blocked' })
    const ended = await workshop.settled(workshop.order('ban', person))
    expect(ended).toMatchObject({
      state: 'refused',
      after: 'ldap_blocked',
      failure: { message: 'You cannot ban ldap_blocked users.', status: 403 },
    })
    const other = service.someone('active', 1)
    change = () => service.set(other.id, { state: 'blocked_pending_approval' })
    // A bare 201 is not success.
    expect(await workshop.settled(workshop.order('block', other))).toMatchObject({
      state: 'refused',
      after: 'blocked_pending_approval',
      failure: { message: expect.stringMatching(/changed nothing/) },
    })
    const third = service.someone('active', 2)
    change = () => service.set(third.id, { state: 'banned' })
    expect(await workshop.settled(workshop.order('ban', third))).toMatchObject({
      state: 'done',
      after: 'banned',
    })
    const entries = workshop.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, offset: 0, limit: 10 },
    )
    expect(entries.items.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'refused'])
  })
})

describe('a disk that cannot be written to', () => {
  it('orders nothing, and says so', async () => {
    const { service, workshop } = await set()
    const person = service.someone('active')
    workshop.database.exec('PRAGMA query_only = ON')
    const failure = workshop.refusalOf(() => workshop.order('block', person))
    expect(failure).toMatchObject({
      kind: 'unexpected',
      message: expect.stringMatching(/not be saved/),
    })
    workshop.database.exec('PRAGMA query_only = OFF')
    expect((await workshop.settled(workshop.order('block', person))).state).toBe('done')
  })

  it('sends nothing of what could not be written down before', async () => {
    const { service, workshop } = await set([fault('GET', '/users/*', 1, 'latency', 50)])
    const ordered = workshop.order('block', service.someone('active'))
    await workshop.until(() => workshop.requests.length === 1)
    workshop.database.exec('PRAGMA query_only = ON')
    await vi.waitUntil(() => workshop.logged.length > 0)
    expect(workshop.writes()).toEqual([])
    workshop.database.exec('PRAGMA query_only = OFF')
    expect((await workshop.settled(ordered)).state).toBe('done')
    expect(workshop.writes()).toHaveLength(1)
  })

  it('does not make what was sent be sent again', async () => {
    const { service, workshop } = await set([fault('POST', '/users/*/ban', 1, 'latency', 50)])
    const ordered = workshop.order('ban', service.someone('active'))
    await workshop.until(() => workshop.writes().length === 1)
    workshop.database.exec('PRAGMA query_only = ON')
    await vi.waitUntil(() => workshop.logged.length > 0)
    workshop.database.exec('PRAGMA query_only = OFF')
    expect((await workshop.settled(ordered)).state).toBe('done')
    expect(workshop.writes()).toHaveLength(1)
  })
})
