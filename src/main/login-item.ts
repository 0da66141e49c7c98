import { type LoginItemSettings, app } from 'electron'
import { autostartFile, setAutostart } from '../core/features/desktop/autostart.ts'
import { homeFolder } from '../core/platform/home.ts'
import { dataFolderArgument } from './arguments.ts'
import { isPortable, programPath } from './installed-path.ts'

/** Arguments for the start at sign-in. */
const args = ['--hidden']

/**
 * Turns starting at sign-in on or off. There is only one login item, so it always starts the default data folder,
 * without `--data`.
 */
export function startAtLogin(openAtLogin: boolean): void {
  // Otherwise the login item would start Electron itself, or a portable app whose USB drive was removed.
  if (!app.isPackaged || isPortable()) return
  if (dataFolderArgument(process.argv) !== undefined) return
  if (process.platform === 'linux') {
    const file = autostartFile(homeFolder(), process.env)
    return setAutostart(file, openAtLogin ? programPath() : undefined)
  }
  const current = app.getLoginItemSettings({ args })
  // macOS rejects another registration of an item that the user turned off in its settings.
  if (current.openAtLogin === openAtLogin || (openAtLogin && isOff(current))) return
  app.setLoginItemSettings({ openAtLogin, args })
}

/** Whether the user turned the start at sign-in off in the system's own settings or the Task Manager. */
export function isTurnedOffBySystem(): boolean {
  if (!app.isPackaged || isPortable() || process.platform === 'linux') return false
  return isOff(app.getLoginItemSettings({ args }))
}

function isOff({ openAtLogin, status, executableWillLaunchAtLogin }: LoginItemSettings): boolean {
  if (process.platform === 'darwin') return status === 'requires-approval'
  return openAtLogin && !executableWillLaunchAtLogin
}

/** Whether macOS started Latchkey at sign-in. It doesn't pass arguments. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
