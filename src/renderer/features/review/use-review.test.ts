import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it, vi } from 'vitest'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { useReview } from './use-review.ts'

/** The reviews of an account of which one is in this phase, at an address; `answer` answers their question. */
async function openReview(phase: string, answer: boolean | undefined, address = '/') {
  const called: [string, unknown][] = []
  const app = createApp({})
  app.provide(hostKey, {
    async invoke(name, input) {
      called.push([name, input])
      if (name === 'review.list') return { ok: true, value: [] }
      return { ok: true, value: { id: 7, phase } }
    },
    on: () => () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => answer })
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
  return { review, called, changes, close: () => scope.stop() }
}

it.each([
  ['running', true, ['jobs.pause', 'jobs.cancel', 'jobs.remove']],
  ['running', false, ['jobs.pause', 'jobs.resume']],
  ['running', undefined, ['jobs.pause']],
  ['done', true, ['jobs.remove']],
  ['done', undefined, []],
])('deletes a review that is %s only after the answer %s', async (phase, answer, expected) => {
  const { review, changes, close } = await openReview(phase, answer)
  await review.remove()
  expect(changes()).toEqual(expected)
  close()
})

it('shows the review that the address names', async () => {
  const { called, close } = await openReview('done', undefined, '/?review=7')
  expect(called).toContainEqual(['review.state', { review: 7 }])
  close()
})
