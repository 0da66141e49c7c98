import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it, vi } from 'vitest'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { useSelectionStore } from '../../stores/selection.ts'
import { useReview } from './use-review.ts'

/** Opens an account’s reviews at a URL, one of them in this phase; `answer` is the reply to the confirmation. */
async function openReview(phase: string, answer: boolean | undefined, address = '/') {
  const called: [string, unknown][] = []
  const titles: string[] = []
  const failing = new Set<string>()
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      called.push([name, input])
      if (failing.has(name)) return { ok: false, failure: { kind: 'offline', message: 'No.' } }
      if (name === 'review.list') return { ok: true, value: [] }
      const { review = 7 } = (input ?? {}) as { review?: number }
      return { ok: true, value: { id: review, name: `Review ${review}`, phase } }
    },
    on: () => () => undefined,
  })
  app.provide(confirmKey, {
    current: shallowRef(),
    async ask({ title }) {
      titles.push(title)
      // In the meantime, the user selects another review.
      review.shown.value = 8
      await vi.waitFor(() => expect(review.state.value?.id).toBe(8))
      return answer
    },
  })
  app.use(createPinia())
  const routes = [{ path: '/', component: {} }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  await router.push(address)
  app.use(router)
  queryClient.clear()
  const scope = effectScope()
  const review = app.runWithContext(() => scope.run(() => useReview('a')))!
  await vi.waitFor(() => expect(review.state.value).toBeDefined())
  const changes = () => called.flatMap(([name]) => (name.startsWith('jobs.') ? name : []))
  const selection = app.runWithContext(() => useSelectionStore().of('a'))
  return { review, selection, called, titles, failing, changes, close: () => scope.stop() }
}

it.each([
  ['running', true, ['jobs.pause', 'jobs.cancel', 'jobs.remove']],
  ['running', false, ['jobs.pause', 'jobs.resume']],
  ['running', undefined, ['jobs.pause']],
  ['done', true, ['jobs.remove']],
  ['done', undefined, []],
  ['cancelled', true, ['jobs.remove']],
])('deletes a review only once confirmed (%s, answer: %s)', async (phase, answer, expected) => {
  const { review, called, titles, changes, close } = await openReview(phase, answer)
  await review.remove(review.state.value!)
  expect(changes()).toEqual(expected)
  expect(titles).toEqual(['Delete “Review 7”?'])
  const inputs = called.flatMap(([name, input]) => (name.startsWith('jobs.') ? [input] : []))
  expect(inputs).toEqual(expected.map(() => ({ job: 7 })))
  expect(review.shown.value).toBe(8)
  close()
})

it('shows the review from the URL', async () => {
  const { called, close } = await openReview('done', undefined, '/?review=7')
  expect(called).toContainEqual(['review.state', { review: 7 }])
  close()
})

it('retries the change that failed, not another one', async () => {
  const { review, called, failing, close } = await openReview('done', undefined)
  failing.add('review.rename')
  await review.rename(7, 'Spring')
  expect(review.changing.failure.value).toBeDefined()
  failing.clear()
  await review.retryLast.value!()
  const renames = called.filter(([name]) => name === 'review.rename')
  expect(renames).toEqual(Array(2).fill(['review.rename', { review: 7, name: 'Spring' }]))
  expect(review.changing.failure.value).toBeUndefined()
  close()
})

it('clears the selection when it is reviewed, but not when all users are', async () => {
  const { review, selection, close } = await openReview('done', undefined)
  selection.range([1, 2])
  await review.start({ kind: 'matching', filter: {}, except: [] })
  expect(selection.size(0)).toBe(2)
  await review.start(selection.toSelection())
  expect(selection.size(0)).toBe(0)
  close()
})
