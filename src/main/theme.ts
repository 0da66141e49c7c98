import { BrowserWindow, nativeTheme } from 'electron'
import { canvasColours } from '../shared/canvas-colours.ts'

/** What a window shows before its page is there, so that a dark one does not begin with a white flash. */
export function canvasColour(): string {
  return canvasColours[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']
}

/** Has windows, menus and dialogs of the system follow the theme that was chosen. */
export function followTheme(theme: 'system' | 'light' | 'dark'): void {
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme
  for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(canvasColour())
}
