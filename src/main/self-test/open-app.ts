import { BrowserWindow, type WebContents, app } from 'electron'
import { openDataFolder } from '../../core/platform/files/data-folder.ts'
import type { DemoService } from '../../core/ports.ts'
import { createLatchkey } from '../../core/app.ts'
import { openLog } from '../../core/platform/log/open-log.ts'
import { OwnCertificates } from '../../core/platform/network/own-certificates.ts'
import { createMemorySecretStore } from '../../core/platform/keychain/memory-secret-store.ts'
import { setupAppProtocol } from '../app-protocol.ts'
import { setupIpc } from '../ipc.ts'
import { setupNavigation } from '../navigation.ts'
import { setupPermissions } from '../permissions.ts'
import { setupWindow } from '../window.ts'
import { currentTime } from '../../shared/rules/clock.ts'

type Fetch = typeof globalThis.fetch

/** What the self-test needs from the app. */
export interface AppParts {
  paths: { page: string; preload: string; icon: string; worker: string }
  /** Creates the fetch for all instances. */
  fetchWith(certificates: OwnCertificates): Fetch
}

export interface OpenApp {
  fetch: Fetch
  demo(): Promise<DemoService>
  openPage(): WebContents
  close(): Promise<void>
}

/**
 * Opens the app in a temporary data folder with an in-memory keychain, and without tray, menus, notifications, updates,
 * or system registration.
 */
export function openApp(dataFolder: string, { paths, fetchWith }: AppParts): OpenApp {
  const folder = openDataFolder(dataFolder)
  const log = openLog(folder.path)
  const certificates = new OwnCertificates(folder.path, log.warn)
  const fetch = fetchWith(certificates)
  let running: Promise<DemoService> | undefined
  const demo = () =>
    (running ??= import('../../sandbox/demo.ts').then(({ startDemo }) => startDemo()))
  const latchkey = createLatchkey({
    host: 'electron',
    version: app.getVersion(),
    fetch,
    certificates,
    keychain: createMemorySecretStore(),
    worker: paths.worker,
    dataFolder: folder.path,
    home: folder.path,
    systemLanguages: () => app.getPreferredSystemLanguages(),
    now: currentTime,
    startDemo: demo,
    log,
  })
  setupAppProtocol(paths.page)
  setupPermissions()
  setupNavigation(latchkey)
  setupIpc(latchkey)
  return {
    fetch,
    demo,
    openPage() {
      const { preload, icon } = paths
      setupWindow({ dataFolder: folder.path, preload, icon, start: 'hidden' })
      return BrowserWindow.getAllWindows()[0]!.webContents
    },
    async close() {
      await latchkey.close()
      await (await running?.catch(() => undefined))?.stop()
      log.file.close()
      folder.close()
    },
  }
}
