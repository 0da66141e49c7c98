import type * as Electron from 'electron'
import { around } from './fake-desktop.ts'
import { type Network, Pool } from './fake-loader.ts'

/** The parts of a Chromium network session that the host uses. */
export class FakeSession {
  permissionRequest: Parameters<Electron.Session['setPermissionRequestHandler']>[0] | undefined
  permissionCheck: Parameters<Electron.Session['setPermissionCheckHandler']>[0] | undefined
  devicePermission: Parameters<Electron.Session['setDevicePermissionHandler']>[0] | undefined
  verify: Parameters<Electron.Session['setCertificateVerifyProc']>[0] | undefined
  readonly network: Network

  constructor({ cache } = { cache: true }) {
    const of = () => this
    this.network = {
      get verify() {
        return of().verify ?? undefined
      },
      verdicts: new Map(),
      shown: new Map(),
      proxyLogin: undefined,
      connections: new Pool(),
      cookies: new Map(),
      cached: cache ? new Map() : undefined,
    }
  }

  setPermissionRequestHandler: Electron.Session['setPermissionRequestHandler'] = (handler) =>
    void (this.permissionRequest = handler)

  setPermissionCheckHandler: Electron.Session['setPermissionCheckHandler'] = (handler) =>
    void (this.permissionCheck = handler)

  setDevicePermissionHandler: Electron.Session['setDevicePermissionHandler'] = (handler) =>
    void (this.devicePermission = handler)

  setCertificateVerifyProc: Electron.Session['setCertificateVerifyProc'] = (verify) =>
    void (this.verify = verify)

  #checksSpelling = process.platform !== 'darwin'
  setSpellCheckerLanguages: Electron.Session['setSpellCheckerLanguages'] = (languages) =>
    void (this.#checksSpelling = languages.length > 0)

  /**
   * Starts the spelling service, which every session has, whatever the preferences of its pages. It looks for its
   * dictionary in a later task and downloads it if it is missing. See `Session::Session` in electron_api_session.cc.
   */
  startSpelling(): void {
    setImmediate(() => {
      if (this.#checksSpelling) around.contacted.add('redirector.gvt1.com')
    })
  }

  /** Resets the session as if the network process had crashed. */
  forget(): void {
    this.verify = undefined
    this.network.verdicts.clear()
    this.network.shown.clear()
    this.network.proxyLogin = undefined
    this.network.connections.closeAll('ERR_FAILED')
  }

  closeAllConnections: Electron.Session['closeAllConnections'] = async () => {
    this.network.connections.closeAll()
  }
}
