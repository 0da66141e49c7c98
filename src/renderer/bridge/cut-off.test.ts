import { createPinia } from 'pinia'
import { type Component, createSSRApp, h, shallowRef } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Failure } from '../../shared/rules/failure.ts'
import { toastsKey } from '../ui/use-toast.ts'
import { isCutOffUntilUserActs, isTemporaryCutOff } from './cut-off.ts'
import SyncStatus from '../components/directory/SyncStatus.vue'
import LoadFailure from '../components/LoadFailure.vue'
import { hostKey } from './latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'

const unknownAuthority: Failure = {
  kind: 'not-the-service',
  reason: 'unknown-authority',
  message: 'The certificate is from an authority that this computer doesn’t trust.',
  hint: 'Add the authority.',
}
const offline: Failure = { kind: 'offline', message: 'No network.', hint: 'Check it.' }

/** Renders a component with one account signed in; returns its text. */
async function renderText(part: Component, props: object): Promise<string> {
  const app = createSSRApp({ render: () => h(part, { account: 'a', ...props }) })
  const accounts = [{ id: 'a', baseUrl: 'https://gitlab.example.com' }]
  app.provide(hostKey, {
    invoke: async () => ({ ok: true, value: { accounts, keychain: { state: 'available' } } }),
    on: () => () => undefined,
  })
  app.provide(toastsKey, {
    current: shallowRef(),
    showToast: () => undefined,
    closeToast: () => undefined,
    showNote: () => undefined,
  })
  app.use(createPinia())
  await app.runWithContext(() => useAccountsStore().load(Promise.resolve(undefined)))
  return (await renderToString(app)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('treats only temporary connection failures as harmless', () => {
  const kinds = [
    ...(['offline', 'timeout', 'not-the-service', 'refused-redirect'] as const),
    ...(['forbidden', 'rate-limited'] as const),
  ]
  const harmlessKinds = kinds.filter((kind) => isTemporaryCutOff({ kind, message: '' }))
  expect(harmlessKinds).toEqual(['offline', 'timeout', 'not-the-service'])
  const reasons = [
    'nothing-answers',
    'proxy',
    'no-tls',
    'certificate',
    'unknown-authority',
  ] as const
  const harmlessReasons = reasons.filter((reason) => isTemporaryCutOff({ ...offline, reason }))
  expect(harmlessReasons).toEqual(['nothing-answers'])
})

it('requires user action only if waiting can’t restore the connection', () => {
  expect(isCutOffUntilUserActs(unknownAuthority)).toBe(true)
  expect(isCutOffUntilUserActs(offline)).toBe(false)
  expect(isCutOffUntilUserActs({ kind: 'rate-limited', message: '' })).toBe(false)
  expect(isCutOffUntilUserActs({ kind: 'forbidden', message: '' })).toBe(false)
})

describe('certificate from an unknown authority', () => {
  it('offers to choose a certificate when loading fails', async () => {
    const words = await renderText(LoadFailure, { failure: unknownAuthority, isRead: false })
    expect(words).toContain(unknownAuthority.message)
    expect(words).toContain('Choose certificate')
  })

  it('offers to choose a certificate when the directory sync fails', async () => {
    // `useClock` requires a document.
    vi.stubGlobal('document', new EventTarget())
    onTestFinished(() => void vi.unstubAllGlobals())
    const state = { phase: 'failed', known: 5, asOf: 0, failure: unknownAuthority }
    expect(await renderText(SyncStatus, { state })).toContain('Choose certificate')
  })
})

it('reports that the instance is unreachable, with a hint', async () => {
  const words = await renderText(LoadFailure, { failure: offline, isRead: false })
  expect(words).toContain('Not loaded yet.')
  expect(words).toContain('No network. Check it.')
  expect(words).not.toContain('Choose certificate')
})
