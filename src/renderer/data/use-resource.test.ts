import { createPinia } from 'pinia'
import { createApp, effectScope, nextTick } from 'vue'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Envelope, Failure } from '../../shared/failure.ts'
import type { Host } from '../../shared/host.ts'
import { allPages } from './all-pages.ts'
import { createLatchkey, hostKey } from './latchkey.ts'
import type { Latchkey } from './latchkey.ts'
import { useConnectivityStore } from './stores/connectivity.ts'
import { useCachedResource, useResource } from './use-resource.ts'

const offline: Failure = { kind: 'offline', message: 'Nothing answers at example.com.' }
const old = (value: unknown, asOf: number): Envelope => ({
  ok: true,
  value,
  asOf,
  failure: offline,
})
const fresh = (value: unknown): Envelope => ({ ok: true, value })

function appOver(host: Host) {
  const app = createApp({})
  app.provide(hostKey, host)
  app.use(createPinia())
  return app
}

/** A resource over a host that gives these answers by the call's name. */
async function resource<T>(
  answers: Record<string, Envelope>,
  load: (latchkey: Latchkey) => Promise<T>,
) {
  let tell: ((state: unknown) => void) | undefined
  const host = {
    invoke: async (name: string) => answers[name]!,
    on: (_: string, listener: never) => {
      tell = listener
      return () => undefined
    },
  }
  const app = appOver(host)
  const latchkey = createLatchkey(host)
  const one = app.runWithContext(() => {
    useConnectivityStore()
    return effectScope().run(() => useResource('a', () => load(latchkey)))!
  })
  await settled()
  return {
    ...one,
    online: async () => {
      tell!({ account: 'a', state: 'online' })
      await settled()
    },
  }
}

async function settled() {
  for (let turn = 0; turn < 30; turn += 1) await nextTick()
}

it('shows what was kept as old as it is, says why, and reads it again once it can', async () => {
  const answers = { 'user.get': old({ id: 1 }, 5_000) }
  const shown = await resource(answers, (latchkey) => latchkey('a').user.get())
  expect(shown.data.value).toEqual({ id: 1 })
  expect([shown.asOf.value, shown.failure.value]).toEqual([5_000, offline])
  answers['user.get'] = fresh({ id: 2 })
  await shown.online()
  expect(shown.data.value).toEqual({ id: 2 })
  expect(shown.failure.value).toBeUndefined()
  expect(shown.asOf.value).toBeGreaterThan(5_000)
})

it('takes the age of the oldest for what is made of several', async () => {
  const answers = {
    'user.get': old({ id: 1 }, 5_000),
    'emails.list': old({ items: [] }, 4_000),
    'status.get': fresh({}),
  }
  const shown = await resource(answers, async (latchkey) => {
    const { user, emails, status } = latchkey('a')
    return Promise.all([user.get(), emails.list({}), status.get()])
  })
  expect(shown.asOf.value).toBe(4_000)
})

it('takes the age of an answer that was asked for after another one', async () => {
  const answers = { 'localSshKeys.scan': fresh([]), 'localSshKeys.list': old({}, 3_000) }
  const shown = await resource(answers, async (latchkey) => {
    await latchkey().localSshKeys.scan()
    return latchkey('a').localSshKeys.list()
  })
  expect(shown.asOf.value).toBe(3_000)
})

it('takes no age of what others read meanwhile', async () => {
  const answers = { 'user.get': fresh({ id: 1 }), 'user.counts': old({}, 3_000) }
  let latchkeyOfOthers: Latchkey | undefined
  const reading = resource(answers, (latchkey) => {
    latchkeyOfOthers = latchkey
    return latchkey('a').user.get()
  })
  await latchkeyOfOthers!('a').user.counts()
  const shown = await reading
  expect(shown.failure.value).toBeUndefined()
  expect(shown.asOf.value).toBeGreaterThan(3_000)
})

