import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createMemoryHistory, createRouter } from 'vue-router'
import { expect, it } from 'vitest'
import { provideAppState } from '../ui/leave-hooks.ts'
import ConfirmHost from './ConfirmHost.vue'

/** Renders a question; returns whether it has the demo tag. */
async function hasDemoTag(isDemoActive: boolean, demo?: boolean): Promise<boolean> {
  const question = {
    title: 'Delete everything?',
    text: 'All accounts are signed out.',
    confirm: 'Delete everything',
    answer: () => undefined,
    ...(demo !== undefined && { demo }),
  }
  const app = createSSRApp({
    setup() {
      provideAppState({
        locked: () => false,
        account: () => 'a',
        demo: () => isDemoActive,
      })
      return () => h(ConfirmHost, { modelValue: question })
    },
  })
  app.use(createRouter({ history: createMemoryHistory(), routes: [{ path: '/', component: {} }] }))
  const page = await renderToString(app)
  expect(page).toContain('All accounts are signed out.')
  return page.includes('>DEMO<')
}

it('shows the demo tag while a demo account is active', async () => {
  expect(await hasDemoTag(true)).toBe(true)
  expect(await hasDemoTag(false)).toBe(false)
})

it('uses the demo tag set by a question instead of the active account’s', async () => {
  expect(await hasDemoTag(true, false)).toBe(false)
  expect(await hasDemoTag(false, true)).toBe(true)
})
