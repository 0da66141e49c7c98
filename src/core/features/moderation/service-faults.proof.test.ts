import { afterEach, describe, expect, it } from 'vitest'
import type { FaultRule } from '../../../sandbox/faults.ts'
import { createRandom } from '../../../sandbox/seed/random.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import {
  type FaultProxyOptions,
  expectAllDoneOnce,
  createFaultProxy,
  proofResult,
  shuffled,
} from './testing/fault-proxy.ts'
import { fastClock } from '../../jobs/testing/fast-clock.ts'
import { isFull } from '../../testing/proof.ts'

// The service itself fails or limits requests. Every action must still take effect exactly once.

const faultsEach = isFull ? 100 : 3
const throttled = isFull ? 5 : 1

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(users: number, options?: FaultProxyOptions) {
  const setup = await createFaultProxy(users, options)
  cleanups.push(setup.end)
  return setup
}

const strikes: Pick<FaultRule, 'kind' | 'value'>[] = [
  { kind: 'status', value: 500 },
  { kind: 'status', value: 502 },
  { kind: 'status', value: 503 },
  { kind: 'status', value: 429 },
  { kind: 'reset-before' },
  { kind: 'reset-after' },
  { kind: 'truncate' },
  { kind: 'html' },
  { kind: 'content-type', value: 'text/html' },
  { kind: 'redirect', value: 'http://127.0.0.1:1/' },
  // Longer than any timeout.
  { kind: 'latency', value: 1_000_000 },
]

/** Distributes each fault over some of the calls, chosen by the seed. */
function strikesAmong(calls: number): FaultRule[] {
  const numbers = shuffled(
    createRandom('strikes'),
    Array.from({ length: calls }, (_, nth) => nth + 1),
  )
  return strikes.flatMap((strike) =>
    numbers
      .splice(0, faultsEach)
      .map((call) => ({ method: '*', path: '/users/**', calls: call, ...strike })),
  )
}

describe('every action takes effect exactly once', () => {
  it(`through ${strikes.length} kinds of service failures, ${faultsEach} times each`, async () => {
    const startedAt = performance.now()
    const actions = faultsEach * 7
    // An action takes at least three requests.
    const faults = strikesAmong(actions * 3)
    const setup = await setUp(actions, { service: { faults }, harness: { callMs: 150 } })
    // A sign-in page has status 200, so the status doesn't reveal whether the service did anything.
    const { harness, effects, repeated } = setup
    await expectAllDoneOnce({ harness, effects, repeated }, setup.enqueueAll())
    expect(harness.requests.length).toBeGreaterThanOrEqual(actions * 3)
    const names = strikes.map(({ kind, value }) => (kind === 'status' ? value : kind)).join(', ')
    console.log(
      proofResult(
        `faults of the sandbox itself (${names}), ${faultsEach} each, ${actions} actions`,
        startedAt,
        harness.requests.length,
      ),
    )
  })

  it('through rate limits, without a request before they end', async () => {
    const startedAt = performance.now()
    const clock = fastClock(20)
    // The service's clock stops at the start of a minute until a request exceeds the limit.
    let minuteStart = nextMinute(clock.now())
    let since: number | undefined
    const now = () =>
      new Date(since === undefined ? minuteStart : minuteStart + clock.now() - since)
    const rateLimits = watchPauses(clock.now, () => (since ??= clock.now()))
    const each = 30
    const setup = await setUp(each * throttled, {
      service: { rateLimits: true, now },
      harness: { clock, fetch: rateLimits.fetch },
    })
    setup.harness.runs.pauseAll()
    for (let time = 0; time < throttled; time += 1) {
      const queued = setup.enqueueAll(time * each, each)
      for (let count = 0; count < 1_980; count += 60) {
        await Promise.all(Array.from({ length: 60 }, () => setup.service.ask('GET', '/user')))
      }
      setup.harness.runs.resumeAll()
      await expectAllDoneOnce(setup, queued)
      setup.harness.runs.pauseAll()
      minuteStart = nextMinute(now().getTime())
      since = undefined
    }
    expect(rateLimits.refused).toBeGreaterThanOrEqual(throttled)
    expect(rateLimits.early).toBe(0)
    console.log(
      proofResult(
        `${rateLimits.refused} × 429 from the sandbox’s own rate limit during ${each * throttled} actions, 0 requests before a pause was over`,
        startedAt,
        setup.harness.requests.length,
      ),
    )
  })
})

function nextMinute(moment: number): number {
  return (Math.floor(moment / 60_000) + 1) * 60_000
}

/** A fetch that counts requests sent before an announced pause is over. */
function watchPauses(now: () => number, onRefused: () => void) {
  const direct = createNodeFetch()
  const rateLimits = { refused: 0, early: 0, fetch }
  let limitEnd = 0
  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    if (now() < limitEnd) rateLimits.early += 1
    const answer = await direct(input, init)
    if (answer.status === 429) {
      rateLimits.refused += 1
      onRefused()
      limitEnd = Math.max(limitEnd, now() + Number(answer.headers.get('retry-after')) * 1000)
    }
    return answer
  }
  return rateLimits
}
