import { createPinia } from 'pinia'
import { type Component, createSSRApp, h, shallowRef } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Failure } from '../../../shared/rules/failure.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import RenewGpgKey from './gpg/RenewGpgKey.vue'
import type { AccountKey } from './keys.ts'
import ChangeSshKey from './ssh/ChangeSshKey.vue'
import { useRenewals } from './use-renewals.ts'

// The forms remember what had the focus.
beforeEach(() => void vi.stubGlobal('document', { activeElement: null }))
afterEach(() => void vi.unstubAllGlobals())

const newer = { localKeyId: 'k', changes: ['expires later'] }
const accountKey = { id: 5, name: 'work', newer } as Partial<AccountKey> as AccountKey
const settings = { title: 'work', usage_type: 'auth_and_signing' as const }
const inUse: Failure = { kind: 'conflict', reason: 'key-in-use', message: 'In use.' }

/** The text of a form that replaces a key, after this failure. */
async function formText(form: Component, failed?: Failure): Promise<string> {
  const app = createSSRApp({
    setup() {
      const calls = { renew: () => Promise.reject(new Error()), addAgain: async () => [] }
      const renewals = useRenewals({ readLists: async () => undefined }, calls)
      renewals.renewing.failure.value = failed
      const props = { account: 'a', accountKey, settings, renewals }
      return () => h(form, { ...props, isRenewal: true, isRenewing: true })
    },
  })
  const ignore = () => undefined
  app.provide(hostKey, { invoke: () => new Promise(() => undefined), on: () => ignore })
  app.provide(toastsKey, {
    ...{ current: shallowRef([]), showToast: ignore, closeToast: ignore, showNote: ignore },
  })
  app.use(createPinia())
  const text = (await renderToString(app)).replaceAll(/<[^>]*>/g, ' ')
  return text.replaceAll(/\s+/g, ' ')
}

it.each([
  ['SSH', ChangeSshKey, 'Its last use is reset.'],
  ['GPG', RenewGpgKey, 'shows today as the day it was added.'],
])('mentions GitLab’s email before a key is replaced: %s', async (_, form, note) => {
  const text = await formText(form)
  expect(text).toContain('GitLab sends you an email about the new key')
  expect(text).toContain(note)
})

it.each([
  ['SSH', ChangeSshKey],
  ['GPG', RenewGpgKey],
])('asks whether to replace a key only if it is used here: %s', async (_, form) => {
  const question = 'Replace it anyway'
  expect(await formText(form)).not.toContain(question)
  expect(await formText(form, { kind: 'conflict', message: 'Busy.' })).not.toContain(question)
  expect(await formText(form, inUse)).toContain(question)
})