it('counts the entries that could not be read in all that a load asked for', async () => {
  const answers = {
    'emails.list': { ...fresh({ items: [] }), skipped: 2 },
    'sshKeys.list': { ...fresh({ items: [] }), skipped: 1 },
    'user.get': fresh({ id: 1 }),
  }
  const shown = await resource(answers, async (latchkey) => {
    const { user, emails, sshKeys } = latchkey('a')
    return Promise.all([user.get(), emails.list({}), sshKeys.list({})])
  })
  expect(shown.skipped.value).toBe(3)
  answers['emails.list'] = { ...fresh({ items: [] }), skipped: 0 }
  await shown.reload()
  expect(shown.skipped.value).toBe(1)
})

it('counts them over all pages of a list that is read whole', async () => {
  const page = (next?: string) => ({
    ...fresh({ items: [], next, skipped: 1 }),
    skipped: 1,
  })
  const answers = { 'emails.list': page('page=2') }
  const shown = await resource(answers, (latchkey) =>
    allPages(async (cursor) => {
      const answer = await latchkey('a').emails.list({ cursor })
      answers['emails.list'] = page(cursor === undefined ? 'page=3' : undefined)
      return answer
    }),
  )
  expect(shown.skipped.value).toBe(3)
})

describe('what is cached', () => {
  afterEach(() => vi.useRealTimers())

  /** The user of an account as a screen shows them, over a service whose answer the test gives, and a cache. */
  function user(cached: unknown) {
    vi.useFakeTimers()
    const { promise: answer, resolve: give } = Promise.withResolvers<Envelope>()
    const asked: unknown[] = []
    const app = appOver({
      invoke: (name, input) => {
        asked.push([name, input])
        return name === 'cache.read' ? Promise.resolve(fresh(cached)) : answer
      },
      on: () => () => undefined,
    })
    const shown = app.runWithContext(() =>
      effectScope().run(() => useCachedResource('a', (latchkey) => latchkey('a').user.get()))!,
    )
    const flush = () => vi.advanceTimersByTimeAsync(500)
    return { ...shown, asked, give, flush }
  }

  it('is shown with its age until the service answers', async () => {
    const shown = user({ answer: { value: { id: 1 }, asOf: 5_000 } })
    await shown.flush()
    expect(shown.asked).toEqual([
      ['user.get', {}],
      ['cache.read', { name: 'user.get', input: {} }],
    ])
    expect([shown.data.value, shown.asOf.value]).toEqual([{ id: 1 }, 5_000])
    expect([shown.loading.value, shown.failure.value]).toEqual([true, undefined])
    shown.give(fresh({ id: 2 }))
    await shown.flush()
    expect([shown.data.value, shown.age.value]).toEqual([{ id: 2 }, undefined])
    expect(shown.asOf.value).toBeGreaterThan(5_000)
  })

  it('tells how many of its entries could not be read', async () => {
    const shown = user({ answer: { value: { id: 1 }, asOf: 5_000, skipped: 2 } })
    await shown.flush()
    expect(shown.skipped.value).toBe(2)
    shown.give(fresh({ id: 2 }))
    await shown.flush()
    expect(shown.skipped.value).toBe(0)
  })

  it('stays beside the failure of the service', async () => {
    const shown = user({ answer: { value: { id: 1 }, asOf: 5_000 } })
    await shown.flush()
    shown.give({ ok: false, failure: { kind: 'forbidden', message: 'No.' } })
    await shown.flush()
    expect([shown.data.value, shown.failure.value?.message]).toEqual([{ id: 1 }, 'No.'])
  })

  it('is not asked for where the service answers at once', async () => {
    const shown = user({ answer: { value: { id: 1 }, asOf: 5_000 } })
    shown.give(fresh({ id: 2 }))
    await shown.flush()
    expect([shown.asked.length, shown.data.value]).toEqual([1, { id: 2 }])
  })

  it('is nothing where nothing is cached', async () => {
    const shown = user({})
    await shown.flush()
    expect([shown.data.value, shown.loading.value]).toEqual([undefined, true])
  })
})
