import { createPinia } from 'pinia'
import { createApp, effectScope } from 'vue'
import { beforeAll, expect, it } from 'vitest'
import type { Envelope } from '../../../shared/rules/failure.ts'
import { loadMessages } from '../../ui/messages.ts'
import { type ToastAction, type ToastText, toastsKey } from '../../ui/use-toast.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { useQuickStatus } from './use-quick-status.ts'

beforeAll(loadMessages)

const lunch = { message: 'At lunch', emoji: 'pizza', availability: 'not_set' } as const
const meeting = { message: 'In a meeting', emoji: '', busy: false, clear: 'never' } as const
const offline: Envelope = {
  ok: false,
  failure: { kind: 'offline', message: 'Can’t reach GitLab.' },
}

/** Sets up quick statuses against a host with these responses; also returns the toasts they show. */
function openPage(answers: Record<string, Envelope>) {
  const shown: { text: ToastText; actions: (ToastAction | undefined)[] }[] = []
  const app = createApp({})
  app.provide(hostKey, { invoke: async (name) => answers[name]!, on: () => () => undefined })
  app.provide(toastsKey, {
    current: { value: [] } as never,
    showToast: (_source, _account, text, ...actions) => void shown.push({ text, actions }),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.use(createPinia())
  return { shown, quick: app.runWithContext(() => effectScope().run(() => useQuickStatus('a')))! }
}

it('shows why Undo failed in a new toast', async () => {
  const { shown, quick } = openPage({
    'ownStatus.clear': {
      ok: true,
      value: { outcome: 'saved', before: lunch, now: { message: '', emoji: '' } },
    },
    'ownStatus.restore': offline,
  })
  await quick.clearAny()
  await shown[0]!.actions[0]!.run()
  expect(shown.map(({ text }) => text).slice(1)).toEqual(['Can’t reach GitLab.'])
})

it('rejects a failed change without showing a toast', async () => {
  const { shown, quick } = openPage({ 'ownStatus.set': offline })
  await expect(quick.set(meeting)).rejects.toThrow()
  expect(shown).toEqual([])
})
