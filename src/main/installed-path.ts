import { app } from 'electron'
import type { HostFacts } from '../shared/operations/device.ts'

/**
 * The file that starts this Latchkey again. An AppImage runs from a mount, and the portable app from a temporary folder: both are
 * gone when the process ends.
 */
function launcherPath(): string | undefined {
  const { APPDIR, APPIMAGE, PORTABLE_EXECUTABLE_FILE } = process.env
  if (process.platform === 'win32') return PORTABLE_EXECUTABLE_FILE
  // A process that another AppImage starts inherits its variables.
  const isFromMount = APPDIR !== undefined && process.execPath.startsWith(`${APPDIR}/`)
  return isFromMount ? APPIMAGE : undefined
}

/** What starts this Latchkey at another time. */
export function programPath(): string {
  return launcherPath() ?? process.execPath
}

/** Whether this is the portable app of Windows, which changes nothing on the computer: no link type, no start at sign-in. */
export function isPortable(): boolean {
  return packageKind() === 'portable'
}

/**
 * The kind of a package that runs without being installed. Electron cannot make an AppImage the program for a link type: on Linux it
 * names the desktop file of the app, and none is installed.
 */
export function packageKind(): HostFacts['package'] {
  if (launcherPath() === undefined) return undefined
  return process.platform === 'win32' ? 'portable' : 'appimage'
}

/** Starts Latchkey again, as it was started, once this one has ended. */
export function relaunch(): void {
  const execPath = app.isPackaged ? launcherPath() : undefined
  app.relaunch(execPath === undefined ? undefined : { execPath, args: process.argv.slice(1) })
}
