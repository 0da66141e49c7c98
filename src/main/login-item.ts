import { app } from 'electron'
import { isPortable } from './installed-path.ts'

/** Said by the system where it starts Latchkey at sign-in. */
const args = ['--hidden']

/** Has the system start Latchkey when the person signs in, or not. Linux has no one way to do it. */
export function startAtLogin(openAtLogin: boolean): void {
  // Otherwise the system would be told to start Electron itself, or a portable app that is gone with its stick.
  if (!app.isPackaged || process.platform === 'linux' || isPortable()) return
  if (app.getLoginItemSettings({ args }).openAtLogin === openAtLogin) return
  app.setLoginItemSettings({ openAtLogin, args })
}
