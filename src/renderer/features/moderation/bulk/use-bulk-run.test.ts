import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it, vi } from 'vitest'
import type { BulkRun } from '../../../../shared/operations/bulk.ts'
import type { QueuedAction } from '../../../../shared/operations/queue.ts'
import { hostKey } from '../../../bridge/latchkey.ts'
import { queryClient } from '../../../bridge/query-client.ts'
import { confirmKey } from '../../../components/use-confirm.ts'
import { toastsKey } from '../../../ui/use-toast.ts'
import { useBulkRun } from './use-bulk-run.ts'

/** The page of a run that ended, with as many users as were refused; `isSure` answers its questions. */
async function openRun(more: Partial<BulkRun>, isSure: boolean) {
  const count = more.counts?.refused ?? 0
  const run = { id: 3, created: 0, state: 'finished', total: count, remaining: 0, pace: 0, ...more }
  const items = Array.from({ length: count }, (_, id) => ({
    target: { id, username: `user${id}`, name: `User ${id}`, state: 'active' },
  })) as QueuedAction[]
  const answers: Record<string, unknown> = {
    'queue.summary': { counts: {}, isPaused: false },
    'queue.list': { items, total: count },
  }
  const called: string[] = []
  const typed: (string | undefined)[] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name: string) {
      called.push(name)
      return { ok: true, value: answers[name] ?? run }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: undefined as never,
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    async ask(question) {
      typed.push(question.typed)
      return isSure
    },
  })
  app.use(createPinia())
  app.use(createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] }))
  queryClient.clear()
  const scope = effectScope()
  const view = app.runWithContext(() => scope.run(() => useBulkRun('a', 3)))!
  await vi.waitFor(() => expect(view.run.data.value).toBeDefined())
  await vi.waitFor(() => expect(called).toContain('queue.list'))
  await vi.waitFor(() => expect(Boolean(view.onlyUser.value)).toBe(count === 1))
  return { view, called, typed, close: () => scope.stop() }
}

it.each([
  [3, '3'],
  [1, 'user0'],
])(
  'asks before %i refused deletions are retried as before the first time',
  async (refused, text) => {
    const { view, called, typed, close } = await openRun(
      { action: 'delete', counts: { refused } as never },
      false,
    )
    await view.retry()
    expect(typed).toEqual([text])
    expect(called).not.toContain('bulk.retry')
    close()
  },
)

it('retries after the question, and without one what can be undone', async () => {
  const deletion = await openRun({ action: 'delete', counts: { refused: 2 } as never }, true)
  await deletion.view.retry()
  expect(deletion.called).toContain('bulk.retry')
  deletion.close()
  const block = await openRun({ action: 'block', counts: { refused: 2 } as never }, false)
  await block.view.retry()
  expect([block.called.includes('bulk.retry'), block.typed]).toEqual([true, []])
  block.close()
})

it.each(['resume', 'refreshAndResume'] as const)(
  'asks before %s sends deletions that nobody could undo in time',
  async (name) => {
    const counts = { refused: 0, ready: 2 } as never
    const more = {
      action: 'delete',
      state: 'paused',
      isUndoMissed: true,
      total: 2,
      counts,
    } as const
    const { view, called, typed, close } = await openRun(more, false)
    await view[name]()
    expect([typed, called.includes('bulk.resume')]).toEqual([['2'], false])
    close()
  },
)
