import { app } from 'electron'
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
  if (app.getLoginItemSettings({ args }).openAtLogin === openAtLogin) return
  app.setLoginItemSettings({ openAtLogin, args })
}
