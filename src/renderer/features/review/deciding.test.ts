import { computed, createApp, effectScope, ref, shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import type { ItemDecision } from '../../../shared/rules/review.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { type DecisionInput, useDeciding } from './use-deciding.ts'
import { createFacet, useFacets } from './use-facets.ts'

interface Item {
  id: string
  decided: { decision: ItemDecision; note: string } | null
}

/** Lists items a to d, of which c can’t be decided. */
function listItems() {
  const items = shallowRef<Item[]>(['a', 'b', 'c', 'd'].map((id) => ({ id, decided: null })))
  const sent: [string | undefined, DecisionInput<ItemDecision>][] = []
  const toasts: unknown[] = []
  const app = createApp({})
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (...toast) => toasts.push(toast[2]),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  const scope = effectScope()
  const deciding = app.runWithContext(() =>
    scope.run(() =>
      useDeciding<Item, ItemDecision>({
        list: {
          items,
          offset: ref(0),
          rowAt: computed(() => (row) => items.value[row]),
          reload: async () => undefined,
        },
        listKey: () => '',
        show: () => undefined,
        canDecide: ({ id }) => id !== 'c',
        async send(item, verdict) {
          sent.push([item?.id, verdict])
          items.value = items.value.map((other) =>
            other.id === item?.id && verdict.decision
              ? { ...other, decided: { decision: verdict.decision, note: verdict.note ?? '' } }
              : other,
          )
          return { changed: 1 }
        },
        countMatching: async () => ({ count: 4, undecided: 3 }),
      }),
    ),
  )!
  const item = (id: string) => items.value.find((other) => other.id === id)!
  return { ...deciding, item, sent, toasts, close: () => scope.stop() }
}

it('goes on to the next item that is undecided and can be decided', async () => {
  const { currentRow, decideAndGoOn, item, sent, close } = listItems()
  await decideAndGoOn(item('b'), 'keep')
  expect(currentRow.value).toBe(3)
  await decideAndGoOn(item('d'), 'remove')
  expect(currentRow.value).toBe(0)
  expect(sent).toEqual([
    ['b', { decision: 'keep' }],
    ['d', { decision: 'remove' }],
  ])
  close()
})

it('goes on after a dialog that a key opened, but not after one for the note', async () => {
  const { currentRow, askAbout, save, item, target, sent, close } = listItems()
  askAbout(item('a'), 'change')
  await save({ decision: 'change', note: '', level: 20 })
  expect(sent).toEqual([['a', { decision: 'change', note: '', level: 20 }]])
  expect([target.value, currentRow.value]).toEqual([undefined, 1])
  askAbout(item('b'))
  await save({ decision: 'keep', note: 'Needed' })
  expect(currentRow.value).toBe(1)
  close()
})

it('keeps the notes of all matching items unless there is a new one', async () => {
  const { askAboutAll, save, target, sent, toasts, close } = listItems()
  await askAboutAll()
  expect(target.value).toEqual({ count: 4, replaced: 1 })
  await save({ decision: 'keep', note: '' })
  await vi.waitFor(() => expect(toasts).toEqual(['1 decision saved.']))
  expect(sent).toEqual([[undefined, { decision: 'keep' }]])
  close()
})

it('offers filters with matches as views, and several at once as chips', () => {
  const kinds = shallowRef<readonly ('ssh' | 'gpg')[]>([])
  const decisions = shallowRef<readonly 'keep'[]>([])
  const choice = <Id extends string>(id: Id) => ({ id, label: id })
  const facets = useFacets([
    createFacet({ choices: [choice('keep')], chosen: decisions, counts: () => ({ keep: 2 }) }),
    createFacet({
      choices: [choice('ssh'), choice('gpg')],
      chosen: kinds,
      counts: () => ({ ssh: 0, gpg: 5 }),
    }),
  ])
  const ids = () => facets.views.value.map(({ id }) => id)
  expect(ids()).toEqual(['', 'keep', 'gpg'])
  facets.open('keep')
  kinds.value = ['ssh']
  expect(ids()).toEqual(['', 'keep', 'ssh', 'gpg'])
  expect(facets.chips.value.map(({ key }) => key)).toEqual(['keep', 'ssh'])
  expect(facets.views.value.some(({ isOpen }) => isOpen)).toBe(false)
  facets.remove('keep')
  expect([decisions.value, kinds.value, facets.chips.value]).toEqual([[], ['ssh'], []])
  facets.open('')
  expect(facets.views.value.filter(({ isOpen }) => isOpen).map(({ id }) => id)).toEqual([''])
})
