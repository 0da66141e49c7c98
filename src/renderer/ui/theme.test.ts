import { NConfigProvider } from 'naive-ui'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { Input } from './controls.ts'
import { naiveLocale } from './theme.ts'

it('keeps empty placeholders empty instead of showing “Please Input”', async () => {
  const field = () => h(NConfigProvider, { locale: naiveLocale }, () => h(Input, { value: '' }))
  const page = await renderToString(createSSRApp({ render: field }))
  expect(page).toContain('<input')
  expect(page).not.toContain('Please Input')
})
