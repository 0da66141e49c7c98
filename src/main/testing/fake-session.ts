import type * as Electron from 'electron'
import { type Network, Pool } from './fake-loader.ts'

type BeforeSend = NonNullable<Parameters<Electron.WebRequest['onBeforeSendHeaders']>[0]>
type Received = NonNullable<Parameters<Electron.WebRequest['onHeadersReceived']>[0]>

/** A session of Chromium's network stack, as far as the host uses it. */
export class FakeSession {
  permissionRequest: Parameters<Electron.Session['setPermissionRequestHandler']>[0] | undefined
  permissionCheck: Parameters<Electron.Session['setPermissionCheckHandler']>[0] | undefined
  devicePermission: Parameters<Electron.Session['setDevicePermissionHandler']>[0] | undefined
  verify: Parameters<Electron.Session['setCertificateVerifyProc']>[0] | undefined
  beforeSend: BeforeSend | undefined
  received: Received | undefined
  connectionsClosed = 0
  readonly network: Network

  constructor({ cache } = { cache: true }) {
    const of = () => this
    this.network = {
      get verify() {
        return of().verify ?? undefined
      },
      connections: new Pool(),
      cookies: new Map(),
      cached: cache ? new Map() : undefined,
      editRequest: async (headers) => {
        const { beforeSend } = this
        if (!beforeSend) return headers
        return new Promise((resolve) =>
          beforeSend(
            { requestHeaders: headers } as Electron.OnBeforeSendHeadersListenerDetails,
            ({ requestHeaders = headers }) => resolve(requestHeaders as Record<string, string>),
          ),
        )
      },
      editAnswer: async (headers) => {
        const { received } = this
        if (!received) return headers
        const responseHeaders = Object.fromEntries(
          Array.from(
            Map.groupBy(headers, ({ key }) => key),
            ([key, lines]) => [key, lines.map(({ value }) => value)],
          ),
        )
        return new Promise((resolve) =>
          received(
            { responseHeaders } as Electron.OnHeadersReceivedListenerDetails,
            ({ responseHeaders: edited = responseHeaders }) =>
              resolve(
                Object.entries(edited).flatMap(([key, values]) =>
                  [values].flat().map((value) => ({ key, value })),
                ),
              ),
          ),
        )
      },
    }
  }

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

  closeAllConnections: Electron.Session['closeAllConnections'] = async () => {
    this.connectionsClosed += 1
    this.network.connections.closeAll()
  }
}
