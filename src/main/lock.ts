import { BrowserWindow, app, powerMonitor, systemPreferences } from 'electron'
import type { Latchkey } from '../core/app.ts'
import {
  type LinuxLock,
  followLinuxLock,
  systemBusAddress,
} from '../core/features/lock/linux-lock.ts'
import { t } from '../core/platform/messages.ts'
import type { Presence } from '../core/ports.ts'
import { busAddress } from '../core/platform/keychain/secret-service.ts'
import { systemClipboard } from './clipboard.ts'

let linuxLock: LinuxLock | undefined

/** The user's presence: time since the last input and, with Touch ID, their identity. */
export const presence: Presence = {
  idleSeconds: () => powerMonitor.getSystemIdleTime(),
  mayLackIdleTime: process.platform === 'linux',
  confirm: () => (hasTouchId() ? confirmWithTouchId : undefined),
  knowsScreenLock: () => process.platform !== 'linux' || (linuxLock?.sources() ?? []).length > 0,
  clipboard: systemClipboard,
}

/** Locks with the system. Reloads a locked page so that none of its content remains. */
export function setupLock(latchkey: Latchkey, env = process.env): void {
  const lockWithSystem = () => latchkey.lock.systemLocked()
  powerMonitor.on('suspend', lockWithSystem)
  // Electron reports a locked screen only on macOS and Windows.
  if (process.platform === 'linux') void followDesktop(lockWithSystem, env)
  else powerMonitor.on('lock-screen', lockWithSystem)
  app.on('web-contents-created', (_, contents) => {
    contents.on('input-event', () => latchkey.lock.recordActivity())
  })
  latchkey.on('lock', ({ locked }) => {
    if (!locked) return
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      // guard: locked-window
      if (!webContents.isDestroyed()) webContents.reload()
    }
  })
}

async function followDesktop(locked: () => void, env: NodeJS.ProcessEnv): Promise<void> {
  const buses = { system: systemBusAddress(env), session: busAddress(env) }
  linuxLock = await followLinuxLock(buses, locked)
}

function hasTouchId(): boolean {
  return process.platform === 'darwin' && systemPreferences.canPromptTouchID()
}

function confirmWithTouchId(): Promise<boolean> {
  return systemPreferences.promptTouchID(t('lock.touchIdReason')).then(
    () => true,
    () => false,
  )
}
