import { BrowserWindow, ClipboardItem, app, clipboard } from 'electron'
import type { Presence } from '../core/ports.ts'

/**
 * The clipboard format that tells each system's clipboard history to skip an item, with its payload. macOS and Windows
 * check only the name; KDE's Klipper, whose convention other Linux tools follow, requires this value.
 */
const concealedFormats: Readonly<Partial<Record<NodeJS.Platform, readonly [string, string]>>> = {
  darwin: ['org.nspasteboard.ConcealedType', 'true'],
  win32: ['ExcludeClipboardContentFromMonitorProcessing', '1'],
  linux: ['x-kde-passwordManagerHint', 'secret'],
}

/**
 * The system's clipboard. Electron writes all formats of an item at once, so the text is never visible without its
 * mark.
 */
export const systemClipboard: Presence['clipboard'] = {
  read: () => clipboard.readText(),
  clear: () => clipboard.clear(),
  isAccessible: () => !requiresFocus(process.env) || BrowserWindow.getFocusedWindow() !== null,
  onAccess(listener) {
    app.on('browser-window-focus', listener)
    return () => void app.off('browser-window-focus', listener)
  },
  async writeSecret(text) {
    const [name, payload = ''] = concealedFormats[process.platform] ?? []
    // guard: concealed-copy
    const mark = name && {
      [`electron application/osclipboard;format="${name}"`]: new Blob([payload]),
    }
    await clipboard.write([new ClipboardItem({ 'text/plain': text, ...mark })])
  },
}

/** Desktops whose compositor is Mutter or derived from it, by their names in `XDG_CURRENT_DESKTOP`. */
const mutterDesktops = ['GNOME', 'Budgie', 'Pantheon', 'Unity', 'X-Cinnamon']

/**
 * On Wayland, Mutter ignores programs without the focus. If one of them clears the clipboard, Mutter offers its own copy
 * of the text instead, without the mark.
 */
function requiresFocus({ XDG_CURRENT_DESKTOP = '', ...env }: NodeJS.ProcessEnv): boolean {
  const isWayland = env.XDG_SESSION_TYPE === 'wayland' || Boolean(env.WAYLAND_DISPLAY)
  const names = XDG_CURRENT_DESKTOP.split(':')
  return (
    process.platform === 'linux' && isWayland && names.some((name) => mutterDesktops.includes(name))
  )
}
