import { app } from 'electron'
import { isPortable } from './installed-path.ts'

/** Arguments when the system starts Latchkey at sign-in. */
const args = ['--hidden']

/** Turns starting at sign-in on or off. Linux has no standard way to do it. */
export function startAtLogin(openAtLogin: boolean): void {
  // Otherwise the system would start Electron itself, or a portable app that is gone with its USB drive.
  if (!app.isPackaged || process.platform === 'linux' || isPortable()) return
  if (app.getLoginItemSettings({ args }).openAtLogin === openAtLogin) return
  app.setLoginItemSettings({ openAtLogin, args })
}
