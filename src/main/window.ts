import { join } from 'node:path'
import { BrowserWindow, app, screen } from 'electron'
import type { WindowPort } from '../core/desktop/actions.ts'
import { WindowFile, placeOn } from '../core/desktop/window-place.ts'
import { zoomed } from '../core/desktop/zoom.ts'
import { type JsonFile, jsonFile } from '../core/data/json-file.ts'
import { appOrigin } from './app-protocol.ts'
import { pagePreferences } from './security-preferences.ts'
import { canvasColour } from './theme.ts'

interface Options {
  dataFolder: string
  preload: string
  icon: string
  /** Whether the window is not to be seen before somebody asks for it. */
  startsHidden: boolean
}

/** Opens the window as it was last time, and again whenever it is asked for and there is none. */
export function setupWindow({ dataFolder, startsHidden, ...paths }: Options): WindowPort {
  const file = jsonFile(join(dataFolder, 'window.json'), WindowFile, () => undefined)
  const current = () => BrowserWindow.getAllWindows()[0]
  const contents = () => current()?.webContents
  const port: WindowPort = {
    isOpen: () => current() !== undefined,
    show() {
      const window = current() ?? openWindow(file, paths, false)
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    zoom(to) {
      const zoom = zoomed(file.read().zoom ?? 0, to)
      file.keep({ ...file.read(), zoom })
      contents()?.setZoomLevel(zoom)
    },
    back: () => contents()?.navigationHistory.goBack(),
    forward: () => contents()?.navigationHistory.goForward(),
    quit: () => app.quit(),
  }
  app.on('browser-window-created', (_, { webContents }) => {
    webContents.on('zoom-changed', (_event, way) => port.zoom(way))
    webContents.on('did-finish-load', () => webContents.setZoomLevel(file.read().zoom ?? 0))
  })
  app.on('activate', () => {
    if (!port.isOpen()) port.show()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  openWindow(file, paths, startsHidden)
  return port
}

function openWindow(
  file: JsonFile<WindowFile>,
  { preload, icon }: Pick<Options, 'preload' | 'icon'>,
  startsHidden: boolean,
): BrowserWindow {
  const last = file.read()
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...placeOn(screens, last),
    minWidth: 720,
    minHeight: 520,
    show: false,
    icon,
    title: 'Latchkey',
    backgroundColor: canvasColour(),
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  })
  if (last.maximized) window.maximize()
  if (!startsHidden) window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    const bounds = window.getNormalBounds()
    file.keep({ ...file.read(), bounds, maximized: window.isMaximized() })
  })
  void window.loadURL(`${appOrigin}/`)
  return window
}
