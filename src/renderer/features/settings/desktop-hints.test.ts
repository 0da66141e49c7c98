import { createPinia } from 'pinia'
import { type Component, createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { HostFacts } from '../../../shared/operations/device.ts'
import type { LockState } from '../../../shared/operations/lock.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import type { Updates } from '../../../shared/operations/updates.ts'
import { defaultSettings } from '../../../shared/rules/settings.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { useHostFactsStore } from '../../stores/host-facts.ts'
import { useLockStore } from '../../stores/lock.ts'
import { useSettingsStore } from '../../stores/settings.ts'
import { useUpdatesStore } from '../../stores/updates.ts'
import DesktopSettings from './DesktopSettings.vue'
import LockSettings from './LockSettings.vue'
import UpdatesSection from './UpdatesSection.vue'

interface Answers {
  facts?: Partial<HostFacts>
  lock?: Partial<LockState>
  updates?: Updates
  settings?: Partial<Settings>
}

/** Renders part of Settings as the desktop app would with these answers. Returns the text. */
async function wordsOf(
  part: Component,
  { facts, lock, settings, updates }: Answers,
): Promise<string> {
  const app = createSSRApp({ render: () => h(part) })
  const answers: Record<string, unknown> = {
    'device.host': { host: 'electron', system: 'linux', ...facts },
    'lock.state': { locked: false, verifiesUser: false, pausesQueue: false, ...lock },
    'settings.get': { ...defaultSettings, ...settings },
    'updates.get': updates ?? { state: 'idle' },
  }
  app.provide(hostKey, {
    invoke: async (name) => ({ ok: true, value: answers[name] }),
    on: () => () => undefined,
  })
  app.use(createPinia())
  await app.runWithContext(() => {
    const stores = [useHostFactsStore(), useLockStore(), useSettingsStore(), useUpdatesStore()]
    return Promise.all(stores.map((store) => store.load()))
  })
  const text = (await renderToString(app)).replace(/<[^>]*>/g, ' ').replace(/&#39;/g, "'")
  return text.replace(/\s+/g, ' ')
}

it('warns when the desktop doesn’t report its screen lock', async () => {
  const words = 'Latchkey can’t detect when this desktop’s screen locks.'
  expect(await wordsOf(LockSettings, { lock: { lacksLockEvents: true } })).toContain(words)
  expect(await wordsOf(LockSettings, {})).not.toContain(words)
})

it('warns when the desktop doesn’t report input to other programs', async () => {
  const words = 'Counts from the last time you used Latchkey'
  expect(await wordsOf(LockSettings, { lock: { lacksSystemInput: true } })).toContain(words)
  expect(await wordsOf(LockSettings, {})).not.toContain(words)
})

it('warns about the tray only on a desktop that may not have one', async () => {
  const words = 'This desktop may not show tray icons.'
  expect(await wordsOf(DesktopSettings, { facts: { lacksTray: true } })).toContain(words)
  expect(await wordsOf(DesktopSettings, {})).not.toContain(words)
})

it.each([
  ['mac', 'macOS has turned this off. Allow Latchkey in System Settings'],
  ['windows', 'Windows has turned this off. Enable Latchkey under Startup apps'],
] as const)('warns when %s has turned off the start at sign-in', async (system, words) => {
  const facts = { system, loginItemOff: true }
  const settings = { startAtLogin: true }
  expect(await wordsOf(DesktopSettings, { facts, settings })).toContain(words)
  expect(await wordsOf(DesktopSettings, { facts })).not.toContain(words)
  expect(await wordsOf(DesktopSettings, { facts: { system }, settings })).not.toContain(words)
})

it('warns when the system doesn’t show notifications', async () => {
  const words = 'The system doesn’t show notifications from Latchkey.'
  expect(await wordsOf(DesktopSettings, { facts: { noticesFail: true } })).toContain(words)
  expect(await wordsOf(DesktopSettings, {})).not.toContain(words)
})

it('explains that an unsigned app doesn’t update itself', async () => {
  const words = 'This package can’t verify updates because it isn’t signed.'
  const updates = { state: 'off', why: 'unsigned' } as const
  expect(await wordsOf(UpdatesSection, { updates })).toContain(words)
  expect(await wordsOf(UpdatesSection, {})).not.toContain(words)
})
