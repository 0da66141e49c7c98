import { app } from 'electron'
import {
  connectionSwitches,
  dangerousSwitches,
  dropDangerousVariables,
  assertNoUnsafeSwitches,
} from '../core/platform/hardening/start.ts'

/**
 * Must run before anything else. The fuses of the packaged app already disable the debugger and these variables; this
 * adds a message and covers switches without a fuse. They are allowed in development, except those that weaken
 * connections.
 */
export function setupSecurity(): void {
  // guard: electron-variables
  dropDangerousVariables(process.env)
  setupSandbox()
  // guard: electron-switches
  assertNoUnsafeSwitches(
    app.isPackaged ? dangerousSwitches(process.argv) : connectionSwitches(process.argv.slice(1)),
  )
}

/**
 * Sandboxes every page. On Linux, AppImages, root, and tests run without a sandbox if the system doesn't allow one: By
 * now Chromium's helper processes have started without one, and enabling it this late would leave the window white.
 */
function setupSandbox(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) {
    // guard: sandbox
    app.enableSandbox()
    return
  }
  // guard: sandbox-always-there
  if (app.isPackaged && process.platform !== 'linux') assertNoUnsafeSwitches(['--no-sandbox'])
}
