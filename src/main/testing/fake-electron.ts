import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { appEvents, around } from './fake-desktop.ts'
import { FakeClientRequest } from './fake-net.ts'
import { FakePage } from './fake-page.ts'
import { FakeSession } from './fake-session.ts'

export {
  Menu,
  Notification,
  Tray,
  around,
  clipboard,
  ClipboardItem,
  nativeImage,
  nativeTheme,
  powerMonitor,
  systemPreferences,
} from './fake-desktop.ts'

// The parts of Electron that the host uses. They have Electron's typings, so using any other part doesn't compile.
// Everything that crosses the bridge goes through structuredClone, as in Electron.

type InvokeHandler = Parameters<Electron.IpcMain['handle']>[1]
type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0]
type Frame = Pick<Electron.WebFrameMain, 'url'> & { parent: object | null }

/** What the host did, for tests to inspect. */
export const seen = {
  schemes: [] as Electron.CustomScheme[],
  protocolHandlers: new Map<string, (request: Request) => Response | Promise<Response>>(),
  invokeHandlers: new Map<string, InvokeHandler>(),
  windows: [] as FakeWindow[],
  opened: [] as string[],
  sent: [] as { channel: string; payload: unknown }[],
  get permissionRequest() {
    return session.defaultSession.permissionRequest
  },
  get permissionCheck() {
    return session.defaultSession.permissionCheck
  },
  get devicePermission() {
    return session.defaultSession.devicePermission
  },
  /** Set to false by tests that start the entire host. */
  isReady: true,
  sandboxed: false,
  /** Whether pages load shortly after they are requested. */
  pagesArePainted: true,
  /** Whether the sandbox was enabled although Chromium hadn't prepared one, which leaves the window white. */
  whiteWindow: false,
  errors: [] as string[],
  /** The index of the button the user will press. */
  messageBoxAnswer: 0,
  /** How long the user takes to close an asynchronous dialog. */
  userDelay: undefined as Promise<void> | undefined,
  /** System events to emit while a blocking dialog is open. */
  duringDialog: undefined as (() => void) | undefined,
  /** Options of the dialogs shown. */
  questions: [] as (Electron.MessageBoxSyncOptions | Electron.MessageBoxOptions)[],
  /** Windows and options of file dialogs. */
  openDialogs: [] as unknown[][],
  /** The user's selection. */
  chosenFiles: [] as string[],
  quits: 0,
  relaunches: 0,
  relaunchedWith: undefined as Electron.RelaunchOptions | undefined,
  appUserModelId: undefined as string | undefined,
  exitCode: undefined as number | undefined,
  /** Chromium switches set by the host. */
  switches: [] as string[],
}

function assertReady(what: string): void {
  if (!seen.isReady) throw new Error(`${what} can only be used after the app is ready.`)
}

/** A frame whose page is gone and whose next page hasn't loaded. Every access throws. */
export const disposedFrame: Frame = {
  get url(): string {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  },
  get parent(): object | null {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed')
  },
}

class FakeContents extends EventEmitter {
  #frame: Frame = { url: 'app://latchkey/', parent: null }
  #frameIsGone = false
  isClosed = false
  openHandler: OpenHandler | undefined
  zoomLevel = 0
  reloads = 0
  crashes = 0
  /** The steps taken back and forward in history. */
  readonly steps: string[] = []
  readonly navigationHistory: Pick<Electron.NavigationHistory, 'goBack' | 'goForward'> = {
    goBack: () => void this.steps.push('back'),
    goForward: () => void this.steps.push('forward'),
  }

  get mainFrame(): Frame {
    if (this.isClosed) throw new TypeError('Object has been destroyed')
    return this.#frameIsGone ? disposedFrame : this.#frame
  }

  set mainFrame(frame: Frame) {
    this.#frame = frame
  }

  /** A page that has crashed or is reloading has no frame until it has loaded again. */
  override emit(name: string, ...given: unknown[]): boolean {
    if (name === 'render-process-gone') this.#frameIsGone = true
    if (name === 'did-finish-load') this.#frameIsGone = false
    return super.emit(name, ...given)
  }

