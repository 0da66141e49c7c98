import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it, vi } from 'vitest'
import type { QueueSummary, QueuedAction } from '../../../shared/operations/queue.ts'
import type { QueueState } from '../../../shared/rules/item-states.ts'
import type { QueueEvent } from '../../../shared/operations/host.ts'
import { type Toasts, toastsKey } from '../../ui/use-toast.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { useModeration } from './use-moderation.ts'

const anna = { id: 7, username: 'anna', name: 'Anna', state: 'active' }
const now = 1000

/** Blocks Anna from a page; returns the page and its queue. */
async function blockAnna(initialState: QueueState = 'undoable') {
  let action: QueuedAction = {
    id: 1,
    action: 'block',
    target: anna,
    note: false,
    state: initialState,
    created: now,
    notBefore: now + 5000,
    expires: now + 9_000_000,
    attempts: 0,
  }
  let second: QueuedAction = { ...action, id: 2, action: 'unban', state: 'undoable' }
  let summary = { counts: {}, isPaused: false } as QueueSummary
  let emit: (event: QueueEvent) => void
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async (name: string, input: unknown) => {
      const { id, action: next } = input as { id: number; action?: QueuedAction['action'] }
      if (name === 'queue.summary') return { ok: true, value: summary }
      if (name === 'queue.enqueue' && next === 'unban') return { ok: true, value: second }
      return { ok: true, value: name === 'queue.get' && id === second.id ? second : action }
    },
    on: (name, listener) => {
      if (name === 'queue') emit = listener as typeof emit
      return () => undefined
    },
  })
  const shown = new Map<unknown, Parameters<Toasts['showToast']>>()
  app.provide(toastsKey, {
    current: undefined as never,
    showToast: (...toast) => void shown.set(toast[0], toast),
    closeToast: (source) => void shown.delete(source),
    showNote: () => undefined,
  })
  app.use(createPinia())
  const routes = [
    { path: '/', component: {} },
    { name: 'queue', path: '/of/:account/admin/queue', component: {} },
  ]
  const router = createRouter({ history: createMemoryHistory(), routes })
  app.use(router)
  const { enqueue, follow } = app.runWithContext(() => useModeration('a'))
  await enqueue('block', anna)
  return {
    router,
    texts: (at = now) =>
      [...shown.values()].map(([, , text]) =>
        (typeof text === 'string' ? text : text(at)).replace(/[\u2068\u2069]/g, ''),
      ),
    buttons: () =>
      [...shown.values()].flatMap(([, , , ...actions]) => actions.flatMap((one) => one ?? [])),
    /** Restarts the action, and follows it with its state from before. */
    restart() {
      const before = action
      action = { ...action, state: 'ready', failure: undefined }
      follow(before)
    },
    async unbanAnna() {
      await enqueue('unban', anna)
    },
    changeSecond(next: Partial<QueuedAction>) {
      second = { ...second, ...next }
      emit({ account: 'a', summary, targets: [anna.id] })
    },
    change(next: Partial<QueuedAction>, nextSummary: Partial<QueueSummary> = {}) {
      action = { ...action, ...next }
      summary = { ...summary, ...nextSummary }
      emit({ account: 'a', summary, targets: [anna.id] })
    },
  }
}

it('counts down, and closes the toast when the action is canceled elsewhere', async () => {
  const { texts, change } = await blockAnna()
  await vi.waitFor(() => expect(texts()).toEqual(['Block Anna in 5 s.']))
  expect(texts(now + 3000)).toEqual(['Block Anna in 2 s.'])
  change({ state: 'cancelled', finished: now })
  await vi.waitFor(() => expect(texts()).toEqual([]))
})

it('closes a delay toast when the action is canceled elsewhere', async () => {
  const { texts, change } = await blockAnna()
  const failure = { kind: 'rate-limited', message: 'Rate limit reached.' } as const
  change({ state: 'ready', attempts: 1, failure })
  await vi.waitFor(() => expect(texts()).toEqual(['Block Anna: delayed. Rate limit reached.']))
  change({ state: 'cancelled', finished: now })
  await vi.waitFor(() => expect(texts()).toEqual([]))
})

it('pauses the countdown with the queue, and resumes it afterwards', async () => {
  const { texts, buttons, change } = await blockAnna()
  change({}, { isPaused: true })
  await vi.waitFor(() =>
    expect(texts()).toEqual(['Block Anna: queued until you resume the queue.']),
  )
  expect(buttons().map(({ label }) => label)).toEqual(['Undo', 'Add reason'])
  change({}, { isPaused: false })
  await vi.waitFor(() => expect(texts()).toEqual(['Block Anna in 5 s.']))
})

it('reports that nothing was sent if the action undoes one that is still queued', async () => {
  const { texts } = await blockAnna('cancelled')
  await vi.waitFor(() => expect(texts()).toEqual(['Block Anna: canceled. Nothing was sent.']))
})

it('shows one pending action per user, and every outcome', async () => {
  const { texts, unbanAnna, change, changeSecond } = await blockAnna()
  await unbanAnna()
  await vi.waitFor(() => expect(texts()).toEqual(['Unban Anna in 5 s.']))
  const failure = { kind: 'rate-limited', message: 'Rate limit reached.' } as const
  change({ state: 'ready', attempts: 1, failure })
  changeSecond({ state: 'sending' })
  await vi.waitFor(() => expect(texts()).toEqual(['Unban Anna…']))
  change({ state: 'done', failure: undefined })
  await vi.waitFor(() => expect(texts()).toHaveLength(2))
  changeSecond({ state: 'cancelled' })
  await vi.waitFor(() => expect(texts()).toHaveLength(1))
})

it('offers to review a conflict in the queue', async () => {
  const { buttons, change, router } = await blockAnna()
  change({ state: 'conflict', after: 'banned' })
  await vi.waitFor(() => expect(buttons().map(({ label }) => label)).toEqual(['Review']))
  await buttons()[0]!.run()
  expect(router.currentRoute.value.fullPath).toBe('/of/a/admin/queue?tab=decide&show=1')
})

it('reports the outcome of a restarted action even if the queue changes right away', async () => {
  const { texts, change, restart } = await blockAnna()
  change({ state: 'refused', failure: { kind: 'forbidden', message: 'Not allowed.' } })
  await vi.waitFor(() => expect(texts()).toEqual([expect.stringContaining('Not allowed.')]))
  restart()
  change({ state: 'sending' }, { isPaused: true })
  await vi.waitFor(() => expect(texts()).toEqual(['Block Anna…']))
  change({ state: 'done', finished: now })
  await vi.waitFor(() => expect(texts()).toEqual([expect.stringContaining('is blocked')]))
})
