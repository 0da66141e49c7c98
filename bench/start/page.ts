// The floor for bench/start.ts: a single screen with the same libraries as Latchkey's first screens.
import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { NButton, NConfigProvider, NInput, buttonDark, createTheme, inputDark } from 'naive-ui'
import { createPinia } from 'pinia'
import {
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRoot,
  DropdownMenuTrigger,
} from 'reka-ui'
import { createApp, h } from 'vue'
import { RouterView, createRouter, createWebHashHistory } from 'vue-router'

const menu = () =>
  h(DropdownMenuRoot, () => [
    h(DropdownMenuTrigger, () => 'Menu'),
    h(DropdownMenuContent, () => h(DropdownMenuItem, () => 'Item')),
  ])
const component = {
  render: () => h('main', [h('h1', 'Floor'), h(NInput), h(NButton, () => 'Button'), menu()]),
}
const router = createRouter({ history: createWebHashHistory(), routes: [{ path: '/', component }] })
const theme = createTheme([buttonDark, inputDark])

const app = createApp({ render: () => h(NConfigProvider, { theme }, () => h(RouterView)) })
app.use(createPinia())
app.use(router)
app.use(VueQueryPlugin, { queryClient: new QueryClient() })
await router.isReady()
app.mount('#app')
