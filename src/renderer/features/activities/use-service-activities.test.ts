import { createPinia } from 'pinia'
import { afterEach, expect, it } from 'vitest'
import { createApp, effectScope } from 'vue'
import type { EffectScope } from 'vue'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useServiceActivities } from './use-service-activities.ts'

afterEach(() => queryClient.clear())

interface Call {
  input: { from: string; cursor?: string }
  answer: PromiseWithResolvers<Envelope>
}

/** Activities since a date; the test resolves the pages one by one. */
function open(from = '2026-05-20') {
  const calls: Call[] = []
  const app = createApp({})
  app.provide(hostKey, {
    invoke: (name, input) => {
      if (name === 'cache.read') return Promise.resolve({ ok: true, value: {} })
      const answer = Promise.withResolvers<Envelope>()
      calls.push({ input: input as Call['input'], answer })
      return answer.promise
    },
    on: () => () => undefined,
  })
  app.use(createPinia())
  const scope: EffectScope = app.runWithContext(() => effectScope())
  const shown = app.runWithContext(() => scope.run(() => useServiceActivities('a', from))!)
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    ...shown,
    calls,
    settle,
    leave: () => scope.stop(),
    names: () => shown.entries.value?.map(({ username }) => username),
    /** Resolves the last request with these users. */
    async gives(usernames: readonly string[], next?: string, more: object = {}) {
      const items = usernames.map((username) => ({ username, last_activity_on: '2026-06-01' }))
      calls.at(-1)!.answer.resolve({ ok: true, value: { items, next, ...more }, ...more })
      await settle()
    },
    async fails() {
      const failure = { kind: 'offline', message: 'No.' } as const
      calls.at(-1)!.answer.resolve({ ok: false, failure })
      await settle()
    },
  }
}

it('loads one page after another and reports progress', async () => {
  const list = open()
  await list.gives(['ada', 'ben'], 'page=2', { total: 3 })
  expect([list.progress.value, list.total.value, list.names()]).toEqual([2, 3, undefined])
  await list.gives(['ben', 'zoe'])
  expect(list.calls.map(({ input }) => input.cursor)).toEqual([undefined, 'page=2'])
  expect([list.names(), list.isComplete.value]).toEqual([['ada', 'ben', 'zoe'], true])
})

it('requests whole months but only lists users active since the start date', async () => {
  const list = open('2026-05-20')
  expect(list.calls[0]!.input.from).toBe('2026-05-01')
  const items = [
    { username: 'early', last_activity_on: '2026-05-19' },
    { username: 'late', last_activity_on: null, last_activity_at: '2026-05-20T08:00:00Z' },
  ]
  list.calls[0]!.answer.resolve({ ok: true, value: { items } })
  await list.settle()
  expect(list.names()).toEqual(['late'])
})

it('keeps loaded users when stopped during a request and can load the rest later', async () => {
  const list = open()
  await list.gives(['ada'], 'page=2')
  list.stop()
  await list.settle()
  expect([list.names(), list.isComplete.value, list.loading.value]).toEqual([['ada'], false, false])
  void list.loadRest()
  await list.settle()
  expect(list.calls.at(-1)!.input.cursor).toBe('page=2')
  await list.gives(['zoe'])
  expect([list.names(), list.isComplete.value]).toEqual([['ada', 'zoe'], true])
})

it('keeps loaded users and reports why a later page failed', async () => {
  const list = open()
  await list.gives(['ada'], 'page=2')
  await list.fails()
  expect([list.names(), list.isComplete.value]).toEqual([['ada'], false])
  expect([list.failure.value, list.restFailure.value?.message]).toEqual([undefined, 'No.'])
})

it('doesn’t replace a complete list with a partial one', async () => {
  const list = open()
  await list.gives(['ada', 'zoe'])
  const asOf = list.asOf.value
  void list.reload()
  await list.gives(['ada'], 'page=2')
  list.stop()
  await list.settle()
  expect([list.names(), list.isComplete.value]).toEqual([['ada', 'zoe'], true])
  expect(list.asOf.value).toBe(asOf)
  void list.reload()
  await list.gives(['ada'], 'page=2')
  await list.fails()
  expect([list.names(), list.failure.value?.message]).toEqual([['ada', 'zoe'], 'No.'])
})

it('counts each page’s unreadable entries once, even after a stop', async () => {
  const list = open()
  await list.gives(['ada'], 'page=2', { skipped: 1 })
  await list.gives(['ben'], 'page=3', { skipped: 2 })
  list.stop()
  await list.settle()
  void list.loadRest()
  await list.gives(['zoe'], undefined, { skipped: 4 })
  expect(list.skipped.value).toBe(7)
})

it('stops loading when the user leaves the screen', async () => {
  const list = open()
  list.leave()
  await list.gives(['ada'], 'page=2')
  expect(list.calls).toHaveLength(1)
})

it('stops with a failure if a page links back to itself', async () => {
  const list = open()
  await list.gives(['ada'], 'page=2')
  await list.gives(['zoe'], 'page=2')
  expect(list.calls).toHaveLength(2)
  expect([list.names(), list.isComplete.value]).toEqual([['ada', 'zoe'], false])
  expect(list.restFailure.value?.message).toMatch(/sent the same page of the list twice/)
})
