import { createPinia } from 'pinia'
import { type App as VueApp, createApp, effectScope, h } from 'vue'
import App from './App.vue'
import { type Boot, createBoot } from './boot.ts'
import { openHost } from '../bridge/host/host.ts'
import type { TabSession } from '../bridge/host/tab-session.ts'
import { hostKey, useLatchkey } from '../bridge/latchkey.ts'
import { useSettingsStore } from '../stores/settings.ts'
import { showLanguage } from '../ui/messages.ts'
import { isLanguage } from '../../shared/messages/languages.ts'
import { createLatchkeyRouter } from './router.ts'
import '../ui/styles/base.css'
import '../ui/styles/compact.css'
import { CallError } from '../bridge/call-error.ts'

/** How long (ms) to wait for the first screen before mounting, to avoid rendering twice. */
const patienceMs = 100

/** Mounts the page once the host has admitted it; `tab` is absent in the desktop app. */
export async function start(tab: TabSession | undefined, entering: Promise<void>): Promise<void> {
  // The host sets the language of the page it serves, and in a browser the theme.
  const { lang, style } = document.documentElement
  await Promise.all([entering, showLanguage(isLanguage(lang) ? lang : 'en')])
  const session = openHost(window, tab)
  const app = createApp({ render: () => h(App, { session, boot }) })
  app.provide(hostKey, session.host)
  reportErrors(app)
  app.use(createPinia())
  app.runWithContext(useSettingsStore).startWith(style.colorScheme)
  const boot: Boot = app.runWithContext(() => effectScope().run(createBoot)!)
  const router = app.runWithContext(() => createLatchkeyRouter(boot.ready))
  app.use(router)
  void boot.start()
  const isOpen = router.isReady().catch(() => undefined)
  await Promise.race([isOpen, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  app.mount('#app')
}

/** Logs the kind and location of uncaught errors, but never their message. */
function reportErrors(app: VueApp): void {
  const latchkey = app.runWithContext(useLatchkey)

  function report(error: unknown) {
    // Failed operations are already logged.
    if (!(error instanceof Error) || error instanceof CallError) return
    const { name, message, stack = '' } = error
    const places = stack.replace(`${name}: ${message}`, '').slice(0, 8000)
    latchkey()
      .diagnostics.pageFailed({ name: name.slice(0, 64), stack: places })
      .catch(() => undefined)
  }

  // Treats errors that Vue catches like any others, so they also appear in the console.
  app.config.errorHandler = (error) => reportError(error)
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
