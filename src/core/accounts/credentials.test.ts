import { describe, expect, it } from 'vitest'
import { createMemorySecretStore } from '../platform/keychain/memory-secret-store.ts'
import { failureOf } from '../gitlab/testing/client.ts'
import type { AccountRecord } from './account-record.ts'
import { createTestCredentials } from './testing/credentials.ts'

const createAccount = (id: string) =>
  ({
    id,
    baseUrl: 'https://gitlab.example',
    secret: { store: 'keychain', name: `${id} at gitlab.example (${id})` },
  }) as AccountRecord
const ada = createAccount('ada')

/** Credentials with a test-controlled clock and keychain. */
function create({ locked = false, pausesQueue = false } = {}) {
  const timers = new Set<{ due: number; callback: () => void }>()
  const state = { reads: 0, now: 0, answer: async (): Promise<string> => 'glpat-first' }
  const credentials = createTestCredentials([ada, createAccount('ines')], {
    keychain: {
      ...createMemorySecretStore(),
      get() {
        state.reads += 1
        return state.answer()
      },
    },
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
  const get = () => credentials.use('ada', async (secret) => secret)
  return { credentials, state, timers, pass, get }
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
    const { credentials, state, timers, get } = create()
    await get()
    credentials[how]('ada')
    expect(timers.size).toBe(0)
    await get()
    expect(state.reads).toBe(2)
  })

  it("doesn't cache a token that was discarded during the read", async () => {
    const { credentials, state, timers, get } = create()
    const { promise, resolve } = Promise.withResolvers<string>()
    state.answer = () => promise
    const reading = get()
    credentials.dropAll()
    resolve('glpat-first')
    expect(await reading).toBe('glpat-first')
    expect(timers.size).toBe(0)
  })

  it('uses the new token if the old one was replaced during the read', async () => {
    const { credentials, state, get } = create()
    const { promise, resolve } = Promise.withResolvers<string>()
    state.answer = () => promise
    const reading = get()
    await credentials.save(ada, 'glpat-second')
    resolve('glpat-first')
    await reading
    expect(await get()).toBe('glpat-second')
  })
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('replacement of a secret', () => {
  it("times out if requests don't finish, and then serves later requests", async () => {
    const { credentials } = create()
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = credentials.use('ada', () => promise)
    const replacement = credentials.replace('ada', () => credentials.idle('ada', 5))
    expect(await failureOf(replacement)).toMatchObject({ kind: 'timeout' })
    expect(await credentials.use('ada', async () => 'passed')).toBe('passed')
    resolve()
    await slow
  })

  it('runs one at a time and never alongside a request', async () => {
    const { credentials } = create()
    const order: string[] = []
    const run = (name: string) => async () => {
      order.push(name)
      await turn()
      order.push(`${name} ended`)
    }
    const names = ['first', 'second', 'third']
    const replacements = names.map((name) => credentials.replace('ada', run(name)))
    await Promise.all([...replacements, credentials.use('ada', run('use'))])
    const started = order.filter((entry) => !entry.endsWith(' ended'))
    expect(started.toSorted()).toEqual([...names, 'use'])
    expect(started[0]).toBe('first')
    expect(order).toEqual(started.flatMap((name) => [name, `${name} ended`]))
  })

  it('does not block other accounts', async () => {
    const { credentials } = create()
    const { promise, resolve } = Promise.withResolvers<void>()
    const replacement = credentials.replace('ada', () => promise)
    expect(await credentials.use('ines', async () => 'passed')).toBe('passed')
    resolve()
    await replacement
  })
})
