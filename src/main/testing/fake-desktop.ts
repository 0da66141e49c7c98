import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { KeyPair } from '../../core/platform/network/testing/authority.ts'

// The native features of Electron that the host uses, typed with Electron's typings.

type Template = Electron.MenuItemConstructorOptions[]

/** Events of `app`. */
export const appEvents = new EventEmitter()

/** What the host has created, for tests to inspect. */
export const around = {
  trays: [] as FakeTray[],
  /** The menu bar. */
  menu: [] as Template,
  /** The open context menu. */
  contextMenu: undefined as Template | undefined,
  notices: [] as FakeNotification[],
  badge: 0,
  loginItems: [] as Electron.Settings[],
  /** What the system says about the login item. */
  loginItem: { openAtLogin: false } as Electron.LoginItemSettings,
  /** URL schemes registered by the host. */
  schemes: [] as string[],
  /** Whether the app is signed. macOS shows notifications only for signed apps. */
  isSigned: true,
  /** The hosts to which anything was sent. */
  contacted: new Set<string>(),
  /** The system's proxy, as `http://host:port` or `socks5://host:port`. */
  proxy: undefined as string | undefined,
  /** Whether servers are on the intranet, where the system sends the user's credentials automatically. */
  isIntranet: false,
  /** The system's client certificates with their keys. */
  clientCertificates: new Map<Electron.Certificate, KeyPair>(),
  /** The Windows start menu entry: its program and the COM class for notification clicks. */
  shortcut: undefined as { target: string; activator: string | undefined } | undefined,
  /** The COM class for Windows notification clicks; random unless the host sets it. */
  toastActivator: undefined as string | undefined,
  /** Handles clicks on any notification on Windows. */
  activation: undefined as Parameters<typeof Electron.Notification.handleActivation>[0] | undefined,
  idleSeconds: 0,
  /** Whether the desktop is GNOME on Wayland, whose clipboard ignores programs without the focus. */
  isMutter: false,
  /** Whether one of the app's windows has the focus. */
  isFocused: true,
  clipboard: '',
  /** All formats of the last item written to the clipboard. */
  clipboardFormats: new Map<string, string>(),
  /** Whether Touch ID recognizes the user; undefined without a sensor. */
  touchId: undefined as boolean | undefined,
  idleState: 'active' as ReturnType<Electron.PowerMonitor['getSystemIdleState']>,
}

/** Only stores its template. */
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
  /** On Windows this rewrites the start menu entry, see `EnsureShortcut` in windows_toast_activator.cc. */
  static isSupported: typeof Electron.Notification.isSupported = () => {
    const { toastActivator: activator } = around
    if (process.platform === 'win32') around.shortcut = { target: process.execPath, activator }
    return true
  }

  /** Called for every click, even if the notification's object is gone. */
  static handleActivation: typeof Electron.Notification.handleActivation = (callback) => {
    if (process.platform !== 'win32')
      throw new TypeError('Notification.handleActivation is not a function')
    around.activation = callback
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

/** As in Electron, Linux never reports a locked screen. */
class PowerEvents extends EventEmitter {
  override emit(name: string, ...given: unknown[]): boolean {
    const isReported = process.platform !== 'linux' || !/^(un)?lock-screen$/.test(name)
    return isReported && super.emit(name, ...given)
  }
}

type FakePowerMonitor = Pick<Electron.PowerMonitor, 'getSystemIdleState' | 'getSystemIdleTime'>
export const powerMonitor: FakePowerMonitor & EventEmitter = Object.assign(new PowerEvents(), {
  getSystemIdleState: () => around.idleState,
  getSystemIdleTime: () => around.idleSeconds,
} satisfies FakePowerMonitor)

type Payloads = ConstructorParameters<typeof Electron.ClipboardItem>[0]

/** Like Electron's, this accepts strings and blobs by MIME type, and custom types for native formats. */
export class ClipboardItem {
  readonly payloads: Payloads

  constructor(payloads: Payloads) {
    for (const type of Object.keys(payloads)) {
      if (!/^[a-z]+\/[a-z-]+$|^electron application\/osclipboard;format="[^"]+"$/.test(type)) {
        throw new TypeError(`Electron doesn’t support the type ${type}.`)
      }
    }
    this.payloads = payloads
  }
}

type FakeClipboard = Pick<Electron.Clipboard, 'readText' | 'clear'> & {
  write(items: ClipboardItem[]): Promise<void>
}

/** Whether the app provides the content of the clipboard. */
let isOwner = false

/**
 * Each write replaces the previous item. Mutter ignores programs without the focus; once the owner has withdrawn its
 * item, Mutter offers its own copy of the text. See `owner_changed_cb` in meta-clipboard-manager.c.
 */
export const clipboard: FakeClipboard = {
  readText: async () => (around.isMutter && !around.isFocused && !isOwner ? '' : around.clipboard),
  clear() {
    const isIgnored = around.isMutter && !around.isFocused
    isOwner = false
    if (!isIgnored) around.clipboard = ''
    for (const format of [...around.clipboardFormats.keys()]) {
      if (!isIgnored || format !== 'text/plain') around.clipboardFormats.delete(format)
    }
  },
  async write(items) {
    const formats = new Map<string, string>()
    for (const [type, payload] of items.flatMap(({ payloads }) => Object.entries(payloads))) {
      const value = await (payload as string | Blob | Promise<string | Blob>)
      formats.set(type, typeof value === 'string' ? value : await value.text())
    }
    if (around.isMutter && !around.isFocused) return clipboard.clear()
    isOwner = true
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
