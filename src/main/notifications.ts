import { BrowserWindow, Notification, app, powerMonitor } from 'electron'
import type { WindowPort } from '../core/features/desktop/actions.ts'
import type { Latchkey } from '../core/app.ts'
import { toPlainLine } from '../shared/rules/hidden-characters.ts'
import { isPortable } from './installed-path.ts'

/** Seconds without input after which the user counts as away. */
const idleSeconds = 5 * 60

/** The COM class that Windows activates on a click. The uninstaller removes it, see resources/installer.nsh. */
const toastActivator = '{6D2A0B1E-7C54-4B0B-9E37-5F4C1D8A92E3}'

/** Shows system notifications. A click on one opens its screen. */
export function setupNotifications({ desktop, on }: Latchkey, window: WindowPort): void {
  desktop.noticesFail = !canNotify()
  if (desktop.noticesFail) return
  // Without a reference, notifications and their click handlers are garbage-collected.
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
    // macOS rejects them if the app isn't signed or notifications are turned off.
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

/** Windows requires a start menu entry, and Electron would create one for any program. */
function canNotify(): boolean {
  if (process.platform === 'win32') {
    if (!app.isPackaged || isPortable()) return false
    app.setToastActivatorCLSID(toastActivator)
  }
  return Notification.isSupported()
}
