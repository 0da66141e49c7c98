import { createPinia } from 'pinia'
import { createApp, effectScope, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import type { ConflictKind, QueuedAction } from '../../../shared/operations/queue.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { confirmKey } from '../use-confirm.ts'
import { useQueueActions } from './use-queue-actions.ts'

/** Sets up queue actions with these responses; also returns the messages they show. */
function openActions(answers: Record<string, unknown>) {
  const messages: unknown[] = []
  const app = createApp({})
  app.provide(hostKey, {
    invoke: async (name: string) => ({ ok: true, value: answers[name] }),
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_, __, text) => void messages.push(text),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.provide(confirmKey, { current: shallowRef(), ask: async () => true })
  app.use(createPinia())
  const scope = effectScope()
  const actions = app.runWithContext(() =>
    scope.run(() => useQueueActions('a', async () => undefined)),
  )!
  return { actions, messages, close: () => scope.stop() }
}

it('counts only conflicts that are still undecided', async () => {
  const answer = { summary: { counts: {} }, decided: 2 }
  const { actions, messages, close } = openActions({ 'queue.decideAll': answer })
  const latest = { id: 3, action: 'block', target: { state: 'active' } }
  const kind = { latest, ids: [1, 2, 3] } as unknown as ConflictKind
  await actions.decideAll(kind, 'apply')
  await actions.decideAll(kind, 'drop')
  expect(messages).toEqual(['2 actions queued.', '2 actions dismissed. Nothing was sent.'])
  close()
})

it('doesn’t claim that a canceled removal sent nothing', async () => {
  const target = { id: 9, username: 'anna', name: 'Anna', state: 'active' }
  const action = { id: 3, action: 'delete_ssh_keys', state: 'cancelled', target } as QueuedAction
  const answers = { 'queue.cancel': { counts: {} }, 'queue.get': action }
  const { actions, messages, close } = openActions(answers)
  await actions.cancel(action)
  expect(messages).toEqual([
    'Delete SSH keys of \u2068Anna\u2069: canceled. Anything already removed isn’t restored.',
  ])
  close()
})

it.each([
  ['cancelled', 'Block \u2068Anna\u2069: canceled. Nothing was sent.'],
  ['sending', 'Too late: it was already sent.'],
  ['unknown', 'Too late: it was already sent.'],
  ['done', '\u2068Anna\u2069 is blocked.'],
])('reports whether an action in state %s was canceled in time', async (state, toast) => {
  const target = { id: 9, username: 'anna', name: 'Anna', state: 'active' }
  const action = { id: 3, action: 'block', state: 'undoable', target } as QueuedAction
  const answers = { 'queue.cancel': { counts: {} }, 'queue.get': { ...action, state } }
  const { actions, messages, close } = openActions(answers)
  await actions.cancel(action)
  expect(messages).toEqual([toast])
  close()
})
