import { createPinia } from 'pinia'
import { expect, it, vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import { hostKey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { loadMessages, showLanguage } from '../../ui/messages.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import { useStatusPresets } from './use-status-presets.ts'

it('reads the built-in presets again in another language', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en', dir: 'ltr' } })
  await loadMessages()
  let reads = 0
  const app = createApp({})
  app.use(createPinia())
  app.provide(toastsKey, {} as never)
  app.provide(hostKey, {
    async invoke(name) {
      if (name === 'ownStatus.presets') reads += 1
      return { ok: true, value: [] }
    },
    on: () => () => undefined,
  })
  const scope = effectScope()
  app.runWithContext(() => scope.run(() => useStatusPresets('one')))
  await vi.waitUntil(() => reads === 1)
  await showLanguage('de')
  await vi.waitUntil(() => reads === 2)
  await showLanguage('en')
  scope.stop()
  queryClient.clear()
  vi.unstubAllGlobals()
  expect(reads).toBeGreaterThanOrEqual(2)
})
