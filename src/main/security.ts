import { app } from 'electron'
import {
  connectionSwitches,
  dangerousSwitches,
  dropDangerousVariables,
  refuseSwitches,
} from '../core/security/start.ts'

/**
 * What has to hold before anything else happens. The fuses of the installed app turn the debugger and these variables off
 * already; this says so in words, and covers the switches that no fuse knows. Who develops Latchkey
 * needs them, but none that weaken connections.
 */
export function setupSecurity(): void {
  // guard: electron-variables
  dropDangerousVariables(process.env)
  // guard: sandbox
  app.enableSandbox()
  // guard: electron-switches
  refuseSwitches(
    app.isPackaged ? dangerousSwitches(process.argv) : connectionSwitches(process.argv.slice(1)),
  )
}
