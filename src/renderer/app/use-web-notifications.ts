import { onScopeDispose } from 'vue'
import type { Visit } from '../../shared/app/desktop.ts'
import { useHost } from '../data/latchkey.ts'
import { useHostFactsStore } from '../data/stores/host-facts.ts'
import { useWebNotificationsStore } from '../data/stores/web-notifications.ts'

/** Shows notices as a browser does it, where it may; the desktop app shows them itself. A click on one goes there. */
export function useWebNotifications(go: (visit: Visit) => unknown): void {
  if (useHostFactsStore().facts.host !== 'browser') return
  const notices = useWebNotificationsStore()
  const end = useHost().on('notice', ({ key, title, text, visit, onScreen }) => {
    if (notices.permission !== 'granted' || (onScreen && document.hasFocus())) return
    // Several pages of one browser show it once, by its tag.
    const notice = new Notification(title, { body: text, tag: key })
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
      void go(visit)
    })
  })
  onScopeDispose(end)
  // Only notices are lost where this cannot be said.
  notices.say().catch(() => undefined)
}
