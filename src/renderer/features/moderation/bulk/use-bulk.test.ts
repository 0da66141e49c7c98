import { createPinia } from 'pinia'
import { createApp, effectScope, nextTick } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Remaining } from '../../../../shared/operations/bulk.ts'
import type { DependentAnswer } from '../../../../shared/operations/dependents.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import { hostKey } from '../../../bridge/latchkey.ts'
import { queryClient } from '../../../bridge/query-client.ts'
import { useSelectionStore } from '../../../stores/selection.ts'
import { stubSessionStorage } from '../../../testing/session-storage.ts'
import { toastsKey } from '../../../ui/use-toast.ts'
import { type ProposedTask, useBulk } from './use-bulk.ts'

beforeEach(() => void stubSessionStorage())

const toUser = (id: number) => ({ id, username: `user${id}`, name: `User ${id}`, state: 'active' })

/** Opens the bulk screen with these users selected. Previews list the first two. */
async function openBulk(
  selected: number[],
  runTask?: Remaining | ProposedTask,
  update: Promise<unknown> = Promise.resolve(),
) {
  const started: Record<string, unknown>[] = []
  const noted: unknown[] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      if (name === 'bulk.start') {
        started.push(input as Record<string, unknown>)
        return { ok: true, value: { id: 3 } }
      }
      if (name === 'rules.noteStarted') noted.push(input)
      if (name === 'directory.update') await update
      if (name !== 'bulk.preview') return { ok: true, value: [] }
      const { selection } = input as { selection: { ids?: number[]; filter: { ids: number[] } } }
      const ids = selection.ids ?? selection.filter.ids
      const sample = ids.slice(0, 2).map(toUser)
      const counts = { total: ids.length, affectedCount: ids.length }
      return { ok: true, value: { ...counts, sample, unusual: [], skipped: [] } }
    },
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: undefined as never,
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.use(createPinia())
  const routes = [
    { path: '/', component: {} },
    { path: '/:account/runs/:run', name: 'run', component: {} },
  ]
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push('/?action=deactivate')
  app.use(router)
  queryClient.clear()
  const scope = effectScope()
  return app.runWithContext(async () => {
    const selection = useSelectionStore().of('a')
    selection.range(selected)
    const bulk = scope.run(() => useBulk('a', runTask))!
    const preview = (count: number) =>
      vi.waitFor(() => expect(bulk.preview.data.value?.affectedCount).toBe(count))
    await preview(runTask && 'ids' in runTask ? runTask.ids.length : runTask ? 3 : selected.length)
    return { bulk, selection, started, noted, preview, close: () => scope.stop() }
  })
}

it('notes the run at the proposal that it was started from', async () => {
  const proposal = { id: 'r1', at: 7 }
  const filter = { external: false, ids: [1, 2, 3] }
  const proposed = { kind: 'matching' as const, filter, except: [] }
  const task = { name: 'Quiet', selection: proposed, action: 'deactivate' as const, proposal }
  const { bulk, selection, started, noted, close } = await openBulk([9], task)
  await bulk.start()
  expect(started).toMatchObject([{ action: 'deactivate', selection: proposed }])
  expect(noted).toEqual([{ ...proposal, run: 3, count: 3 }])
  // Users selected elsewhere stay selected.
  expect(selection.toSelection()).toMatchObject({ ids: [9] })
  close()
})

it.each([false, true])(
  'clears the selection once a run with those users has started (trial: %s)',
  async (isTrial) => {
    const { bulk, selection, started, preview, close } = await openBulk([1, 2, 3, 4])
    if (isTrial) {
      bulk.narrow()
      await preview(2)
    }
    await bulk.start()
    expect(bulk.total.value).toBe(4)
    expect(started).toMatchObject([{ affectedCount: isTrial ? 2 : 4 }])
    expect(selection.toSelection()).toMatchObject({ ids: [] })
    close()
  },
)

it('previews listed users without waiting until all users are updated', async () => {
  const { bulk, close } = await openBulk([1, 2], undefined, new Promise(() => undefined))
  expect(bulk.preview.data.value).toMatchObject({ affectedCount: 2 })
  close()
})

it('sends the rest of a run with its reason', async () => {
  const reasoned = { reason: 'Left the company', note: true }
  const rest = { action: 'block', continues: 2, ids: [1, 2], ...reasoned } as const
  const { bulk, started, close } = await openBulk([], { ...rest, ids: [1, 2] })
  await bulk.start()
  expect(started).toMatchObject([reasoned])
  close()
})

it('keeps the selection if the run is for other users', async () => {
  const { bulk, selection, close } = await openBulk([5], { action: 'block', ids: [1, 2] })
  await bulk.start()
  expect(selection.toSelection()).toMatchObject({ ids: [5] })
  close()
})

it('restores a typed reason only for the same users and action', async () => {
  const first = await openBulk([1, 2])
  first.bulk.draft.reason = 'spam wave'
  first.close()
  const other = await openBulk([1, 3])
  expect(other.bulk.draft.reason).toBe('')
  other.close()
  const again = await openBulk([1, 2])
  expect(again.bulk.draft.reason).toBe('spam wave')
  again.close()
})

describe('answers about what depends on users', () => {
  const plan: RunPlan = { name: 'Offboard', onFailure: 'review', steps: [{ action: 'block' }] }
  const answer = (user: number, decision: 'stop' | 'later'): DependentAnswer => ({
    user,
    key: 'token 1',
    decision,
  })

  it('are sent only about affected users', async () => {
    const { bulk, started, preview, close } = await openBulk([], { plan, ids: [1, 2] })
    bulk.answers.value = [answer(1, 'stop'), answer(9, 'stop')]
    await nextTick()
    await preview(2)
    await bulk.start()
    expect(started).toMatchObject([{ plan: { answers: [answer(1, 'stop')] } }])
    close()
  })

  it('keep the preview', async () => {
    const { bulk, close } = await openBulk([], { plan, ids: [1, 2] })
    for (const decision of ['stop', 'later'] as const) {
      bulk.answers.value = [answer(1, decision)]
      await nextTick()
      expect(bulk.preview.data.value).toBeDefined()
    }
    close()
  })
})
