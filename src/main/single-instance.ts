import { app } from 'electron'

/** True for the first Latchkey. A second one hands over what it was started with, and ends. */
export function setupSingleInstance(): boolean {
  if (app.requestSingleInstanceLock()) return true
  app.quit()
  return false
}
