import { createPinia } from 'pinia'
import { createApp, effectScope, nextTick } from 'vue'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../shared/operations/accounts.ts'
import type { Envelope, Failure } from '../../shared/rules/failure.ts'
import type { Host } from '../../shared/operations/host.ts'
import { allPages } from './all-pages.ts'
import { hostKey } from './latchkey.ts'
import type { LatchkeyClient } from './latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useConnectivityStore } from './connectivity.ts'
import { useLockStore } from '../stores/lock.ts'
import { queryClient } from './query-client.ts'
import { stubSessionStorage } from '../testing/session-storage.ts'
import { recallAnswer, useAccountQuery, useServiceQuery } from './use-service-query.ts'

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

/** Runs a query against a host with these responses, keyed by call name. */
async function resource<T>(
  answers: Record<string, Envelope>,
  load: (latchkey: LatchkeyClient) => Promise<T>,
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
  const one = app.runWithContext(() => {
    useConnectivityStore()
    return effectScope().run(() => useAccountQuery('a', ['all'], load))!
  })
  await settled()
  return {
    ...one,
    setHostReachable: (isReachable: boolean) =>
      app.runWithContext(() => useConnectivityStore().setHostReachable(isReachable)),
    online: async () => {
      tell!({ account: 'a', state: 'online' })
      await settled()
    },
  }
}

async function settled() {
  for (let turn = 0; turn < 30; turn += 1) await nextTick()
}

