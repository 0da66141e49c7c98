import { app } from 'electron'
import type { HostFacts } from '../shared/operations/device.ts'

/**
 * The file that relaunches this app. An AppImage runs from a mount and the portable app from a temporary folder, and
 * both disappear on exit.
 */
function launcherPath(): string | undefined {
  const { APPDIR, APPIMAGE, PORTABLE_EXECUTABLE_FILE } = process.env
  if (process.platform === 'win32') return PORTABLE_EXECUTABLE_FILE
  // A process started by another AppImage inherits that AppImage's variables.
  const isFromMount = APPDIR !== undefined && process.execPath.startsWith(`${APPDIR}/`)
  return isFromMount ? APPIMAGE : undefined
}

/** The program to register for later starts, such as at sign-in. */
export function programPath(): string {
  return launcherPath() ?? process.execPath
}

/** Whether this is the portable Windows app, which registers neither its link type nor a login item. */
export function isPortable(): boolean {
  return packageKind() === 'portable'
}

/**
 * The package type if the app runs without installation. Electron can't register an AppImage for a link type, because
 * on Linux this requires an installed desktop file.
 */
export function packageKind(): HostFacts['package'] {
  if (launcherPath() === undefined) return undefined
  return process.platform === 'win32' ? 'portable' : 'appimage'
}

/** Relaunches Latchkey after this process ends, with the same arguments unless others are given. */
export function relaunch(args = process.argv.slice(1)): void {
  const execPath = app.isPackaged ? launcherPath() : undefined
  app.relaunch({ ...(execPath !== undefined && { execPath }), args })
}
