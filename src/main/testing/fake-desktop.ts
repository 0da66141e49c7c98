import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { KeyPair } from '../../core/platform/network/testing/authority.ts'

// What stands around Electron's windows, as far as the host uses it, typed by Electron's own typings.

type Template = Electron.MenuItemConstructorOptions[]

/** What `app` tells of. */
export const appEvents = new EventEmitter()

/** What the host put around its windows, for a test to look at. */
export const around = {
  trays: [] as FakeTray[],
  /** The menu bar. */
  menu: [] as Template,
  /** The menu of the other mouse button that is open. */
  contextMenu: undefined as Template | undefined,
  notices: [] as FakeNotification[],
  badge: 0,
  loginItems: [] as Electron.Settings[],
  /** Kinds of links for which the host asked to be the program. */
  schemes: [] as string[],
  /** Whether the app is signed: a Mac shows the notices of no other. */
  isSigned: true,
  /** The proxy of the system, as `http://host:port` or `socks5://host:port`. */
  proxy: undefined as string | undefined,
  /** Whether servers lie in the intranet, where the system says by itself who is signed in to it. */
  isIntranet: false,
  /** The client certificates of the system, with their keys. */
  clientCertificates: new Map<Electron.Certificate, KeyPair>(),
  /** The entry in the start menu of Windows: the program that it starts, and what takes clicks on notifications. */
  shortcut: undefined as { target: string; activator: string | undefined } | undefined,
  /** The class that takes clicks on notifications of Windows; a random one unless the host names it. */
  toastActivator: undefined as string | undefined,
  idleSeconds: 0,
  clipboard: '',
  /** All formats of the item that was written to the clipboard last. */
  clipboardFormats: new Map<string, string>(),
  /** Whether the finger on the sensor is the right one; undefined where there is no sensor. */
  touchId: undefined as boolean | undefined,
  idleState: 'active' as ReturnType<Electron.PowerMonitor['getSystemIdleState']>,
}

/** A menu is what it was made of. */
export class Menu {
  readonly template: Template
  private constructor(template: Template) {
    this.template = template
  }

  static buildFromTemplate(template: Template): Menu {
    return new Menu(template)
  }

  popup: Electron.Menu['popup'] = () => void (around.contextMenu = this.template)

  static setApplicationMenu(menu: Menu): void {
    around.menu = menu.template
  }
}

class FakeTray extends EventEmitter {
  tip = ''
  menu: Template = []
  constructor(_icon: unknown) {
    super()
    around.trays.push(this)
  }

  setToolTip: Electron.Tray['setToolTip'] = (tip) => void (this.tip = tip)
  setContextMenu = (menu: Menu) => void (this.menu = menu.template)
}
export { FakeTray as Tray }

class FakeNotification extends EventEmitter {
  /** On Windows it writes the entry in the start menu anew, see `EnsureShortcut` in windows_toast_activator.cc. */
  static isSupported: typeof Electron.Notification.isSupported = () => {
    const { toastActivator: activator } = around
    if (process.platform === 'win32') around.shortcut = { target: process.execPath, activator }
    return true
  }

  readonly options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions) {
    super()
    this.options = options
  }

  show: Electron.Notification['show'] = () => {
    if (process.platform === 'darwin' && !around.isSigned) {
      setImmediate(() =>
        this.emit('failed', {}, 'Notifications are not allowed for this application'),
      )
      return
    }
    around.notices.push(this)
    setImmediate(() => this.emit('show', {}))
  }
}
export { FakeNotification as Notification }

class FakeImage {
  resize = (_options: Electron.ResizeOptions) => this
}

export const nativeImage = {
  createFromPath: (_path: string) => new FakeImage(),
  createFromBitmap: (_pixels: Buffer, _options: Electron.CreateFromBitmapOptions) =>
    new FakeImage(),
}

export const nativeTheme: Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'> = {
  themeSource: 'system',
  get shouldUseDarkColors() {
    return nativeTheme.themeSource === 'dark'
  },
}

/** As Electron's: Linux tells of no locked screen, whoever listens. */
class PowerEvents extends EventEmitter {
  override emit(name: string, ...given: unknown[]): boolean {
    const isTold = process.platform !== 'linux' || !/^(un)?lock-screen$/.test(name)
    return isTold && super.emit(name, ...given)
  }
}

type FakePowerMonitor = Pick<Electron.PowerMonitor, 'getSystemIdleState' | 'getSystemIdleTime'>
export const powerMonitor: FakePowerMonitor & EventEmitter = Object.assign(new PowerEvents(), {
  getSystemIdleState: () => around.idleState,
  getSystemIdleTime: () => around.idleSeconds,
} satisfies FakePowerMonitor)

type Payloads = ConstructorParameters<typeof Electron.ClipboardItem>[0]

/** As Electron's, it takes strings and blobs under MIME types, and under its own types for formats of the system. */
export class ClipboardItem {
  readonly payloads: Payloads

  constructor(payloads: Payloads) {
    for (const type of Object.keys(payloads)) {
      if (!/^[a-z]+\/[a-z-]+$|^electron application\/osclipboard;format="[^"]+"$/.test(type)) {
        throw new TypeError(`${type} is no type that Electron knows.`)
      }
    }
    this.payloads = payloads
  }
}

type FakeClipboard = Pick<Electron.Clipboard, 'readText' | 'clear'> & {
  write(items: ClipboardItem[]): Promise<void>
}

/** Each write replaces all that was there before. */
export const clipboard: FakeClipboard = {
  readText: async () => around.clipboard,
  clear() {
    around.clipboard = ''
    around.clipboardFormats.clear()
  },
  async write(items) {
    const formats = new Map<string, string>()
    for (const [type, payload] of items.flatMap(({ payloads }) => Object.entries(payloads))) {
      const given = await (payload as string | Blob | Promise<string | Blob>)
      formats.set(type, typeof given === 'string' ? given : await given.text())
    }
    around.clipboardFormats = formats
    around.clipboard = formats.get('text/plain') ?? ''
  },
}

export const systemPreferences: Pick<
  Electron.SystemPreferences,
  'canPromptTouchID' | 'promptTouchID'
> = {
  canPromptTouchID: () => around.touchId !== undefined,
  promptTouchID: async () => {
    if (!around.touchId) throw new Error('Canceled by user.')
  },
}
