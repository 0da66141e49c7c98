import { BrowserWindow, app, nativeImage } from 'electron'
import { createBadge, dotPixels, dotSize } from '../core/features/desktop/badge.ts'
import type { DesktopState } from '../core/features/desktop/desktop-state.ts'

/** Shows on the icon in the dock or the taskbar how many actions are queued or need attention. */
export function showBadge(state: DesktopState): void {
  const badge = createBadge(state)
  if (process.platform !== 'win32') {
    app.setBadgeCount(badge.count)
    return
  }
  // Windows has no numbers, but a picture with a description.
  const size = { width: dotSize, height: dotSize }
  const dot = badge.count > 0 ? nativeImage.createFromBitmap(dotPixels(badge), size) : null
  for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(dot, badge.label)
}
