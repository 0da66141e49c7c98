import type * as Electron from 'electron'

type BeforeSend = Parameters<Electron.WebRequest['onBeforeSendHeaders']>[0]
type Received = Parameters<Electron.WebRequest['onHeadersReceived']>[0]

/** A session of Chromium's network stack, as far as the host uses it. */
export class FakeSession {
  permissionRequest: Parameters<Electron.Session['setPermissionRequestHandler']>[0] | undefined
  permissionCheck: Parameters<Electron.Session['setPermissionCheckHandler']>[0] | undefined
  devicePermission: Parameters<Electron.Session['setDevicePermissionHandler']>[0] | undefined
  verify: Parameters<Electron.Session['setCertificateVerifyProc']>[0] | undefined
  beforeSend: BeforeSend | undefined
  received: Received | undefined
  connectionsClosed = 0

  readonly webRequest: Pick<Electron.WebRequest, 'onBeforeSendHeaders' | 'onHeadersReceived'> = {
    onBeforeSendHeaders: (...listener: unknown[]) =>
      void (this.beforeSend = listener[0] as BeforeSend),
    onHeadersReceived: (...listener: unknown[]) => void (this.received = listener[0] as Received),
  }

  setPermissionRequestHandler: Electron.Session['setPermissionRequestHandler'] = (handler) =>
    void (this.permissionRequest = handler)

  setPermissionCheckHandler: Electron.Session['setPermissionCheckHandler'] = (handler) =>
    void (this.permissionCheck = handler)

  setDevicePermissionHandler: Electron.Session['setDevicePermissionHandler'] = (handler) =>
    void (this.devicePermission = handler)

  setCertificateVerifyProc: Electron.Session['setCertificateVerifyProc'] = (verify) =>
    void (this.verify = verify)

  closeAllConnections: Electron.Session['closeAllConnections'] = async () =>
    void (this.connectionsClosed += 1)

  fetch: Electron.Session['fetch'] = (input, init) => fetch(input as string, init)
}
