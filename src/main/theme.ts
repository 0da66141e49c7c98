import { BrowserWindow, nativeTheme } from 'electron'
import { canvasColours } from '../shared/rules/canvas-colours.ts'

/** Background of a window before its page loads, to avoid a white flash in dark mode. */
export function canvasColour(): string {
  return canvasColours[nativeTheme.shouldUseDarkColors ? 'dark' : 'light']
}

/** Applies the selected theme to native windows, menus, and dialogs. */
export function followTheme(theme: 'system' | 'light' | 'dark'): void {
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme
  for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(canvasColour())
}
