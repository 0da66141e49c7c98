import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, dialog, net } from 'electron'
import { openDataFolder } from '../core/data/data-folder.ts'
import { createLatchkey } from '../core/latchkey.ts'
import { createSecretStore } from '../core/secrets/create-secret-store.ts'
import { dataFolderOf, demoRoleOf } from './arguments.ts'
import { registerAppScheme, setupAppProtocol } from './app-protocol.ts'
import { setupIpc } from './ipc.ts'
import { setupNavigation } from './navigation.ts'
import { setupPermissions } from './permissions.ts'
import { setupQuitting } from './quitting.ts'
import { setupSingleInstance } from './single-instance.ts'
import { setupWindow } from './window.ts'

const paths = {
  page: join(import.meta.dirname, '../renderer'),
  preload: join(import.meta.dirname, '../preload/index.cjs'),
  icon: join(import.meta.dirname, '../../resources/icon.png'),
}

registerAppScheme()
app.enableSandbox()

async function main(): Promise<void> {
  const dataFolder = dataFolderOf(process.argv)
  if (dataFolder) app.setPath('userData', dataFolder)
  if (!setupSingleInstance()) return
  await app.whenReady()

  const folder = openDataFolder(app.getPath('userData'))
  const latchkey = createLatchkey({
    // Chromium's network stack: the system's proxy and certificates count.
    fetch: (input, init) => net.fetch(input instanceof URL ? input.href : input, init),
    keychain: createSecretStore(process),
    dataFolder: folder.path,
    home: homedir(),
    now: Date.now,
    startDemo: async () => (await import('../sandbox/demo.ts')).startDemo(),
    log: (message) => process.stderr.write(`${message}\n`),
  })

  const role = demoRoleOf(process.argv)
  const demo = role && (await latchkey.invoke('demo.start', { as: role }))
  if (demo && !demo.ok) throw new Error(demo.failure.message)

  setupAppProtocol(paths.page)
  setupPermissions()
  setupNavigation(latchkey)
  setupIpc(latchkey)
  setupQuitting(latchkey, async () => {
    await latchkey.close()
    folder.close()
  })
  setupWindow(folder.path, paths)
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`Latchkey could not start: ${message}\n`)
  dialog.showErrorBox('Latchkey could not start', message)
  app.exit(1)
})
