import { app } from 'electron'
import {
  connectionSwitches,
  dangerousSwitches,
  dropDangerousVariables,
  assertNoUnsafeSwitches,
} from '../core/platform/hardening/start.ts'

/**
 * What has to hold before anything else happens. The fuses of the installed app turn the debugger and these variables off
 * already; this says so in words, and covers the switches that no fuse knows. Who develops Latchkey
 * needs them, but none that weaken connections.
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
 * Puts every page into a sandbox. On Linux an AppImage, root and tests go without where the system allows none: Chromium's helper
 * processes have started without it by now, and asking for it this late would leave the window white.
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
