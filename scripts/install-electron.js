// Runs after npm install. Since version 42, Electron has no install script of its own, so this downloads the binary. If
// that fails, Latchkey still runs in the browser.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const resolve = createRequire(import.meta.url).resolve

function electronInstaller() {
  try {
    return resolve('electron/install.js')
  } catch {
    return undefined
  }
}

const installer = electronInstaller()
if (installer && !process.env.LATCHKEY_SKIP_ELECTRON) {
  // Shows progress, because 100 MB may take a while. Ctrl+C skips the download.
  console.log("Downloading Electron's binary, unless it is installed already…")
  const { status, signal } = spawnSync(process.execPath, [installer], { stdio: 'inherit' })
  if (status !== 0) {
    console.warn(
      `Electron's binary could not be downloaded (${signal ?? `exit code ${status}`}). ` +
        'Latchkey runs in the browser instead; "npx install-electron" tries again.',
    )
  }
}
