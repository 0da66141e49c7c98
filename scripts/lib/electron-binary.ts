import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'

/** The folder with the unpacked Electron. */
export interface UnpackedElectron {
  /** The unpacked folder, which electron-builder requires. On macOS, the executable is deep inside it. */
  folder: string
  executable: string
}

/** The installed Electron. Importing the package itself would start a download. */
export function unpackedElectron(installed = packageFolder()): UnpackedElectron | undefined {
  if (!installed) return undefined
  const { ELECTRON_OVERRIDE_DIST_PATH: customPath } = process.env
  const file = join(installed, 'path.txt')
  if (!existsSync(file) && customPath === undefined) return undefined
  // As in Electron’s own index.js, path.txt may be missing, because nothing was downloaded for a custom binary.
  const path = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'electron'
  const folder = customPath ?? join(installed, 'dist')
  const executable = join(folder, path)
  return existsSync(executable) ? { folder, executable } : undefined
}

/** Electron’s executable, if installed. */
export function electronBinary(): string | undefined {
  return unpackedElectron()?.executable
}

/** One sentence explaining why the desktop app can’t open here; undefined if it can. */
export function electronProblem(): string | undefined {
  if (!electronBinary())
    return "Electron's binary is not installed (npx install-electron fetches it)."
  return process.platform === 'linux' && !hasDisplay(process.env)
    ? 'There is no display.'
    : undefined
}

/**
 * Whether Electron can find a display. It uses Wayland only in a session that declares itself as Wayland, and X11
 * otherwise.
 */
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
