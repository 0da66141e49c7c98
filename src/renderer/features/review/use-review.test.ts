import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it, vi } from 'vitest'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { confirmKey } from '../../components/use-confirm.ts'
import { useReview } from './use-review.ts'

it('pauses a review when that is asked for before it has been resumed', async () => {
  const running: Record<string, (answer: Envelope) => void> = {}
  const paused: Envelope = { ok: true, value: { phase: 'paused' } }
  const app = createApp({})
  app.provide(hostKey, {
    invoke: (name) =>
      name === 'review.state'
        ? Promise.resolve(paused)
        : new Promise((resolve) => (running[name] = resolve)),
    on: () => () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  app.use(createPinia())
  const scope = effectScope()
  const review = app.runWithContext(() => scope.run(() => useReview('a')))!
  await vi.waitFor(() => expect(review.state.value).toBeDefined())
  const resuming = review.resume()
  const pausing = review.pause()
  await vi.waitFor(() => expect(running['review.resume']).toBeDefined())
  running['review.resume']!({ ok: true, value: { phase: 'running' } })
  await vi.waitFor(() => expect(running['review.pause']).toBeDefined())
  running['review.pause']!(paused)
  expect(await Promise.all([resuming, pausing])).toEqual([true, true])
  expect(review.state.value?.phase).toBe('paused')
  scope.stop()
  queryClient.clear()
})
