import { app } from 'electron'

/** True for the first Latchkey. A second one passes on its arguments, and quits. */
export function setupSingleInstance(): boolean {
  if (app.requestSingleInstanceLock()) return true
  app.quit()
  return false
}
