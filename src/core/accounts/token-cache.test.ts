import { describe, expect, it } from 'vitest'
import { TokenCache } from './token-cache.ts'

/** A cache whose clock and keychain the test holds. */
function cache({ locked = false, pausesQueue = false } = {}) {
  const timers = new Set<{ due: number; callback: () => void }>()
  const state = { token: 'glpat-first', reads: 0, now: 0 }
  const tokens = new TokenCache(
    () => ({ locked, pausesQueue }),
    (milliseconds, callback) => {
      const timer = { due: state.now + milliseconds, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  )
  function pass(seconds: number): void {
    state.now += seconds * 1000
    for (const timer of timers) {
      if (timer.due > state.now) continue
      timers.delete(timer)
      timer.callback()
    }
  }
  const read = () => {
    state.reads += 1
    return Promise.resolve(state.token)
  }
  return { tokens, state, timers, pass, get: () => tokens.get('ada', read) }
}

describe('a batch of requests', () => {
  it('reads the keychain once, and again after five minutes without a request', async () => {
    const { state, pass, get } = cache()
    await get()
    for (let minute = 0; minute < 10; minute++) {
      pass(60)
      await get()
    }
    expect(state.reads).toBe(1)
    pass(300)
    await get()
    expect(state.reads).toBe(2)
  })

  it('ends after five seconds while Latchkey is locked', async () => {
    const { state, pass, get } = cache({ locked: true })
    await get()
    pass(4)
    await get()
    expect(state.reads).toBe(1)
    pass(5)
    await get()
    expect(state.reads).toBe(2)
  })

  it('is one request while the queue is paused', async () => {
    const { state, timers, get } = cache({ locked: true, pausesQueue: true })
    await get()
    expect(timers.size).toBe(0)
    await get()
    expect(state.reads).toBe(2)
  })

  it('reads a slow keychain once for concurrent requests', async () => {
    const { tokens } = cache()
    let reads = 0
    const { promise, resolve } = Promise.withResolvers<string>()
    const read = () => {
      reads += 1
      return promise
    }
    const all = Promise.all([tokens.get('ada', read), tokens.get('ada', read)])
    resolve('glpat-first')
    expect(await all).toEqual(['glpat-first', 'glpat-first'])
    expect(reads).toBe(1)
  })

  it('reads again after a failed read', async () => {
    const { tokens, get } = cache()
    await expect(tokens.get('ada', () => Promise.reject(new Error('locked')))).rejects.toThrow()
    expect(await get()).toBe('glpat-first')
  })

  it.each(['drop', 'dropAll'] as const)('holds nothing after %s', async (how) => {
    const { tokens, state, timers, get } = cache()
    await get()
    tokens[how]('ada')
    expect(timers.size).toBe(0)
    await get()
    expect(state.reads).toBe(2)
  })

  it('does not cache a token that was dropped while it was read', async () => {
    const { tokens, timers } = cache()
    const { promise, resolve } = Promise.withResolvers<string>()
    const reading = tokens.get('ada', () => promise)
    tokens.dropAll()
    resolve('glpat-first')
    expect(await reading).toBe('glpat-first')
    expect(timers.size).toBe(0)
  })

  it('uses a token that replaced the old one while that was read', async () => {
    const { tokens, get } = cache()
    const { promise, resolve } = Promise.withResolvers<string>()
    const reading = tokens.get('ada', () => promise)
    tokens.set('ada', 'glpat-second')
    resolve('glpat-first')
    await reading
    expect(await get()).toBe('glpat-second')
  })
})
