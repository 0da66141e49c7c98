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
  if (!installed || !existsSync(join(installed, 'path.txt'))) return undefined
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(installed, 'dist')
  const executable = join(folder, readFileSync(join(installed, 'path.txt'), 'utf8').trim())
  return existsSync(executable) ? { folder, executable } : undefined
}

/** Electron's executable, if it is here. */
export function electronBinary(): string | undefined {
  return unpackedElectron()?.executable
}

/** One sentence on why the desktop app cannot open here, or undefined where it can. */
export function whyNotElectron(): string | undefined {
  if (!electronBinary())
    return "Electron's binary is not installed (npx install-electron fetches it)."
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY
    ? 'There is no display.'
    : undefined
}

function packageFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  } catch {
    return undefined
  }
}
