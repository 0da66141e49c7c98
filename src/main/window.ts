import { join } from 'node:path'
import { BrowserWindow, type Rectangle, app, screen } from 'electron'
import { z } from 'zod'
import { type JsonFile, jsonFile } from '../core/data/json-file.ts'
import { appOrigin } from './app-protocol.ts'

const WindowFile = z.object({
  bounds: z
    .object({ x: z.int(), y: z.int(), width: z.int().min(400), height: z.int().min(300) })
    .optional(),
  maximized: z.boolean().optional(),
})
type WindowFile = z.output<typeof WindowFile>

interface Paths {
  preload: string
  icon: string
}

/** Opens the window where it was last time, and again when the dock icon is clicked (macOS). */
export function setupWindow(dataFolder: string, paths: Paths): void {
  const file = jsonFile(join(dataFolder, 'window.json'), WindowFile, () => undefined)
  openWindow(file, paths)
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow(file, paths)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}

function openWindow(file: JsonFile<WindowFile>, { preload, icon }: Paths): void {
  const { bounds, maximized } = file.read()
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...(bounds && isOnSomeScreen(bounds) && bounds),
    minWidth: 720,
    minHeight: 520,
    show: false,
    icon,
    title: 'Latchkey',
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Its dictionaries would be fetched from somebody else's servers.
      spellcheck: false,
    },
  })
  if (maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    file.write({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  })
  void window.loadURL(`${appOrigin}/`)
}

/** A screen may have been unplugged since. */
function isOnSomeScreen({ x, y, width, height }: Rectangle): boolean {
  return screen
    .getAllDisplays()
    .some(
      ({ workArea }) =>
        x < workArea.x + workArea.width &&
        x + width > workArea.x &&
        y < workArea.y + workArea.height &&
        y + height > workArea.y,
    )
}
