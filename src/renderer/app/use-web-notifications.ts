import { onScopeDispose } from 'vue'
import type { Visit } from '../../shared/app/desktop.ts'
import { useHost } from '../data/latchkey.ts'
import { useHostFactsStore } from '../data/stores/host-facts.ts'
import { useWebNotificationsStore } from '../data/stores/web-notifications.ts'

/** Shows notifications in a browser, if permitted; the desktop app shows its own. A click opens the screen. */
export function useWebNotifications(go: (visit: Visit) => unknown): void {
  if (useHostFactsStore().facts.host !== 'browser') return
  const notices = useWebNotificationsStore()
  const end = useHost().on('notice', ({ key, title, text, visit, onScreen }) => {
    if (notices.permission !== 'granted' || (onScreen && document.hasFocus())) return
    // The tag makes several pages of one browser show it once.
    const notice = new Notification(title, { body: text, tag: key })
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
      void go(visit)
    })
  })
  onScopeDispose(end)
  // If this fails, only notifications are missed.
  notices.say().catch(() => undefined)
}
