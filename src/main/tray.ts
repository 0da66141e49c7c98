import { dirname, join } from 'node:path'
import { Tray, nativeImage } from 'electron'
import type { DesktopState } from '../core/features/desktop/desktop-state.ts'
import { trayMenu, trayTooltip } from '../core/features/desktop/tray-menu.ts'
import { type Run, createMenu } from './menu.ts'

/** One in the size of each system, with several densities; macOS colors its own. */
const iconNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'trayTemplate.png',
  win32: 'tray-windows.png',
}

/** Puts the icon into the tray; returns a function that shows a state in it. */
export function setupTray(icon: string, run: Run): (state: DesktopState) => void {
  const picture = join(dirname(icon), 'tray', iconNames[process.platform] ?? 'tray-linux.png')
  const tray = new Tray(nativeImage.createFromPath(picture))
  tray.on('click', () => run({ do: 'visit', visit: {} }))
  return (state) => {
    tray.setToolTip(trayTooltip(state))
    tray.setContextMenu(createMenu(trayMenu(state), run))
  }
}
