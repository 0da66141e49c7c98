import { BrowserWindow, Notification, app, powerMonitor } from 'electron'
import type { WindowPort } from '../core/features/desktop/actions.ts'
import type { Latchkey } from '../core/app.ts'
import { t } from '../core/platform/messages.ts'
import type { Notice } from '../shared/operations/desktop.ts'
import { toPlainLine } from '../shared/rules/hidden-characters.ts'
import { isPortable } from './installed-path.ts'

/** Seconds without input after which the user counts as away. */
const idleSeconds = 5 * 60

/** How many notifications keep their screen. A click on an older one only opens the window, and only on Windows. */
const maxOpen = 50

/**
 * The COM class that Windows activates when a notification is clicked. The uninstaller removes it, see
 * resources/installer.nsh.
 */
const toastActivator = '{6D2A0B1E-7C54-4B0B-9E37-5F4C1D8A92E3}'

/** Shows system notifications. Clicking one opens its screen. */
export function setupNotifications({ desktop, on }: Latchkey, window: WindowPort): void {
  desktop.noticesFail = !canNotify()
  if (desktop.noticesFail) return
  // Keeps a reference to each notification. Otherwise it would be garbage-collected along with its click handler.
  const openNotifications = new Set<Notification>()
  const show = ({ title, text, visit }: Pick<Notice, 'title' | 'text' | 'visit'>) => {
    // guard: notification-markup
    const body = process.platform === 'linux' ? withoutMarkup(text) : text
    const notice = new Notification({ title: toPlainLine(title), body: toPlainLine(body) })
    openNotifications.add(notice)
    for (const oldest of openNotifications) {
      if (openNotifications.size <= maxOpen) break
      openNotifications.delete(oldest)
    }
    notice.on('click', () => {
      desktop.pendingVisit.request(visit)
      window.show()
    })
    notice.on('close', ({ reason }) => {
      // Windows only moved it to the notification center, where it can still be clicked.
      if (reason !== 'timedOut' && reason !== 'applicationHidden') openNotifications.delete(notice)
    })
    notice.on('show', () => (desktop.noticesFail = false))
    // macOS rejects notifications if the app isn't signed or the user turned them off.
    notice.on('failed', () => {
      openNotifications.delete(notice)
      desktop.noticesFail = true
    })
    notice.show()
  }
  on('notice', (notice) => {
    if (!notice.onScreen || !BrowserWindow.getFocusedWindow()) show(notice)
  })
  on('copiedSecret', ({ outcome }) => {
    if (outcome !== 'waiting' || BrowserWindow.getFocusedWindow()) return
    // Clicking it gives Latchkey the focus, which removes the secret.
    const [title, text] = [t('lock.secretInClipboard'), t('lock.secretInClipboardHint')]
    show({ title, text, visit: {} })
  })
  // For clicks on notifications that are no longer kept.
  if (process.platform === 'win32') Notification.handleActivation(() => window.show())
  desktop.notifications.start({
    isUserPresent: () => powerMonitor.getSystemIdleState(idleSeconds) === 'active',
  })
}

/**
 * Some desktops on Linux show links and pictures that a text contains as markup (Desktop Notifications Specification,
 * “Markup”), and others show escaped text as it is.
 */
function withoutMarkup(text: string): string {
  return text.replaceAll('<', '‹')
}

/** Windows requires a start menu entry, and Electron would create one for any program. */
function canNotify(): boolean {
  if (process.platform === 'win32') {
    if (!app.isPackaged || isPortable()) return false
    app.setToastActivatorCLSID(toastActivator)
  }
  return Notification.isSupported()
}