  isDestroyed = () => this.isClosed

  getOSProcessId: Electron.WebContents['getOSProcessId'] = () => process.pid

  webRtcPolicy = 'default'

  setWebRTCIPHandlingPolicy: Electron.WebContents['setWebRTCIPHandlingPolicy'] = (policy) =>
    void (this.webRtcPolicy = policy)

  /** Whether the page has unsaved input. */
  hasUnsavedChanges = false

  /** The page can block unloading, unless it has crashed or the handler overrides it. */
  reload: Electron.WebContents['reload'] = () => {
    if (this.isClosed) throw new TypeError('Object has been destroyed')
    let canUnload = this.#frameIsGone || !this.hasUnsavedChanges
    if (!canUnload) {
      const event = {
        preventDefault: () => (canUnload = true),
        get defaultPrevented() {
          return canUnload
        },
      }
      this.emit('will-prevent-unload', event)
    }
    if (!canUnload) return
    this.hasUnsavedChanges = false
    this.reloads += 1
  }

  /** The commands that the context menu ran. */
  readonly done: unknown[][] = []
  replaceMisspelling: Electron.WebContents['replaceMisspelling'] = (word) =>
    void this.done.push(['replace', word])

  showDefinitionForSelection: Electron.WebContents['showDefinitionForSelection'] = () =>
    void this.done.push(['look up'])

  inspectElement: Electron.WebContents['inspectElement'] = (x, y) =>
    void this.done.push(['inspect', x, y])

  forcefullyCrashRenderer: Electron.WebContents['forcefullyCrashRenderer'] = () => {
    if (this.isClosed) throw new TypeError('Object has been destroyed')
    this.crashes += 1
  }

  setZoomLevel: Electron.WebContents['setZoomLevel'] = (level) => void (this.zoomLevel = level)

  setWindowOpenHandler: Electron.WebContents['setWindowOpenHandler'] = (handler) => {
    this.openHandler = handler
  }

  send: Electron.WebContents['send'] = (channel, payload) => {
    seen.sent.push({ channel, payload: structuredClone(payload) })
    this.#toPage.emit(channel, {}, structuredClone(payload))
  }

  readonly #toPage = new EventEmitter()
  readonly #page = Promise.withResolvers<FakePage>()

  /** Loads the page into this window. Electron reports the result by promise and by event. */
  async load(url: string, preload: string): Promise<void> {
    const ipcRenderer = Object.assign(this.#toPage, {
      invoke: (_channel: string, ...call: unknown[]) => invokeFrom(this.mainFrame, ...call),
    }) as unknown as Electron.IpcRenderer
    const serve = (request: Request) => seen.protocolHandlers.get('app')!(request)
    try {
      this.#page.resolve(await FakePage.load(url, preload, { serve, ipcRenderer }))
    } catch (error) {
      this.emit('did-fail-load', {}, -379, 'ERR_HTTP_RESPONSE_CODE_FAILURE', url, true)
      throw error
    }
    this.emit('did-finish-load')
  }

  /** Waits for a page, possibly forever. */
  executeJavaScript: Electron.WebContents['executeJavaScript'] = async (code) =>
    (await this.#page.promise).run(code)
}

