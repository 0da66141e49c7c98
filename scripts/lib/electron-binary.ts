import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'

/** Where Electron is unpacked. */
export interface UnpackedElectron {
  /** The whole of it, as electron-builder takes it. On a Mac the executable lies deep inside. */
  folder: string
  executable: string
}

/** The Electron that is installed. Asking the package itself would start a download. */
export function unpackedElectron(installed = packageFolder()): UnpackedElectron | undefined {
  if (!installed) return undefined
  const { ELECTRON_OVERRIDE_DIST_PATH: elsewhere } = process.env
  const file = join(installed, 'path.txt')
  if (!existsSync(file) && elsewhere === undefined) return undefined
  // As Electron's own index.js does it: a binary elsewhere was not downloaded, and so there may be no path.
  const path = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'electron'
  const folder = elsewhere ?? join(installed, 'dist')
  const executable = join(folder, path)
  return existsSync(executable) ? { folder, executable } : undefined
}

/** Electron's executable, if it is here. */
export function electronBinary(): string | undefined {
  return unpackedElectron()?.executable
}

/** One sentence on why the desktop app cannot open here, or undefined where it can. */
export function electronProblem(): string | undefined {
  if (!electronBinary())
    return "Electron's binary is not installed (npx install-electron fetches it)."
  return process.platform === 'linux' && !hasDisplay(process.env)
    ? 'There is no display.'
    : undefined
}

/** Whether Electron finds a display: it takes Wayland's only in a session that says to be one of Wayland, and otherwise wants X11. */
export function hasDisplay({
  DISPLAY,
  WAYLAND_DISPLAY,
  XDG_SESSION_TYPE,
}: NodeJS.ProcessEnv): boolean {
  return Boolean(DISPLAY || (WAYLAND_DISPLAY && XDG_SESSION_TYPE === 'wayland'))
}

function packageFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  } catch {
    return undefined
  }
}
