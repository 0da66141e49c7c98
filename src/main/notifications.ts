import { BrowserWindow, Notification, powerMonitor } from 'electron'
import type { WindowPort } from '../core/features/desktop/actions.ts'
import type { Latchkey } from '../core/app.ts'
import { toPlainLine } from '../shared/hidden-characters.ts'

/** Seconds without input after which the user counts as away. */
const idleSeconds = 5 * 60

/** Shows notifications of the system; a click on one opens its screen. */
export function setupNotifications({ desktop, on }: Latchkey, window: WindowPort): void {
  desktop.noticesFail = !Notification.isSupported()
  if (desktop.noticesFail) return
  // Without a reference they are garbage-collected, with their click handlers.
  const openNotifications = new Set<Notification>()
  on('notice', ({ title, text, visit, onScreen }) => {
    if (onScreen && BrowserWindow.getFocusedWindow()) return
    const notice = new Notification({ title: toPlainLine(title), body: toPlainLine(text) })
    openNotifications.add(notice)
    notice.on('click', () => {
      desktop.pendingVisit.request(visit)
      window.show()
    })
    notice.on('close', () => openNotifications.delete(notice))
    notice.on('show', () => (desktop.noticesFail = false))
    // A Mac refuses them for an app that isn't signed or whose notifications are turned off.
    notice.on('failed', () => {
      openNotifications.delete(notice)
      desktop.noticesFail = true
    })
    notice.show()
  })
  desktop.notifications.start({
    isUserPresent: () => powerMonitor.getSystemIdleState(idleSeconds) === 'active',
  })
}
