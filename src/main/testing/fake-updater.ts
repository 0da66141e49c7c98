import { EventEmitter } from 'node:events'
import type { AuthInfo } from 'electron'
import type { AppUpdater, UpdateCheckResult, UpdaterSignal } from 'electron-updater'
import { around } from './fake-desktop.ts'

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
> & { signals: Pick<UpdaterSignal, 'login'> }

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

  signals: Used['signals'] = { login: (handler) => void this.on('login', handler) }

  /** A proxy that requires a login. */
  proxy: Pick<AuthInfo, 'host' | 'port'> | undefined
  /** The logins that the proxy received. */
  logins: (string | undefined)[] = []

  /** Asks until the login is right or there is none. As in Electron, nothing happens until somebody answers. */
  async #passProxy(): Promise<void> {
    if (!this.proxy) return
    for (;;) {
      const login = await new Promise<string | undefined>((resolve) => {
        const asking = { ...this.proxy, isProxy: true, scheme: 'basic', realm: '' }
        this.emit('login', asking, (name?: string, password?: string) =>
          resolve(name === undefined ? undefined : `${name}:${password}`),
        )
      })
      this.logins.push(login)
      if (login === 'ada:secret') return
      if (login === undefined) throw new Error('net::ERR_INVALID_AUTH_CREDENTIALS')
    }
  }

  checkForUpdates: Used['checkForUpdates'] = async () => {
    around.contacted.add('updates.example.com')
    await this.#passProxy()
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
