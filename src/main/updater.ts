import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { z } from 'zod'
import type { UpdatesOff } from '../shared/operations/updates.ts'
import { toPlainNotes } from '../core/features/updates/plain-notes.ts'
import { PackagedUpdates } from '../core/features/updates/packaged-updates.ts'
import { UnsignedUpdateError, isSignedUpdate } from '../core/features/updates/signed-update.ts'
import type { UpdateSource } from '../core/ports.ts'
import { updatesOffReason } from '../core/features/updates/updates-off-reason.ts'
import { proxyLogin } from '../core/platform/network/proxy-variables.ts'
import { onQuitDeclined } from './quitting.ts'

/** This installation's update source, or why it doesn't have one. */
export async function setupUpdates(): Promise<UpdateSource | { off: UpdatesOff }> {
  const { platform, env: environment, resourcesPath, mas, windowsStore } = process
  const hasSource = app.isPackaged && existsSync(join(resourcesPath, 'app-update.yml'))
  const packaged = app.isPackaged ? readPackagedUpdates(resourcesPath) : {}
  const off = updatesOffReason({
    platform,
    environment,
    isPackaged: app.isPackaged,
    isFromStore: mas || windowsStore,
    executable: process.execPath,
    hasSource,
    // macOS and Windows verify code signatures themselves; Linux has only the key.
    isUnsigned: packaged.off === 'unsigned' || (platform === 'linux' && hasSource && !packaged.key),
    canWrite,
  })
  // Loaded only if needed.
  if (off) return { off }
  return createUpdateSource((await import('electron-updater')).default.autoUpdater, packaged.key)
}

/** The entry in `package.json` from build time. */
function readPackagedUpdates(resources: string): PackagedUpdates {
  const text = readFileSync(join(resources, 'app.asar/package.json'), 'utf8')
  return z.object({ updates: PackagedUpdates.default({}) }).parse(JSON.parse(text)).updates
}

/** Updates come only over https. The host doesn't matter for the choice of the proxy's variable. */
const updateUrl = new URL('https://updates.invalid')

/**
 * Logs in to proxies. Returns a function that allows another try. electron-updater passes the question on without
 * waiting for an answer if nobody listens.
 */
function answerProxies(updater: AppUpdater): () => void {
  const asked = new Set<string>()
  updater.signals.login((asking, answer) => {
    const proxy = `${asking.host}:${asking.port}`
    // A second prompt means the login was wrong.
    const login =
      asking.isProxy && !asked.has(proxy) ? proxyLogin(updateUrl, asking, process.env) : undefined
    asked.add(proxy)
    if (login) answer(login.username, login.password)
    // Without arguments, the request fails.
    else (answer as () => void)()
  })
  return () => asked.clear()
}

function createUpdateSource(updater: AppUpdater, key: string | undefined): UpdateSource {
  updater.autoDownload = false
  updater.logger = null
  // Otherwise each installation would send an ID to the server.
  updater.requestHeaders = { 'x-user-staging-id': 'nobody' }
  // Each call reports its own failure, but an error event without a listener would end the process.
  updater.on('error', () => undefined)
  const retryProxies = answerProxies(updater)
  let restarts = false
  // On other systems than macOS the installer wouldn't wait for the quit confirmation, so it starts afterwards.
  app.prependListener('quit', () => {
    if (restarts) updater.quitAndInstall(true, true)
  })
  onQuitDeclined(() => (restarts = false))
  return {
    async newest(channel) {
      retryProxies()
      updater.channel = channel === 'beta' ? 'beta' : 'latest'
      updater.allowPrerelease = channel === 'beta'
      // Setting the channel allows downgrades, but an older Latchkey may not understand newer data.
      updater.allowDowngrade = false
      const result = await updater.checkForUpdates()
      if (!result?.isUpdateAvailable) return undefined
      const { version, releaseDate: date, releaseNotes } = result.updateInfo
      // The hashes are signed with the release info, and electron-updater compares its download with them.
      // guard: update-checked
      if (key && !isSignedUpdate(result.updateInfo, key)) throw new UnsignedUpdateError(version)
      return { version, date, notes: toPlainNotes(releaseNotes) }
    },
    async download(progress) {
      retryProxies()
      const onProgress = ({ percent }: { percent: number }) => progress(percent)
      updater.on('download-progress', onProgress)
      await updater.downloadUpdate().finally(() => updater.off('download-progress', onProgress))
    },
    installAndRestart() {
      if (process.platform === 'darwin') return updater.quitAndInstall()
      restarts = true
      app.quit()
    },
  }
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
