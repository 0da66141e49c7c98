import { app } from 'electron'

/** Said by the system where it starts Latchkey at sign-in. */
const args = ['--hidden']

/** Has the system start Latchkey when the person signs in, or not. Linux has no one way to do it. */
export function startAtLogin(openAtLogin: boolean): void {
  // Otherwise the system would be told to start Electron itself.
  if (!app.isPackaged || process.platform === 'linux') return
  if (app.getLoginItemSettings({ args }).openAtLogin === openAtLogin) return
  app.setLoginItemSettings({ openAtLogin, args })
}
