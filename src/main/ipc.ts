import { createFailure } from '../core/platform/failures.ts'
import { BrowserWindow, type WebFrameMain, ipcMain } from 'electron'
import type { Latchkey } from '../core/app.ts'
import { formatFailure } from '../core/platform/failure.ts'
import { hostEventNames } from '../shared/operations/host.ts'
import { appOrigin } from './app-protocol.ts'

/** Calls with which users try something again that failed for lack of a client certificate. */
const retries: readonly unknown[] = ['accounts.add', 'accounts.replaceToken', 'connectivity.tryNow']

/**
 * Handles the page's calls and sends it events. Only the main frame of our origin may call. Calls `beforeRetry` before
 * the user tries to reach an instance again.
 */
export function setupIpc(latchkey: Latchkey, beforeRetry: () => void = () => undefined): void {
  ipcMain.handle('invoke', ({ senderFrame }, name: unknown, input: unknown, account: unknown) => {
    if (!isOwnPage(() => senderFrame))
      return { ok: false, failure: formatFailure(createFailure('host.foreignCall')) }
    if (retries.includes(name)) beforeRetry()
    return latchkey.invoke(name, input, account)
  })
  for (const name of hostEventNames) {
    latchkey.on(name, (payload) => {
      for (const { webContents } of BrowserWindow.getAllWindows()) {
        // guard: ipc-events
        if (isOwnPage(() => webContents.mainFrame)) webContents.send(`event:${name}`, payload)
      }
    })
  }
}

/**
 * A page that crashed, is reloading, or whose window is closed isn't ours, because Electron throws when its frame is
 * read.
 */
function isOwnPage(getFrame: () => WebFrameMain | null): boolean {
  try {
    const frame = getFrame()
    // guard: ipc-sender
    return frame !== null && frame.parent === null && isAppUrl(frame.url)
  } catch {
    return false
  }
}

function isAppUrl(url: string): boolean {
  // The URL parser gives custom schemes the origin "null", so the parts are compared.
  const parsed = URL.parse(url)
  return parsed !== null && `${parsed.protocol}//${parsed.host}` === appOrigin
}
