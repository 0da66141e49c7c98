import { describe, expect, it } from 'vitest'
import { createMemorySecretStore } from '../platform/keychain/memory-secret-store.ts'
import { createTestClient } from '../gitlab/testing/client.ts'
import type { AccountRecord } from './account-record.ts'
import { AccountTokens } from './account-tokens.ts'

const ada = {
  id: 'ada',
  baseUrl: 'https://gitlab.example',
  secret: { store: 'keychain', name: 'ada at gitlab.example (ada)' },
} as AccountRecord

/** Account tokens with a test-controlled clock and keychain. */
function create({ locked = false, pausesQueue = false } = {}) {
  const timers = new Set<{ due: number; callback: () => void }>()
  const state = { reads: 0, now: 0, answer: async (): Promise<string> => 'glpat-first' }
  const tokens = new AccountTokens({
    keychain: {
      ...createMemorySecretStore(),
      get() {
        state.reads += 1
        return state.answer()
      },
    },
    session: createMemorySecretStore(),
    client: createTestClient().client,
    lock: () => ({ locked, pausesQueue }),
    after(milliseconds, callback) {
      const timer = { due: state.now + milliseconds, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  function pass(seconds: number): void {
    state.now += seconds * 1000
    for (const timer of timers) {
      if (timer.due > state.now) continue
      timers.delete(timer)
      timer.callback()
    }
  }
  return { tokens, state, timers, pass, get: () => tokens.get(ada) }
}

describe('request batch', () => {
  it('reads the keychain once, then again after five minutes without requests', async () => {
    const { state, pass, get } = create()
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
    const { state, pass, get } = create({ locked: true })
    await get()
    pass(4)
    await get()
    expect(state.reads).toBe(1)
    pass(5)
    await get()
    expect(state.reads).toBe(2)
  })

  it('contains only one request while the queue is paused', async () => {
    const { state, timers, get } = create({ locked: true, pausesQueue: true })
    await get()
    expect(timers.size).toBe(0)
    await get()
    expect(state.reads).toBe(2)
  })

  it('reads a slow keychain once for concurrent requests', async () => {
    const { state, get } = create()
    const { promise, resolve } = Promise.withResolvers<string>()
    state.answer = () => promise
    const reads = Promise.all([get(), get()])
    resolve('glpat-first')
    expect(await reads).toEqual(['glpat-first', 'glpat-first'])
    expect(state.reads).toBe(1)
  })

  it('reads the keychain again after a failed read', async () => {
    const { state, get } = create()
    const { answer } = state
    state.answer = () => Promise.reject(new Error('locked'))
    await expect(get()).rejects.toThrow('locked')
    state.answer = answer
    expect(await get()).toBe('glpat-first')
  })

  it.each(['drop', 'dropAll'] as const)("doesn't keep tokens in memory after %s", async (how) => {
    const { tokens, state, timers, get } = create()
    await get()
    tokens[how]('ada')
    expect(timers.size).toBe(0)
    await get()
    expect(state.reads).toBe(2)
  })

  it("doesn't cache a token that was discarded during the read", async () => {
    const { tokens, state, timers, get } = create()
    const { promise, resolve } = Promise.withResolvers<string>()
    state.answer = () => promise
    const reading = get()
    tokens.dropAll()
    resolve('glpat-first')
    expect(await reading).toBe('glpat-first')
    expect(timers.size).toBe(0)
  })

  it('uses the new token if the old one was replaced during the read', async () => {
    const { tokens, state, get } = create()
    const { promise, resolve } = Promise.withResolvers<string>()
    state.answer = () => promise
    const reading = get()
    tokens.cache('ada', 'glpat-second')
    resolve('glpat-first')
    await reading
    expect(await get()).toBe('glpat-second')
  })
})
