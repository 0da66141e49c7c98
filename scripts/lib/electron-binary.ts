import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'

/** Electron's executable, if it is here. Asking the package itself would start a download. */
export function electronBinary(): string | undefined {
  const folder = packageFolder()
  if (!folder || !existsSync(join(folder, 'path.txt'))) return undefined
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist')
  const binary = join(dist, readFileSync(join(folder, 'path.txt'), 'utf8'))
  return existsSync(binary) ? binary : undefined
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
