import { createPinia } from 'pinia'
import { createApp, h } from 'vue'
import App from './App.vue'
import { createBoot } from './boot.ts'
import type { Boot } from './boot.ts'
import { openHost } from '../data/host/host.ts'
import type { TabSession } from '../data/host/tab-session.ts'
import { hostKey } from '../data/latchkey.ts'
import { reportErrors } from './page-errors.ts'
import { showLanguage } from '../ui/messages.ts'
import { isLanguage } from '../../shared/languages.ts'
import { createLatchkeyRouter } from './router/index.ts'
import '../ui/styles/base.css'
import '../ui/styles/compact.css'

/** Milliseconds that a page which is blank so far waits for its first screen, to be drawn only once. */
const patienceMs = 100

/** Shows the page once it has been let in; `tab` is absent in the desktop app. */
export async function start(tab: TabSession | undefined, entering: Promise<void>): Promise<void> {
  // Whoever serves the page says in which language.
  const { lang } = document.documentElement
  await Promise.all([entering, showLanguage(isLanguage(lang) ? lang : 'en')])
  const session = openHost(window, tab)
  const app = createApp({ render: () => h(App, { session, boot }) })
  app.provide(hostKey, session.host)
  reportErrors(app)
  app.use(createPinia())
  const boot: Boot = app.runWithContext(createBoot)
  const router = app.runWithContext(() => createLatchkeyRouter(boot.ready))
  app.use(router)
  void boot.start()
  const isOpen = router.isReady().catch(() => undefined)
  await Promise.race([isOpen, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  app.mount('#app')
}