it('shows the cached value with its age and failure, and reloads when online again', async () => {
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

it('hides its failure once Latchkey has ended, unless nothing was loaded', async () => {
  const failed: Envelope = { ok: false, failure: { kind: 'unexpected', message: 'Ended.' } }
  const answers: Record<string, Envelope> = { 'user.get': fresh({ id: 1 }) }
  const shown = await resource(answers, (latchkey) => latchkey('a').user.get())
  answers['user.get'] = failed
  await shown.reload()
  expect(shown.failure.value?.message).toBe('Ended.')
  shown.setHostReachable(false)
  expect(shown.failure.value).toBeUndefined()
  shown.setHostReachable(true)
  expect(shown.failure.value?.message).toBe('Ended.')
  queryClient.clear()
  const unread = await resource(answers, (latchkey) => latchkey('a').user.get())
  unread.setHostReachable(false)
  expect(unread.failure.value).toBeDefined()
})

it('reports the oldest age among parallel calls', async () => {
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

it('reports the age of a call made after another one', async () => {
  const answers = { 'localSshKeys.scan': fresh([]), 'localSshKeys.list': old({}, 3_000) }
  const shown = await resource(answers, async (latchkey) => {
    await latchkey().localSshKeys.scan()
    return latchkey('a').localSshKeys.list()
  })
  expect(shown.asOf.value).toBe(3_000)
})

it('counts unreadable entries across all calls of one load', async () => {
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

it('counts unreadable entries across all pages of a list', async () => {
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

/** Screens that show an account’s user. The test resolves their responses one by one; `open` opens another screen. */
function userScreens() {
  const calls: PromiseWithResolvers<Envelope>[] = []
  const app = appOver({
    invoke: () => {
      const call = Promise.withResolvers<Envelope>()
      calls.push(call)
      return call.promise
    },
    on: () => () => undefined,
  })
  const open = () => {
    const scope = effectScope()
    const shown = app.runWithContext(() =>
      scope.run(() => useServiceQuery('a', 'user.get', {}, { cached: true }))!,
    )
    return { ...shown, leave: () => scope.stop() }
  }
  return { app, open, calls }
}

describe('data in memory', () => {
  afterEach(() => queryClient.clear())

  /** Loads a screen once and closes it. */
  async function closedScreen() {
    const screens = userScreens()
    const first = screens.open()
    screens.calls[0]!.resolve(fresh({ id: 1 }))
    await settled()
    first.leave()
    return screens
  }

  it('is shown immediately when a screen is reopened, and reloaded in the background', async () => {
    const { open, calls } = await closedScreen()
    const shown = open()
    expect([shown.data.value, shown.isCached.value, shown.loading.value]).toEqual([
      { id: 1 },
      true,
      true,
    ])
    calls[1]!.resolve(fresh({ id: 2 }))
    await settled()
    expect([shown.data.value, shown.isCached.value]).toEqual([{ id: 2 }, false])
    shown.leave()
  })

  it('stays marked as cached until a reload succeeds', async () => {
    const { open, calls } = await closedScreen()
    const shown = open()
    calls[1]!.resolve({ ok: false, failure: { kind: 'forbidden', message: 'No.' } })
    await settled()
    expect([shown.data.value, shown.isCached.value]).toEqual([{ id: 1 }, true])
    expect(shown.failure.value?.message).toBe('No.')
    shown.leave()
  })

  it('is dropped when its account is signed out', async () => {
    stubSessionStorage()
    const { app, open } = await closedScreen()
    app.runWithContext(() => {
      const keychain = { state: 'available', name: '', message: '' } as const
      useAccountsStore().take({ accounts: [{ id: 'a' } as Account], keychain })
      useAccountsStore().take({ accounts: [], keychain })
    })
    const shown = open()
    expect(shown.data.value).toBeUndefined()
    shown.leave()
  })

  it('is dropped when Latchkey is locked', async () => {
    const { app, open, calls } = await closedScreen()
    const loading = app.runWithContext(() => useLockStore().load())
    calls[1]!.resolve(fresh({ locked: true, verifiesUser: false, pausesQueue: false }))
    await loading
    const shown = open()
    expect(shown.data.value).toBeUndefined()
    shown.leave()
  })
})

it('restarts when reloaded before the first response arrives', async () => {
  const { open, calls } = userScreens()
  const shown = open()
  const reload = shown.reload()
  expect(calls).toHaveLength(2)
  calls[0]!.resolve(fresh({ id: 'of before' }))
  await settled()
  expect(shown.data.value).toBeUndefined()
  calls[1]!.resolve(fresh({ id: 1 }))
  await reload
  expect(shown.data.value).toEqual({ id: 1 })
  shown.leave()
  queryClient.clear()
})

it('shows a recalled response immediately', async () => {
  const { promise: answer, resolve: give } = Promise.withResolvers<Envelope>()
  const host: Host = {
    invoke: async (name) =>
      name === 'cache.read' ? fresh({ answer: { value: { emoji: 'tea' }, asOf: 5_000 } }) : answer,
    on: () => () => undefined,
  }
  await recallAnswer(host, 'a', 'ownStatus.get')
  const shown = appOver(host).runWithContext(() =>
    effectScope().run(() => useServiceQuery('a', 'ownStatus.get', {}, { cached: true }))!,
  )
  expect([shown.data.value, shown.age.value]).toEqual([{ emoji: 'tea' }, { asOf: 5_000 }])
  expect([shown.loading.value, shown.isCached.value]).toEqual([true, true])
  give(fresh({ emoji: 'coffee' }))
  await settled()
  expect([shown.data.value, shown.age.value]).toEqual([{ emoji: 'coffee' }, undefined])
  queryClient.clear()
})

describe('data cached on disk', () => {
  afterEach(() => {
    vi.useRealTimers()
    queryClient.clear()
  })

  /** Shows an account’s user from a cache, with a response that the test resolves. */
  function user(cached: unknown) {
    vi.useFakeTimers()
    const { promise: answer, resolve: give } = Promise.withResolvers<Envelope>()
    const requests: unknown[] = []
    const app = appOver({
      invoke: (name, input) => {
        requests.push([name, input])
        return name === 'cache.read' ? Promise.resolve(fresh(cached)) : answer
      },
      on: () => () => undefined,
    })
    const shown = app.runWithContext(() =>
      effectScope().run(() => useServiceQuery('a', 'user.get', {}, { cached: true }))!,
    )
    const flush = () => vi.advanceTimersByTimeAsync(500)
    return { ...shown, requests, give, flush }
  }

  it('is shown with its age until GitLab responds', async () => {
    const shown = user({ answer: { value: { id: 1 }, asOf: 5_000 } })
    await shown.flush()
    expect(shown.requests).toEqual([
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

  it('includes its number of unreadable entries', async () => {
    const shown = user({ answer: { value: { id: 1 }, asOf: 5_000, skipped: 2 } })
    await shown.flush()
    expect(shown.skipped.value).toBe(2)
    shown.give(fresh({ id: 2 }))
    await shown.flush()
    expect(shown.skipped.value).toBe(0)
  })

  it('stays visible next to a reload failure', async () => {
    const shown = user({ answer: { value: { id: 1 }, asOf: 5_000 } })
    await shown.flush()
    shown.give({ ok: false, failure: { kind: 'forbidden', message: 'No.' } })
    await shown.flush()
    expect([shown.data.value, shown.failure.value?.message]).toEqual([{ id: 1 }, 'No.'])
  })

  it('isn’t read if GitLab responds immediately', async () => {
    const shown = user({ answer: { value: { id: 1 }, asOf: 5_000 } })
    shown.give(fresh({ id: 2 }))
    await shown.flush()
    expect([shown.requests.length, shown.data.value]).toEqual([1, { id: 2 }])
  })

  it('is empty if nothing is cached', async () => {
    const shown = user({})
    await shown.flush()
    expect([shown.data.value, shown.loading.value]).toEqual([undefined, true])
  })
})
