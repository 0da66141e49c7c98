import { app } from 'electron'
import { dangerousSwitches, dropDangerousVariables } from '../core/security/start.ts'

/**
 * What has to hold before anything else happens. The fuses of the installed app turn the debugger and these variables off
 * already; this says so in words, and covers the switches that no fuse knows. Who develops Latchkey needs them.
 */
export function setupSecurity(): void {
  dropDangerousVariables(process.env)
  app.enableSandbox()
  const [found] = app.isPackaged ? dangerousSwitches(process.argv) : []
  if (found === undefined) return
  throw new Error(
    `Latchkey does not start with ${found}, because others could act through it. Start it without.`,
  )
}
