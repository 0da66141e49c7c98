import { createPinia } from 'pinia'
import { createSSRApp, h, shallowRef } from 'vue'
import { afterEach, expect, it, vi } from 'vitest'
import type { CopiedSecretEvent } from '../../shared/operations/host.ts'
import { hostKey } from '../bridge/latchkey.ts'
import { toastsKey } from '../ui/use-toast.ts'
import { useSecretClipboard } from './use-secret-clipboard.ts'

afterEach(() => vi.unstubAllGlobals())

/** Copies a secret as the page of the desktop app. */
async function copyInApp() {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { latchkey: {} }))
  vi.stubGlobal('document', {
    hasFocus: () => expect.unreachable('The page doesn’t access the clipboard.'),
  })
  const app = createSSRApp({ render: () => h('p') })
  const listeners = new Set<(event: CopiedSecretEvent) => void>()
  const calls: string[] = []
  app.provide(hostKey, {
    async invoke(name) {
      calls.push(name)
      return { ok: true, value: { copied: true } }
    },
    on(_, listener) {
      listeners.add(listener as never)
      return () => void listeners.delete(listener as never)
    },
  })
  const toasts: unknown[] = []
  app.provide(toastsKey, {
    current: shallowRef([]),
    showToast: (_subject, _account, text) => toasts.push(text),
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.use(createPinia())
  const secrets = app.runWithContext(() => useSecretClipboard(30))
  await secrets.copy('glpat-secret', 'Token')
  const emit = (outcome: CopiedSecretEvent['outcome']) => {
    for (const listener of listeners) listener({ outcome })
  }
  return { ...secrets, calls, emit, listeners, toasts }
}

it('leaves the removal of a copied secret to the desktop app, and reports it', async () => {
  const { calls, copied, emit, listeners, toasts } = await copyInApp()
  expect(calls).toEqual(['lock.copySecret'])
  expect(copied.value).toMatchObject({ name: 'Token' })
  emit('waiting')
  expect(copied.value).toBeUndefined()
  expect(toasts).toContain('Token may still be on the clipboard.')
  emit('cleared')
  expect(toasts).toContain('Clipboard cleared.')
  expect(listeners.size).toBe(0)
})
