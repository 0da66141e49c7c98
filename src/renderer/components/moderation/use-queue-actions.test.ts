import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import type { ConflictKind } from '../../../shared/operations/queue.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { confirmKey } from '../use-confirm.ts'
import { useQueueActions } from './use-queue-actions.ts'

it('counts only the conflicts that were not decided meanwhile', async () => {
  const said: unknown[] = []
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async () => ({ ok: true, value: { summary: { counts: {} }, decided: 2 } }),
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_, __, text) => void said.push(text),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  app.use(createPinia())
  const scope = effectScope()
  const actions = app.runWithContext(() =>
    scope.run(() => useQueueActions('a', async () => undefined)),
  )!
  const latest = { id: 3, action: 'block', target: { state: 'active' } }
  const kind = { latest, ids: [1, 2, 3] } as unknown as ConflictKind
  await actions.decideAll(kind, 'apply')
  await actions.decideAll(kind, 'drop')
  expect(said).toEqual(['2 actions queued.', '2 actions dismissed. Nothing was sent.'])
  scope.stop()
})
