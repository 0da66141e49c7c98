import { BrowserWindow, app } from 'electron'

/** True for the first Latchkey. A second one shows the window of the first and ends. */
export function setupSingleInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return false
  }
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) return
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  })
  return true
}
