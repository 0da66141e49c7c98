import { beforeEach, describe, expect, it } from 'vitest'
import type { Failure } from '../../../infra/failure.ts'
import { Throttle } from './throttle.ts'

const failure = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
  kind,
  message: kind,
  ...more,
})
let throttle: Throttle
beforeEach(() => {
  throttle = new Throttle()
})

describe('after a rate limit', () => {
  beforeEach(() => throttle.failed(failure('rate-limited', { retryAt: 60_000 }), 1_000, 0.5))

  it('nothing is sent until the service allows it, whatever happens meanwhile', () => {
    throttle.reset()
    throttle.succeeded(2_000)
    throttle.failed(failure('offline'), 3_000, 0.5)
    expect(throttle.until).toBe(60_000)
    expect(throttle.waiting(59_999)).toMatchObject({ kind: 'rate-limited', retryAt: 60_000 })
    expect(throttle.waiting(60_000)).toBeUndefined()
  })

  it('requests go alone until one got through', () => {
    expect(throttle.isAlone).toBe(true)
    throttle.succeeded(60_000)
    expect(throttle.isAlone).toBe(false)
  })
})

it('waits longer after each failure, and counts those of one moment once', () => {
  const waits = [0, 1, 2].map((_, index) => {
    const now = index * 100_000
    throttle.failed(failure('offline'), now, 0.5)
    throttle.failed(failure('offline'), now, 0.5)
    return throttle.until - now
  })
  expect(waits).toEqual([750, 1_500, 3_000])
})

it('waits for a person where the same request would fail again', () => {
  throttle.failed(failure('forbidden'), 0, 0.5)
  expect(throttle.until).toBe(Infinity)
  throttle.reset()
  expect(throttle.until).toBe(0)
})

it('waits some seconds where a rate limit does not say how long', () => {
  throttle.failed(failure('rate-limited'), 0, 0)
  expect(throttle.waiting(0)).toMatchObject({ retryAt: 2_500 })
})
