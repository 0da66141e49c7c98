import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import {
  type FaultProxyOptions,
  expectAllDoneOnce,
  createFaultProxy,
  isWrite,
  mixFates,
  proofResult,
} from './testing/fault-proxy.ts'
import { type Fate, loginPage, loginRedirect, retryLater, tooManyTimes } from './testing/proxy.ts'
import { isFull } from '../../testing/proof.ts'

// A proxy between queue and service injects real network faults. Every action must take effect exactly once according
// to the service's own database, or report why it didn't.

const cycles = isFull ? 200 : 4
const manyActions = isFull ? 1000 : 40
const resetsEach = isFull ? 100 : 4
const faultsEach = isFull ? 100 : 3

const html = { 'content-type': 'text/html' }
const json = { 'content-type': 'application/json' }
const errors: Fate[] = [
  { status: 500 },
  { status: 502, headers: html, body: '<h1>Bad gateway</h1>' },
  { status: 503, headers: json, body: '{"message":"no"}' },
  // Sent by a gateway that timed out waiting for the service.
  { status: 502, headers: html, body: '<h1>Bad gateway</h1>', isLate: true },
  { status: 504, headers: html, body: '<h1>Gateway timeout</h1>', isLate: true },
]

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(users: number, options?: FaultProxyOptions) {
  const setup = await createFaultProxy(users, options)
  cleanups.push(setup.end)
  return setup
}

describe('every action takes effect exactly once', () => {
  it(`through ${cycles} network outages`, async () => {
    const startedAt = performance.now()
    const random = createRandom('cycles')
    /** Called on the next request through the proxy. */
    let cutOff: (() => void) | undefined
    const fateOf = (): Fate => {
      cutOff?.()
      return 'pass'
    }
    const setup = await setUp(manyActions, { fateOf })
    const { proxy, harness } = setup
    const queued = setup.enqueueAll()
    const countPending = () => {
      const { ready, sending, unknown } = harness.queue.summary().counts
      return ready + sending + unknown
    }
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      // Spread across all actions, so that even the last cycle interrupts some.
      const target = Math.ceil((manyActions * (cycles - cycle - 1)) / cycles) + 1
      harness.throttle.resume()
      await harness.until(() => countPending() <= target)
      let down: Promise<void> | undefined
      cutOff = () => (down ??= proxy.down())
      await harness.until(() => down !== undefined || countPending() === 0)
      cutOff = undefined
      await (down ?? proxy.down())
      await delay(random.below(8))
      await proxy.up()
    }
    harness.throttle.resume()
    await expectAllDoneOnce(setup, queued)
    expect(proxy.cutOff()).toBeGreaterThanOrEqual(cycles / 2)
    const text = `${cycles} network outages while ${manyActions} actions were sent, ${proxy.cutOff()} requests cut off`
    console.log(proofResult(text, startedAt, harness.requests.length))
  })

  it(`when connections break before, during, and after a write response, ${resetsEach} times each`, async () => {
    const startedAt = performance.now()
    const fates: Fate[] = ['reset-before', 'reset-middle', 'reset-after']
    const { fateOf, left } = mixFates('resets', fates, resetsEach, isWrite)
    const setup = await setUp(resetsEach * 8, { fateOf })
    await expectAllDoneOnce(setup, setup.enqueueAll())
    expect(left()).toBe(0)
    const text = `connections broken before, during, and after the response to a write, ${resetsEach} each, ${resetsEach * 8} actions`
    console.log(proofResult(text, startedAt, setup.harness.requests.length))
  })

  it('when connections break before, during, and after a read response', async () => {
    const startedAt = performance.now()
    const fates: Fate[] = ['reset-before', 'reset-middle', 'reset-after', 'truncate']
    const { fateOf, left } = mixFates('reads', fates, resetsEach, (passing) => !isWrite(passing))
    const setup = await setUp(resetsEach * 8, { fateOf })
    await expectAllDoneOnce(setup, setup.enqueueAll())
    expect(left()).toBe(0)
    const text = `the same and truncated responses to reads, ${resetsEach} each, ${resetsEach * 8} actions`
    console.log(proofResult(text, startedAt, setup.harness.requests.length))
  })

  it('through errors, rate limits, captive portals, and truncated or missing responses', async () => {
    const startedAt = performance.now()
    const fates: Fate[] = [
      ...errors,
      retryLater,
      tooManyTimes,
      loginPage,
      loginRedirect,
      'truncate',
      'hang-before',
      'hang-after',
    ]
    const { fateOf, left } = mixFates('all', fates, faultsEach)
    const setup = await setUp(faultsEach * 8, { fateOf, harness: { callMs: 150 } })
    await expectAllDoneOnce(setup, setup.enqueueAll())
    expect(left()).toBe(0)
    const text =
      '500, 502, and 503 before the write, 502 and 504 after it, both kinds of 429, captive portals as page and redirect, truncated ' +
      `responses, and no response before and after the write, ${faultsEach} each, ${faultsEach * 8} actions`
    console.log(proofResult(text, startedAt, setup.harness.requests.length))
  })

  it('through bursts of errors', async () => {
    const startedAt = performance.now()
    let nth = 0
    let errorCount = 0
    const fateOf = (): Fate => {
      nth += 1
      if (nth % 40 >= 15) return 'pass'
      errorCount += 1
      return errors[nth % errors.length]!
    }
    const setup = await setUp(isFull ? 200 : 24, { fateOf })
    const queued = setup.enqueueAll()
    await expectAllDoneOnce(setup, queued)
    const text = `bursts of 15 errors after every 25 responses, ${errorCount} errors, ${queued.length} actions`
    console.log(proofResult(text, startedAt, setup.harness.requests.length))
  })
})

describe('account without a working token or rights', () => {
  it('keeps its queue, reports the cause, and continues once it is restored and released', async () => {
    const startedAt = performance.now()
    const setup = await setUp(isFull ? 200 : 24)
    const { harness, service } = setup
    const queued = setup.enqueueAll()
    const done = (count: number) => () => harness.queue.summary().counts.done >= count
    const stopped = async (isWaiting: () => boolean) => {
      await harness.until(isWaiting)
      await harness.until(() => harness.queue.summary().counts.sending === 0)
      const { counts } = harness.queue.summary()
      expect(counts.done).toBeLessThan(queued.length)
      expect(counts.done + counts.ready + counts.unknown).toBe(queued.length)
    }
    const validToken = harness.target.token
    await harness.until(done(queued.length / 4))
    harness.target.token = service.tokens.expired
    await stopped(() => harness.queue.summary().waiting?.kind === 'unauthorized')
    harness.target.token = validToken
    harness.throttle.resume()
    harness.queue.release()
    await harness.until(done(queued.length / 2))
    service.set(1, { admin: 0 })
    await stopped(() => harness.queue.summary().waiting?.reason === 'administrators-only')
    service.set(1, { admin: 1 })
    // Responses still in flight may contradict this at first, so this keeps refreshing the account like an open screen.
    await harness.until(() => {
      harness.account.isAdmin = harness.target.isAdmin = true
      harness.throttle.resume()
      harness.queue.release()
      return done(queued.length)()
    }, 50)
    await expectAllDoneOnce(setup, queued)
    const text = `an expired token and lost rights during ${queued.length} actions`
    console.log(proofResult(text, startedAt, harness.requests.length))
  })
})
