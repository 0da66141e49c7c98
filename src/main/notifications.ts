import { BrowserWindow, Notification, app, powerMonitor } from 'electron'
import type { WindowPort } from '../core/features/desktop/actions.ts'
import type { Latchkey } from '../core/app.ts'
import { toPlainLine } from '../shared/rules/hidden-characters.ts'
import { isPortable } from './installed-path.ts'

/** Seconds without input after which the user counts as away. */
const idleSeconds = 5 * 60

/** What Windows calls on a click on a notification. The uninstaller removes it, see resources/installer.nsh. */
const toastActivator = '{6D2A0B1E-7C54-4B0B-9E37-5F4C1D8A92E3}'

/** Shows notifications of the system; a click on one opens its screen. */
export function setupNotifications({ desktop, on }: Latchkey, window: WindowPort): void {
  desktop.noticesFail = !canNotify()
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

/** Windows shows them only for an entry in its start menu, and Electron makes one for whatever program asks. */
function canNotify(): boolean {
  if (process.platform === 'win32') {
    if (!app.isPackaged || isPortable()) return false
    app.setToastActivatorCLSID(toastActivator)
  }
  return Notification.isSupported()
}
