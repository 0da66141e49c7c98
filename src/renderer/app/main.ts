import './before-router.ts'
import { createPinia } from 'pinia'
import { createApp, h } from 'vue'
import App from './App.vue'
import { createBoot } from './boot.ts'
import type { Boot } from './boot.ts'
import { openHost } from '../data/host/host.ts'
import { hostKey } from '../data/latchkey.ts'
import { reportErrors } from './page-errors.ts'
import { showLanguage } from '../ui/messages.ts'
import { isLanguage } from '../../shared/languages.ts'
import { createLatchkeyRouter } from './router/index.ts'
import '../ui/styles/base.css'
import '../ui/styles/compact.css'

// In a function, because a file that is imported while this one awaits would wait for it in turn.
async function start(): Promise<void> {
  // Whoever serves the page says in which language.
  const { lang } = document.documentElement
  const [session] = await Promise.all([
    openHost(window),
    showLanguage(isLanguage(lang) ? lang : 'en'),
  ])
  const app = createApp({ render: () => h(App, { session, boot }) })
  app.provide(hostKey, session.host)
  reportErrors(app)
  app.use(createPinia())
  const boot: Boot = app.runWithContext(createBoot)
  app.use(app.runWithContext(() => createLatchkeyRouter(boot.ready)))
  void boot.start()
  app.mount('#app')
}

void start()
