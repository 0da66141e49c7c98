import { BrowserWindow, nativeTheme } from 'electron'
import { canvasColours } from '../shared/rules/canvas-colours.ts'

/** Background of a window before its page has loaded, so that dark mode does not start with a white flash. */
export function canvasColour(): string {
  return canvasColours[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']
}

/** Makes windows, menus and dialogs of the system follow the chosen theme. */
export function followTheme(theme: 'system' | 'light' | 'dark'): void {
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme
  for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(canvasColour())
}
