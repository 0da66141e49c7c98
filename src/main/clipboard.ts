import { ClipboardItem, clipboard } from 'electron'
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
  async writeSecret(text) {
    const [name, payload = ''] = concealedFormats[process.platform] ?? []
    // guard: concealed-copy
    const mark = name && {
      [`electron application/osclipboard;format="${name}"`]: new Blob([payload]),
    }
    await clipboard.write([new ClipboardItem({ 'text/plain': text, ...mark })])
  },
}