export class FakeWindow extends EventEmitter {
  static getAllWindows = () => seen.windows
  static getFocusedWindow = () => seen.windows.find(({ hasFocus }) => hasFocus) ?? null
  readonly webContents = new FakeContents()
  readonly options: Electron.BrowserWindowConstructorOptions
  url = ''
  visible = false
  maximized = false
  hasFocus = false
  overlay: { image: unknown; words: string } | undefined
  focused = 0

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    assertReady('BrowserWindow')
    this.options = options
    seen.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, this)
  }

  loadURL: Electron.BrowserWindow['loadURL'] = (url) => {
    this.url = url
    // Nothing is painted before this event, so a visible window would be empty.
    if (seen.pagesArePainted) setImmediate(() => this.emit('ready-to-show'))
    return this.webContents.load(url, this.options.webPreferences!.preload!)
  }

  show = () => void (this.visible = true)
  hide = () => void (this.visible = false)
  setBackgroundColor: Electron.BrowserWindow['setBackgroundColor'] = () => undefined
  setOverlayIcon: Electron.BrowserWindow['setOverlayIcon'] = (image, words) =>
    void (this.overlay = { image, words })
  focus = () => void (this.focused += 1)
  /** The user switches to this window or to another program. */
  setFocus(hasFocus: boolean): void {
    this.hasFocus = around.isFocused = hasFocus
    app.emit(hasFocus ? 'browser-window-focus' : 'browser-window-blur', {}, this)
  }

  restore = () => undefined
  /** As in Electron, maximizing shows a hidden window. */
  maximize = () => {
    this.maximized = true
    this.visible = true
  }

  isMinimized = () => false
  isMaximized = () => this.maximized
  getNormalBounds = (): Electron.Rectangle => ({ x: 10, y: 20, width: 1000, height: 700 })
}
export { FakeWindow as BrowserWindow }

const hasSwitch: Electron.CommandLine['hasSwitch'] = (name) =>
  process.argv.includes(`--${name}`) ||
  (name === 'no-sandbox' && process.env.ELECTRON_DISABLE_SANDBOX !== undefined)

type FakeApp = Pick<
  Electron.App,
  | 'enableSandbox'
  | 'isPackaged'
  | 'whenReady'
  | 'getPreferredSystemLanguages'
  | 'requestSingleInstanceLock'
  | 'getPath'
  | 'getVersion'
  | 'setPath'
  | 'setBadgeCount'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'setAsDefaultProtocolClient'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'
  | 'configureHostResolver'
