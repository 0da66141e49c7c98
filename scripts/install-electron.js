// Runs after npm install. Electron 42 and later bring no install script of their own, so its binary is
// fetched here; a machine that cannot reach it still gets a working Latchkey in the browser.
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
  // It shows how far it is. About 100 MB may take long, and whoever does not want to wait ends it with Ctrl+C.
  console.log("Downloading Electron's binary, unless it is here already…")
  const { status, signal } = spawnSync(process.execPath, [installer], { stdio: 'inherit' })
  if (status !== 0) {
    console.warn(
      `Electron's binary could not be downloaded (${signal ?? `exit code ${status}`}). ` +
        'Latchkey runs in the browser instead; "npx install-electron" tries again.',
    )
  }
}
