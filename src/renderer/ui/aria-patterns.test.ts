import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import TabView from './TabView.vue'

// reka-ui stands in where naive-ui lacks an ARIA Authoring Practices pattern. If a test fails because naive-ui has
// gained the pattern, switch back to its component.

const tabs = [
  { id: 'keys', label: 'Keys' },
  { id: 'emails', label: 'Emails' },
]

/** The tab roles exposed to assistive technologies. */
function tabRoles(html: string) {
  const tags = [...html.matchAll(/<\w+[^>]*\brole="(tablist|tab|tabpanel)"[^>]*>/g)]
  return tags.map(([tag, role]) => [role, /aria-selected="(\w+)"/.exec(tag)?.[1]])
}

it('exposes tabs, the selected one, and its panel to assistive technology', async () => {
  const app = createSSRApp(() =>
    h(TabView, { modelValue: 'keys', label: 'Sections', tabs }, () => 'No keys'),
  )
  expect(tabRoles(await renderToString(app))).toEqual([
    ['tablist', undefined],
    ['tab', 'true'],
    ['tab', 'false'],
    ['tabpanel', undefined],
  ])
})

it.each([
  ['tabs', 'n-tabs', /['"](tablist|tab|tabpanel)['"]|role:/],
  ['dropdown', 'n-dropdown', /menuitem|role:/],
  ['message', 'n-message', /aria-live|role:/],
  ['notification', 'n-notification', /aria-live|role:/],
])('finds none of these roles in naive-ui’s %s', (part, className, role) => {
  const folder = new URL(`../../../node_modules/naive-ui/es/${part}/src/`, import.meta.url)
  const code = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('')
  expect(code).toContain(className)
  expect(code).not.toMatch(role)
})
