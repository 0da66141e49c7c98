import { BrowserWindow, powerMonitor, systemPreferences } from 'electron'
import type { Latchkey } from '../core/latchkey.ts'
import type { Presence } from '../core/lock/lock.ts'
import { systemClipboard } from './clipboard.ts'

/** Of whoever is at this machine: how long nobody touched it, and on a Mac with Touch ID who it is. */
export const presence: Presence = {
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
  confirm: () => (canAsk() ? asked : undefined),
  clipboard: systemClipboard,
}

/** Locks with the system. A page that was locked begins anew, and nothing of what it showed is left. */
export function setupLock(latchkey: Latchkey): void {
  powerMonitor.on('suspend', () => latchkey.lock.systemLocked())
  powerMonitor.on('lock-screen', () => latchkey.lock.systemLocked())
  latchkey.on('lock', ({ locked }) => {
    if (!locked) return
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      // guard: locked-window
      if (!webContents.isDestroyed()) webContents.reload()
    }
  })
}

function canAsk(): boolean {
  return process.platform === 'darwin' && systemPreferences.canPromptTouchID()
}

function asked(): Promise<boolean> {
  return systemPreferences.promptTouchID('unlock Latchkey').then(
    () => true,
    () => false,
  )
}
