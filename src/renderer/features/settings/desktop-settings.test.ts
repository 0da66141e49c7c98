import { createPinia } from 'pinia'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { HostFacts } from '../../../shared/operations/device.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { useHostFactsStore } from '../../stores/host-facts.ts'
import DesktopSettings from './DesktopSettings.vue'

/** Renders the desktop settings for a package type. Returns the text without tags, and the disabled switches. */
async function shown(facts: Partial<HostFacts>) {
  const app = createSSRApp(DesktopSettings)
  const value = { host: 'electron', system: 'windows', ...facts }
  app.provide(hostKey, { invoke: async () => ({ ok: true, value }), on: () => () => undefined })
  app.use(createPinia())
  await app.runWithContext(useHostFactsStore).load()
  const html = await renderToString(app)
  const switches = [...html.matchAll(/<input[^>]*role="switch"[^>]*>/g)].map(([tag]) => tag)
  return {
    text: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '),
    disabled: switches
      .filter((tag) => / disabled\b/.test(tag))
      .map((tag) => /aria-label="([^"]*)"/.exec(tag)?.[1]),
  }
}

it('disables settings the portable app doesn’t support and explains why', async () => {
  const { text, disabled } = await shown({ package: 'portable' })
  expect(disabled).toEqual(['Start at sign-in'])
  expect(text).toMatch(/The portable app .* registered with Windows/)
})

it('explains how to open links with an AppImage', async () => {
  const { text } = await shown({ system: 'linux', package: 'appimage' })
  expect(text).toContain('To open latchkey:// links with an AppImage')
})

it('offers every setting in an installed app', async () => {
  const { text, disabled } = await shown({})
  expect(disabled).toEqual([])
  expect(text).not.toContain('latchkey://')
})
