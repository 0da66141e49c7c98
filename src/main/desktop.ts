import { Menu } from 'electron'
import { type WindowPort, runAction, openLaunchRequest } from '../core/features/desktop/actions.ts'
import { appMenu } from '../core/features/desktop/app-menu.ts'
import type { LaunchRequests } from '../core/features/desktop/launch-requests.ts'
import { type DesktopState, lockedState } from '../core/features/desktop/desktop-state.ts'
import type { DesktopAction } from '../core/features/desktop/menu-entry.ts'
import type { Latchkey } from '../core/app.ts'
import { isolate } from '../core/infra/log/isolate.ts'
import type { Log } from '../core/infra/log/log.ts'
import { showBadge } from './badge.ts'
import { createMenu } from './menu.ts'
import { setupNotifications } from './notifications.ts'
import { setupTray } from './tray.ts'

interface Options {
  latchkey: Latchkey
  window: WindowPort
  icon: string
  log: Log
  /** Passes on links and files as they arrive. */
  launchRequests: (take: (launchRequests: LaunchRequests) => void) => void
}

/** Everything around the page: tray, menus, badge, notifications, links and files. */
export function setupDesktop({ latchkey, window, icon, log, launchRequests }: Options): void {
  const run = (action: DesktopAction) => void runAction(latchkey, window, action)
  const showInTray = setupTray(icon, run)
  let latest: DesktopState
  const show = () => {
    const state = latchkey.lock.isLocked ? lockedState(latest) : latest
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
  setupNotifications(latchkey, window)
  launchRequests((arrived) => void openLaunchRequest(latchkey, window, arrived, log.info))
}
