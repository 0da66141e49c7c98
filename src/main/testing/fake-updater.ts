import { EventEmitter } from 'node:events'
import type { AppUpdater, UpdateCheckResult } from 'electron-updater'

// The parts of electron-updater that the host uses, with the original typings.

type Used = Pick<
  AppUpdater,
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'allowDowngrade'
  | 'allowPrerelease'
  | 'channel'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'logger'
  | 'quitAndInstall'
  | 'requestHeaders'
>

class FakeUpdater extends EventEmitter implements Used {
  autoDownload = true
  autoInstallOnAppQuit = true
  allowDowngrade = false
  allowPrerelease = false
  logger: AppUpdater['logger'] = null
  requestHeaders: AppUpdater['requestHeaders'] = null
  #channel: string | null = null

  get channel(): string | null {
    return this.#channel
  }

  set channel(channel: string | null) {
    this.#channel = channel
    this.allowDowngrade = true // As in the real one.
  }

  /** The result of the next check. */
  found: Pick<UpdateCheckResult, 'isUpdateAvailable' | 'updateInfo'> | undefined
  /** The arguments of each `quitAndInstall` call. */
  installs: boolean[][] = []

  checkForUpdates: Used['checkForUpdates'] = async () => {
    if (this.found) return { ...this.found, versionInfo: this.found.updateInfo }
    const error = new Error('net::ERR_INTERNET_DISCONNECTED')
    this.emit('error', error)
    throw error
  }

  downloadUpdate: Used['downloadUpdate'] = async () => {
    this.emit('download-progress', { percent: 50 })
    return ['/tmp/latchkey']
  }

  quitAndInstall: Used['quitAndInstall'] = (isSilent = false, isForceRunAfter = false) =>
    void this.installs.push([isSilent, isForceRunAfter])
}

export const autoUpdater = new FakeUpdater()
export default { autoUpdater }
