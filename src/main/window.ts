import { join } from 'node:path'
import { BrowserWindow, app, screen } from 'electron'
import type { WindowPort } from '../core/features/desktop/actions.ts'
import { WindowFile, visibleBounds } from '../core/features/desktop/window-place.ts'
import { nextZoomLevel } from '../core/features/desktop/zoom.ts'
import { type JsonFile, jsonFile } from '../core/platform/files/json-file.ts'
import type { DocumentName } from '../core/platform/files/own-files.ts'
import { t } from '../core/platform/messages.ts'
import { appOrigin } from './app-protocol.ts'
import type { RestartIfClosing } from './quitting.ts'
import { pagePreferences } from './security-preferences.ts'
import { canvasColour } from './theme.ts'

interface Options {
  dataFolder: string
  preload: string
  icon: string
  /** Whether there is no window until it is requested. The self-test uses a hidden one. */
  start?: 'shown' | 'hidden' | 'closed'
  restartIfClosing?: RestartIfClosing
}

/** Functions that show a window once its page has loaded. */
const showWhenLoaded = new WeakMap<BrowserWindow, () => void>()

/** Opens the window at its last position, and reopens it on request. */
export function setupWindow({
  dataFolder,
  start = 'shown',
  restartIfClosing = () => false,
  ...paths
}: Options): WindowPort {
  const file = jsonFile(
    join(dataFolder, 'window.json' satisfies DocumentName),
    WindowFile,
    () => undefined,
  )
  const current = () => BrowserWindow.getAllWindows()[0]
  const open = (isHidden: boolean) => openWindow(file, paths, isHidden)
  const show = (window: BrowserWindow) => {
    if (window.isMinimized()) window.restore()
    showWhenLoaded.get(window)?.()
    window.focus()
  }
  const contents = () => current()?.webContents
  const port: WindowPort = {
    isOpen: () => current() !== undefined,
    show() {
      if (!restartIfClosing()) show(current() ?? open(false))
    },
    zoom(to) {
      const zoom = nextZoomLevel(file.read().zoom ?? 0, to)
      file.saveOrReport({ ...file.read(), zoom })
      contents()?.setZoomLevel(zoom)
    },
    back: () => contents()?.navigationHistory.goBack(),
    forward: () => contents()?.navigationHistory.goForward(),
    quit: () => app.quit(),
  }
  app.on('browser-window-created', (_, { webContents }) => {
    webContents.on('zoom-changed', (_event, direction) => port.zoom(direction))
    webContents.on('did-finish-load', () => webContents.setZoomLevel(file.read().zoom ?? 0))
  })
  app.on('activate', () => {
    if (!port.isOpen()) port.show()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  if (start !== 'closed') open(start === 'hidden')
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
    ...visibleBounds(screens, last),
    minWidth: 720,
    minHeight: 520,
    show: false,
    icon,
    title: t('app.name'),
    backgroundColor: canvasColour(),
    autoHideMenuBar: true,
    webPreferences: pagePreferences(preload),
  })
  const willMaximize = showWhenReady(window, {
    isHidden: startsHidden,
    isMaximized: last.maximized,
  })
  const save = () => {
    const bounds = window.getNormalBounds()
    const maximized = willMaximize() || window.isMaximized()
    file.saveOrReport({ ...file.read(), bounds, maximized })
  }
  window.on('close', save)
  // Windows ends the process after this event, without closing anything.
  window.on('session-end', save)
  void window.loadURL(`${appOrigin}/`)
  return window
}

/**
 * Shows a window once its page has loaded, unless it should remain hidden until opened. Maximizes it only then, because
 * maximizing a hidden window shows it. The returned function returns whether maximizing is still pending.
 */
function showWhenReady(
  window: BrowserWindow,
  { isHidden, isMaximized }: { isHidden: boolean; isMaximized: boolean | undefined },
): () => boolean {
  let isReady = false
  let isRequested = !isHidden
  let willMaximize = isMaximized === true
  const show = () => {
    isRequested = true
    if (!isReady) return
    if (willMaximize) window.maximize()
    willMaximize = false
    window.show()
  }
  const ready = () => {
    isReady = true
    if (isRequested) show()
  }
  showWhenLoaded.set(window, show)
  window.once('ready-to-show', ready)
  return () => willMaximize
}
