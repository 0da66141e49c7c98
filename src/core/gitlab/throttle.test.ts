import { beforeEach, describe, expect, it } from 'vitest'
import type { UnformattedFailure } from '../platform/failure.ts'
import { memoryFile } from '../platform/files/memory-file.ts'
import { RateLimitPause, Throttle } from './throttle.ts'

const failure = (
  kind: UnformattedFailure['kind'],
  more: Partial<UnformattedFailure> = {},
): UnformattedFailure => ({
  kind,
  message: kind,
  ...more,
})

let now: number
let random: number
let throttle: Throttle
let logged: unknown[]
beforeEach(() => {
  now = 1_000
  random = 0
  logged = []
  const pause = memoryFile(RateLimitPause)
  throttle = new Throttle({
    clock: { now: () => now, random: () => random, after: () => () => undefined },
    pause: () => pause,
    log: (text, facts) => logged.push([text, facts]),
  })
})

describe('throttle', () => {
  it('remains stopped with its reason when an earlier request succeeds late', () => {
    const refused = failure('forbidden', { reason: 'admin-mode' })
    throttle.recordFailure(refused)
    throttle.recordSuccess()
    expect(throttle.waitingReason()).toBe(refused)
    expect(throttle.retryAt()).toBe(Infinity)
    expect(throttle.holdReason).toBe('token')

    throttle.resume()
    throttle.recordSuccess()
    expect(throttle.waitingReason()).toBeUndefined()
    expect(throttle.holdReason).toBeUndefined()
    expect(throttle.isAlone).toBe(false)
  })

  it('keeps its stop reason after an outage', () => {
    throttle.recordFailure(failure('unauthorized'))
    throttle.recordFailure(failure('offline'))
    expect(throttle.waitingReason()).toMatchObject({ kind: 'unauthorized' })
  })

  it('pauses only writes while the instance accepts no changes, for longer each time', () => {
    const readOnly = failure('service-error', { reason: 'read-only-instance' })
    const pauses = Array.from({ length: 10 }, () => {
      const pause = throttle.recordFailure(readOnly) - now
      // A second refusal of the same moment isn't counted.
      expect(throttle.recordFailure(readOnly)).toBe(now + pause)
      now += pause
      return pause
    })
    expect(pauses.slice(0, 3)).toEqual([500, 1_000, 2_000])
    expect(pauses.at(-1)).toBe(60_000)
    expect(throttle.waitingReason()).toBeUndefined()
    expect(throttle.retryAt()).toBeLessThanOrEqual(now)
    throttle.recordSuccess()
    expect(throttle.readOnly).toBe(readOnly)
    throttle.recordWrite()
    expect(throttle.readOnly).toBeUndefined()
    expect(throttle.writesPausedUntil()).toBeLessThanOrEqual(now)
  })

  it('waits with writes for as long as a read-only instance asks, but no longer than 15 minutes', () => {
    const asking = (seconds: number) =>
      failure('service-error', { reason: 'read-only-instance', retryAt: now + seconds * 1_000 })
    expect(throttle.recordFailure(asking(120)) - now).toBe(120_000)
    throttle.reconnect()
    expect(throttle.recordFailure(asking(86_400)) - now).toBe(15 * 60_000)
    now -= 365 * 24 * 60 * 60_000
    expect(throttle.writesPausedUntil() - now).toBe(15 * 60_000)
  })

  it("doesn't resume when a request that was in flight succeeds", () => {
    throttle.recordFailure(failure('offline'))
    throttle.recordSuccess()
    expect(throttle.waitingReason()).toMatchObject({ kind: 'offline' })
    expect(throttle.isAlone).toBe(true)
  })

  it('resumes after the longest pause even if the clock was set back by a year', () => {
    const year = 365 * 24 * 60 * 60_000
    now = 2 * year
    throttle.recordFailure(failure('offline'))
    now = year
    expect(throttle.retryAt()).toBeLessThanOrEqual(year + 5 * 60_000)
  })

  it('distinguishes requests from before and after a resume', () => {
    const { generation } = throttle
    throttle.resume()
    expect(throttle.generation).not.toBe(generation)
  })

  it('waits longer after each failure, counting simultaneous failures once', () => {
    random = 0.5
    const waits = [0, 1, 2].map((index) => {
      now = index * 100_000
      throttle.recordFailure(failure('offline'))
      throttle.recordFailure(failure('offline'))
      return throttle.retryAt() - now
    })
    expect(waits).toEqual([750, 1_500, 3_000])
  })

  it('calls back when a pause begins, expires, or is ended', () => {
    const seen: (string | undefined)[] = []
    const unsubscribe = throttle.subscribe(() => seen.push(throttle.waitingReason()?.kind))
    throttle.recordFailure(failure('offline'))
    now += 60_000
    throttle.recordSuccess()
    throttle.recordSuccess()
    throttle.recordFailure(failure('unauthorized'))
    throttle.resume()
    unsubscribe()
    throttle.resume()
    expect(seen).toEqual(['offline', undefined, 'unauthorized', undefined])
  })
})

describe('failing listener', () => {
  it('does not prevent other calls or change results', () => {
    const error = new Error('The disk is full.')
    let calls = 0
    throttle.subscribe(() => {
      throw error
    })
    throttle.subscribe(() => (calls += 1))
    expect(throttle.recordFailure(failure('offline'))).toBe(1_500)
    expect(calls).toBe(1)
    expect(logged).toEqual([[expect.any(String), { error }]])
  })
})

describe('rate limit', () => {
  it('lasts until GitLab allows requests, regardless of other results', () => {
    throttle.recordFailure(failure('rate-limited', { retryAt: 60_000, status: 429 }))
    throttle.resume()
    now = 2_000
    throttle.recordSuccess()
    throttle.recordFailure(failure('offline'))
    expect(throttle.retryAt()).toBe(60_000)
    now = 59_999
    expect(throttle.waitingReason()).toMatchObject({ kind: 'rate-limited', retryAt: 60_000 })
    expect(throttle.isAlone).toBe(true)
    now = 60_000
    expect(throttle.waitingReason()).toBeUndefined()
    throttle.recordSuccess()
    expect(throttle.isAlone).toBe(false)
  })

  it("lasts a few seconds if GitLab doesn't give a time, even if repeated", () => {
    throttle.recordFailure(failure('rate-limited'))
    random = 0.9
    throttle.recordFailure(failure('rate-limited'))
    expect(throttle.waitingReason()).toMatchObject({ retryAt: now + 2_500 })
  })

  it('ends with a probe', () => {
    throttle.recordFailure(failure('rate-limited', { retryAt: 60_000 }))
    throttle.probe()
    expect(throttle.waitingReason()).toBeUndefined()
    expect(throttle.isAlone).toBe(true)
  })
})
