import { createSSRApp, h } from 'vue'
import { createPinia } from 'pinia'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import type { ShownPolicy } from '../../../shared/operations/policy.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { usePolicyStore } from '../../stores/policy.ts'
import { toastsKey } from '../../ui/use-toast.ts'
import PolicySection from './PolicySection.vue'

/** The section's text with this policy. */
async function wordsOf(policy: ShownPolicy): Promise<string> {
  const app = createSSRApp({ render: () => h(PolicySection) })
  app.provide(hostKey, {
    invoke: async () => ({ ok: true, value: policy }),
    on: () => () => undefined,
  })
  app.use(createPinia())
  app.provide(toastsKey, { show: () => undefined } as never)
  await app.runWithContext(usePolicyStore).load()
  return (await renderToString(app)).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

const none = { values: {}, instances: [], problems: [] }

it('policy section lists what applies and what doesn’t', async () => {
  const words = await wordsOf({
    organization: 'Example',
    source: { path: '/etc/latchkey/policy.json', hash: 'c0ffee' },
    values: { lockAfterMinutes: 15 },
    instances: [{ url: 'https://git.example' }],
    problems: [{ key: 'update', reason: 'This version doesn’t know this key.' }],
  })
  for (const text of ['Managed by Example.', '/etc/latchkey/policy.json', 'c0ffee'])
    expect(words).toContain(text)
  expect(words).toContain('lockAfterMinutes 15')
  expect(words).toContain('https://git.example')
  expect(words).toMatch(/update : This version doesn’t know this key\./)
})

it('policy section explains why a policy can’t be read', async () => {
  const unreadable = '/etc/latchkey isn’t owned by root.'
  const source = { path: '/etc/latchkey/policy.json' }
  expect(await wordsOf({ ...none, source, unreadable })).toContain(unreadable)
})

it('policy section is empty without a policy', async () => {
  expect((await wordsOf(none)).trim()).toBe('')
})
