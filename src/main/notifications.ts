import { BrowserWindow, Notification, powerMonitor } from 'electron'
import type { WindowPort } from '../core/features/desktop/actions.ts'
import type { Latchkey } from '../core/app.ts'

/** After so many seconds without a key or a move of the mouse nobody is there. */
const idleSeconds = 5 * 60

/** Shows notices as the system does it; a click on one opens its screen. */
export function setupNotifications({ desktop, on }: Latchkey, window: WindowPort): void {
  desktop.noticesFail = !Notification.isSupported()
  if (desktop.noticesFail) return
  // What nobody holds on to is collected, and with it what a click would do.
  const shown = new Set<Notification>()
  on('notice', ({ title, text, visit, onScreen }) => {
    if (onScreen && BrowserWindow.getFocusedWindow()) return
    const notice = new Notification({ title, body: text })
    shown.add(notice)
    notice.on('click', () => {
      desktop.visits.ask(visit)
      window.show()
    })
    notice.on('close', () => shown.delete(notice))
    notice.on('show', () => (desktop.noticesFail = false))
    // A Mac shows none of an app that is not signed, or that its person told it to be quiet.
    notice.on('failed', () => {
      shown.delete(notice)
      desktop.noticesFail = true
    })
    notice.show()
  })
  desktop.notifications.start({
    isSomebodyThere: () => powerMonitor.getSystemIdleState(idleSeconds) === 'active',
  })
}
