import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connectivity } from '../../../shared/operations/connectivity.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { createTestClient } from '../testing/client.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { type FaultyProxy, startFaultyProxy } from '../../testing/proxy-server.ts'
import { ConnectivityLog } from './connectivity.ts'
import { ConnectivityMonitor } from './connectivity-monitor.ts'
import { handClock } from './testing/hand-clock.ts'

const second = 1_000
const minute = 60 * second

let service: Awaited<ReturnType<typeof startServer>>
let proxy: FaultyProxy
let other: FaultyProxy
let clock: ReturnType<typeof handClock>
let log: ConnectivityLog
let monitor: ConnectivityMonitor
let reportedStates: Connectivity[]
let inFlight: Set<Promise<unknown>>
let mostAtOnce: number
/** How each account's instance responds. */
let accounts: Record<string, FaultyProxy>

beforeEach(async () => {
  service = await startServer((_, response) =>
    json(response, 200, { id: 1, username: 'ada', name: 'Ada' }),
  )
  proxy = await startFaultyProxy(service.url)
  other = await startFaultyProxy(service.url)
  accounts = { ada: proxy, maya: proxy, else: other }
  clock = handClock()
  reportedStates = []
  inFlight = new Set()
  mostAtOnce = 0
  const { client } = createTestClient()
  log = new ConnectivityLog({
    now: clock.now,
    after: clock.after,
    onChange: (state) => reportedStates.push(state),
    onAnswer: (state, before) => monitor.onStateChange(state, before),
    lastGoodAt: () => 7,
  })
  monitor = new ConnectivityMonitor({
    log,
    clock,
    instanceOf: (account) => accounts[account]?.url,
    async sendRequest(account) {
      const asking = read(account)
      inFlight.add(asking)
      const count = [...inFlight].length
      mostAtOnce = Math.max(mostAtOnce, count)
      await asking.finally(() => inFlight.delete(asking))
    },
  })
  function read(account: string) {
    return log.observe(account, () =>
      client.call({ baseUrl: accounts[account]!.url, token: 't' }, user.get, {}, { once: true }),
    )
  }
  readAs = (account) => read(account).catch(() => undefined)
})
let readAs: (account: string) => Promise<unknown>
afterEach(async () => {
  monitor.close()
  for (const server of [proxy, other, service]) await server.stop()
})

const settled = async () => {
  while (inFlight.size > 0) await Promise.allSettled(inFlight)
  // Code that awaits a response resumes in a later turn of the event loop.
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
}
const pass = (milliseconds: number) => clock.pass(milliseconds, settled)
/** Advances the clock while a page is in use, which is reported once a minute. */
async function passInUse(milliseconds: number) {
  for (let remaining = milliseconds; remaining > 0; remaining -= minute) {
    monitor.inUse()
    await pass(Math.min(remaining, minute))
  }
}
const requestCount = (at = proxy) => at.requests.length
const stateOf = (account: string) => log.get(account).state