> & { commandLine: Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch'> }
const paths = new Map<string, string>()
/** Chromium's default may upgrade to a server for DNS over HTTPS. */
let usesSecureDns = true
export const app: FakeApp & EventEmitter = Object.assign(appEvents, {
  isPackaged: false,
  commandLine: { hasSwitch, appendSwitch: (name: string) => void seen.switches.push(name) },
  enableSandbox: () => {
    if (seen.isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
    seen.sandboxed = true
    // Enabling the sandbox removes the switch, but the zygote has already started without one.
    seen.whiteWindow = process.platform === 'linux' && hasSwitch('no-sandbox')
  },
  whenReady: async () => {
    if (seen.isReady) return
    announce(defaultSession)
    seen.isReady = true
    app.emit('ready')
  },
  requestSingleInstanceLock: () => true,
  getPath: (name: string) => paths.get(name)!,
  getPreferredSystemLanguages: () => ['en-GB'],
  getVersion: () => '0.0.0',
  setPath: (name: string, path: string) => void paths.set(name, path),
  setBadgeCount: (count = 0) => {
    around.badge = count
    return true
  },
  getLoginItemSettings: () => around.loginItem,
  setLoginItemSettings: (settings: Electron.Settings) => void around.loginItems.push(settings),
  setAsDefaultProtocolClient: (scheme: string) => {
    around.schemes.push(scheme)
    return true
  },
  quit: () => void (seen.quits += 1),
  exit: (code?: number) => void (seen.exitCode = code),
  relaunch: (options?: Electron.RelaunchOptions) => {
    seen.relaunches += 1
    seen.relaunchedWith = options
  },
  configureHostResolver: ({ secureDnsMode }: Electron.ConfigureHostResolverOptions) => {
    assertReady('The host resolver')
    usesSecureDns = secureDnsMode !== 'off'
  },
  setAppUserModelId: (id: string) => {
    // Windows only.
    if (process.platform !== 'win32') throw new TypeError('app.setAppUserModelId is not a function')
    seen.appUserModelId = id
  },
  setToastActivatorCLSID: (id: string) => {
    if (process.platform !== 'win32')
      throw new TypeError('app.setToastActivatorCLSID is not a function')
    around.toastActivator = id
  },
} satisfies FakeApp & { commandLine: object })

export const protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'> = {
  registerSchemesAsPrivileged(schemes) {
    if (seen.isReady)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    seen.schemes.push(...schemes)
  },
  handle(scheme, handler) {
    assertReady('The protocol')
    if (seen.protocolHandlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    seen.protocolHandlers.set(scheme, handler as (request: Request) => Response)
  },
}

export const ipcMain: Pick<Electron.IpcMain, 'handle'> = {
  handle(channel, handler) {
    if (seen.invokeHandlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    seen.invokeHandlers.set(channel, handler)
  },
}

/** Sessions other than the default one, by name. */
export const partitions = new Map<string, FakeSession>()
const defaultSession = new FakeSession()

/** Electron emits this at the end of a session's constructor. */
function announce(created: FakeSession): FakeSession {
  created.startSpelling()
  app.emit('session-created', created)
  return created
}

export const session = {
  get defaultSession() {
    assertReady('A session')
    return defaultSession
  },
  fromPartition(name: string, options?: Electron.FromPartitionOptions): FakeSession {
    assertReady('A session')
    const existing = partitions.get(name) ?? announce(new FakeSession(options))
    partitions.set(name, existing)
    return existing
  },
}

type FakeDialog = Pick<
  Electron.Dialog,
  'showErrorBox' | 'showMessageBoxSync' | 'showMessageBox' | 'showOpenDialog'
>
export const dialog: FakeDialog = {
  showErrorBox: (title, content) => void seen.errors.push(`${title}: ${content}`),
  // Native events still arrive while the dialog is open, but pending JavaScript doesn't run.
  showMessageBoxSync: (...asked: unknown[]) => {
    assertReady('dialog')
    seen.questions.push(asked.at(-1) as Electron.MessageBoxSyncOptions)
    seen.duringDialog?.()
    return seen.messageBoxAnswer
  },
  showMessageBox: async (...asked: unknown[]) => {
    assertReady('dialog')
    seen.questions.push(asked.at(-1) as Electron.MessageBoxOptions)
    await seen.userDelay
    return { response: seen.messageBoxAnswer, checkboxChecked: false }
  },
  showOpenDialog: async (...asked: unknown[]) => {
    assertReady('dialog')
    seen.openDialogs.push(asked)
    await seen.userDelay
    return { canceled: seen.chosenFiles.length === 0, filePaths: seen.chosenFiles }
  },
}

export const shell: Pick<Electron.Shell, 'openExternal'> = {
  openExternal: async (url) => void seen.opened.push(url),
}

export const screen: Pick<Electron.Screen, 'getAllDisplays'> = {
  getAllDisplays() {
    assertReady('screen')
    return [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } } as Electron.Display]
  },
}

export const net: Pick<Electron.Net, 'request'> = {
  request: (options) => {
    const requestOptions = typeof options === 'string' ? { url: options } : options
    const requestSession =
      requestOptions.session ?? (session.defaultSession as unknown as Electron.Session)
    if (URL.canParse(requestOptions.url!))
      around.contacted.add(new URL(requestOptions.url!).hostname)
    if (usesSecureDns) around.contacted.add('doh.example.com')
    return new FakeClientRequest({
      ...requestOptions,
      session: requestSession,
    }) as unknown as Electron.ClientRequest
  },
}

/** Kills the network process. Chromium starts a new one without the previous settings. */
export function killNetworkProcess(): void {
  for (const one of [defaultSession, ...partitions.values()]) one.forget()
  app.emit('child-process-gone', {}, {
    ...{ type: 'Utility', name: 'Network Service', reason: 'crashed', exitCode: 5 },
    serviceName: 'network.mojom.NetworkService',
  } satisfies Electron.Details)
}

/** Calls the host over the bridge from a frame, as the page does. */
export async function invokeFrom(senderFrame: Frame | null, ...call: unknown[]): Promise<unknown> {
  const handler = seen.invokeHandlers.get('invoke')!
  const event = { senderFrame } as Electron.IpcMainInvokeEvent
  return structuredClone(await handler(event, ...(structuredClone(call) as unknown[])))
}
