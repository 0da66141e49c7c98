import '../../testing/messages.ts'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { SetupChange } from '../../../shared/operations/setup.ts'
import FixDialog from './FixDialog.vue'

/** Renders the dialog; returns its text without tags. */
async function text(...planned: Partial<SetupChange>[]): Promise<string> {
  const changes = planned.map((change, nth): SetupChange => ({
    ...{ id: String(nth), kind: 'git-signing', checks: [], file: '', lines: [], values: {} },
    ...change,
  }))
  const props = { title: 'Set up', changes, apply: () => Promise.resolve([]) }
  const rendered: { teleports?: Record<string, string> } = {}
  const app = createSSRApp({ render: () => h(FixDialog, props) })
  app.use(createRouter({ history: createMemoryHistory(), routes: [] }))
  const html = await renderToString(app, rendered)
  const all = html + Object.values(rendered.teleports ?? {}).join(' ')
  return all.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it.each([undefined, 'replaces', 'locked-key'] as const)(
  'offers an identity instead of signing on all hosts: %s',
  async (optional) => {
    expect(await text(optional ? { optional } : {})).toMatch(
      /on other hosts.*Sign only in some repositories…/,
    )
  },
)

it('doesn’t offer an identity if commits are signed already', async () => {
  expect(await text({ kind: 'add-to-agent' })).not.toContain('other hosts')
})

it('doesn’t offer an identity before there is a key', async () => {
  const shown = await text({ kind: 'create-key', values: { title: 'Laptop' } }, {})
  expect(shown).toContain('other hosts')
  expect(shown).not.toContain('Sign only in some repositories…')
})