describe('connectivity checks', () => {
  it('back off from 5 s to 5 min until the instance is reachable', async () => {
    monitor.inUse()
    proxy.fault = 502
    await readAs('ada')
    expect(log.get('ada')).toMatchObject({
      state: 'service-down',
      lastGoodAt: 7,
      nextTryAt: clock.now() + 5 * second,
    })
    const moments: number[] = []
    const begin = clock.now()
    for (let seen = requestCount(); moments.length < 9;) {
      await passInUse(second)
      if (requestCount() > seen) moments.push((clock.now() - begin) / second)
      seen = requestCount()
    }
    const pauses = moments.map((moment, index) => moment - (moments[index - 1] ?? 0))
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
    proxy.fault = 'none'
    await passInUse(6 * minute)
    expect(stateOf('ada')).toBe('online')
    const afterwards = requestCount()
    await passInUse(60 * minute)
    expect(requestCount()).toBe(afterwards)
    expect(clock.timers()).toBe(0)
  })

  it('reset the backoff after a steady connection, but not after an unstable one', async () => {
    monitor.inUse()
    proxy.fault = 'reset'
    await readAs('ada')
    await passInUse(40 * second)
    proxy.fault = 'none'
    await monitor.tryNow('ada')
    await passInUse(2 * minute)
    proxy.fault = 'reset'
    await readAs('ada')
    expect(log.get('ada').nextTryAt).toBe(clock.now() + 5 * second)
    await passInUse(5 * second)
    proxy.fault = 'none'
    await passInUse(10 * second)
    expect(stateOf('ada')).toBe('online')
    proxy.fault = 'reset'
    await readAs('ada')
    expect(log.get('ada').nextTryAt).toBeGreaterThan(clock.now() + 5 * second)
  })

  it("pause while Latchkey isn't in use, and resume immediately when it is", async () => {
    proxy.fault = 'reset'
    await readAs('ada')
    const before = requestCount()
    await pass(24 * 60 * minute)
    expect(requestCount()).toBe(before)
    expect(log.get('ada').nextTryAt).toBeUndefined()
    proxy.fault = 'none'
    monitor.inUse()
    await pass(0)
    expect(stateOf('ada')).toBe('online')
    proxy.fault = 'reset'
    await readAs('ada')
    await pass(5 * minute)
    expect(requestCount() - before).toBeLessThan(7)
    expect(log.get('ada').nextTryAt).toBeUndefined()
  })

  it('run one at a time per instance and update all its accounts', async () => {
    monitor.inUse()
    for (const server of [proxy, other]) server.fault = 'reset'
    for (const account of ['ada', 'maya', 'else']) await readAs(account)
    for (const server of [proxy, other]) server.fault = 'none'
    const before = requestCount()
    await passInUse(10 * second)
    expect(Object.keys(accounts).map(stateOf)).toEqual(['online', 'online', 'online'])
    expect(requestCount() - before).toBe(2)
    expect(mostAtOnce).toBeLessThanOrEqual(2)
  })

  it('are postponed when other requests are sent', async () => {
    monitor.inUse()
    proxy.fault = 'reset'
    await readAs('ada')
    const before = requestCount()
    for (let turn = 0; turn < 10; turn += 1) {
      await passInUse(4 * second)
      await readAs('ada')
    }
    expect(requestCount() - before).toBe(10)
  })

  it('skip accounts with a rejected token', async () => {
    monitor.inUse()
    proxy.fault = 401
    await readAs('ada')
    expect(log.get('ada')).toMatchObject({ state: 'signed-out' })
    const before = requestCount()
    await passInUse(30 * minute)
    expect(requestCount()).toBe(before)
  })

  it('stop when the token is rejected or the account signs out', async () => {
    monitor.inUse()
    proxy.fault = 'html'
    for (const account of ['ada', 'maya']) await readAs(account)
    expect(stateOf('ada')).toBe('service-down')
    proxy.fault = 401
    await passInUse(10 * second)
    expect(['ada', 'maya'].map(stateOf)).toEqual(['signed-out', 'signed-out'])
    proxy.fault = 'reset'
    await readAs('ada')
    delete accounts['ada']
    monitor.forget('ada')
    const before = requestCount()
    await passInUse(10 * minute)
    expect(requestCount()).toBe(before)
    expect(clock.timers()).toBe(0)
  })
})

describe('restored network', () => {
  it('triggers one immediate check and resets the backoff, even if reported repeatedly', async () => {
    monitor.inUse()
    proxy.fault = 'reset'
    await readAs('ada')
    await passInUse(10 * minute)
    const before = requestCount()
    for (let turn = 0; turn < 50; turn += 1) {
      monitor.inUse({ networkIsBack: true })
      await pass(10)
    }
    expect(requestCount() - before).toBe(1)
    expect(log.get('ada').nextTryAt! - clock.now()).toBeLessThanOrEqual(10 * second)
    proxy.fault = 'none'
    await pass(2 * second)
    monitor.inUse({ networkIsBack: true })
    await pass(2 * second)
    expect(stateOf('ada')).toBe('online')
  })
})

describe('tryNow', () => {
  it('checks immediately, joins a running check, and returns the result', async () => {
    proxy.fault = 502
    await readAs('ada')
    await passInUse(10 * minute)
    const before = requestCount()
    const [one, two] = await Promise.all([monitor.tryNow('ada'), monitor.tryNow('ada')])
    expect(requestCount() - before).toBe(1)
    expect(one).toEqual(two)
    expect(one).toMatchObject({ state: 'service-down', nextTryAt: clock.now() + 5 * second })
    proxy.fault = 'none'
    expect(await monitor.tryNow('ada')).toMatchObject({
      state: 'online',
      lastGoodAt: clock.now(),
    })
    expect(reportedStates.at(-1)).toMatchObject({ account: 'ada', state: 'online' })
  })

  it('checks one account at a time', async () => {
    proxy.fault = 401
    const states = await Promise.all(['ada', 'maya'].map((account) => monitor.tryNow(account)))
    expect(states.map(({ state }) => state)).toEqual(['signed-out', 'signed-out'])
    expect(mostAtOnce).toBe(1)
  })
})
