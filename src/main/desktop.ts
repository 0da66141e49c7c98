import { BrowserWindow, Menu, Tray, app, nativeImage } from 'electron'
import { type WindowPort, runAction, openLaunchRequest } from '../core/features/desktop/actions.ts'
import { appMenu } from '../core/features/desktop/app-menu.ts'
import type { LaunchRequests } from '../core/features/desktop/launch-requests.ts'
import { type DesktopState, lockedState } from '../core/features/desktop/desktop-state.ts'
import type { DesktopAction } from '../core/features/desktop/menu-entry.ts'
import type { Latchkey } from '../core/app.ts'
import { isolate } from '../core/platform/log/isolate.ts'
import type { Log } from '../core/platform/log/log.ts'
import { type Run, createMenu } from './menu.ts'
import { setupNotifications } from './notifications.ts'
import { createBadge, dotPixels, dotSize } from '../core/features/desktop/badge.ts'
import { dirname, join } from 'node:path'
import { trayMenu, trayTooltip } from '../core/features/desktop/tray-menu.ts'

interface Options {
  latchkey: Latchkey
  window: WindowPort
  icon: string
  log: Log
  /** Forwards links and files as they arrive. */
  launchRequests: (take: (launchRequests: LaunchRequests) => void) => void
}

/** Sets up the native features: tray, menus, badge, notifications, links, and files. */
export function setupDesktop({ latchkey, window, icon, log, launchRequests }: Options): void {
  const run = (action: DesktopAction) => void runAction(latchkey, window, action)
  const showInTray = setupTray(icon, run)
  let latest: DesktopState
  const current = () => (latchkey.lock.isLocked ? lockedState(latest) : latest)
  const show = () => {
    const state = current()
    for (const step of [
      () => showInTray(state),
      () => Menu.setApplicationMenu(createMenu(appMenu(process.platform, state), run)),
      () => showBadge(state),
    ]) {
      isolate(log.warn, step)
    }
  }
  latchkey.desktop.watch((state) => {
    latest = state
    show()
  })
  latchkey.on('lock', show)
  // On Windows, the badge belongs to the window, which may open later.
  app.on('browser-window-created', () => isolate(log.warn, () => showBadge(current())))
  setupNotifications(latchkey, window)
  launchRequests((arrived) => void openLaunchRequest(latchkey, window, arrived, log.info))
}

/** Shows the number of queued actions and those that need attention on the dock or taskbar icon. */
function showBadge(state: DesktopState): void {
  const badge = createBadge(state)
  if (process.platform !== 'win32') {
    app.setBadgeCount(badge.count)
    return
  }
  // Windows has no numeric badges, only overlay icons with a description.
  const size = { width: dotSize, height: dotSize }
  const dot = badge.count > 0 ? nativeImage.createFromBitmap(dotPixels(badge), size) : null
  for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(dot, badge.label)
}

/** Icons in each system's size, with variants for several pixel densities. macOS colors its icon itself. */
const iconNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'trayTemplate.png',
  win32: 'tray-windows.png',
}

/** Creates the tray icon. The returned function updates it. */
function setupTray(icon: string, run: Run): (state: DesktopState) => void {
  const picture = join(dirname(icon), 'tray', iconNames[process.platform] ?? 'tray-linux.png')
  const tray = new Tray(nativeImage.createFromPath(picture))
  tray.on('click', () => run({ do: 'visit', visit: {} }))
  return (state) => {
    tray.setToolTip(trayTooltip(state))
    tray.setContextMenu(createMenu(trayMenu(state), run))
  }
}
