import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testLog } from '../core/testing/log.ts'
import { setupCrashes } from './crash.ts'
import { FakeWindow, app, dialog, seen } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const { argv, execPath } = process
const errorEvents = ['uncaughtException', 'unhandledRejection'] as const
const listening = errorEvents.map((name) => process.listeners(name as 'uncaughtException'))
let window: FakeWindow
beforeEach(() => {
  app.removeAllListeners()
  setupCrashes(
    testLog(() => undefined),
    async () => undefined,
  )
  window = new FakeWindow({})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  errorEvents.forEach((name, nth) => {
    for (const listener of process.listeners(name as 'uncaughtException')) {
      if (!listening[nth]!.includes(listener)) process.off(name, listener)
    }
  })
  Object.assign(app, { isPackaged: false })
  Object.assign(seen, { exitCode: undefined, relaunchedWith: undefined })
  process.argv = argv
  Object.defineProperty(process, 'execPath', { value: execPath })
})

/** Closes the window while a dialog is open, then clicks one of the dialog's buttons. */
function closeWhileAsking(button: number): void {
  vi.spyOn(dialog, 'showMessageBoxSync').mockImplementation(() => {
    window.webContents.isClosed = true
    return button
  })
}

const crash = () =>
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })

describe('window closed during a crash dialog', () => {
  it("isn't reloaded after repeated crashes", () => {
    closeWhileAsking(0)
    for (let nth = 0; nth < 3; nth += 1) crash()
    expect(window.webContents.reloads).toBe(3)
    expect(crash).not.toThrow()
    expect(dialog.showMessageBoxSync).toHaveBeenCalledOnce()
    expect(window.webContents.reloads).toBe(3)
  })

  it("isn't force-crashed after its page was unresponsive", () => {
    closeWhileAsking(1)
    expect(() => window.emit('unresponsive')).not.toThrow()
    expect(dialog.showMessageBoxSync).toHaveBeenCalledOnce()
    expect(window.webContents.crashes).toBe(0)
  })
})

it('relaunches the AppImage file after an uncaught error', async () => {
  Object.assign(app, { isPackaged: true })
  process.argv = ['/tmp/.mount_Latchk/latchkey', '--hidden']
  Object.defineProperty(process, 'execPath', { value: process.argv[0] })
  vi.stubEnv('APPDIR', '/tmp/.mount_Latchk')
  vi.stubEnv('APPIMAGE', '/home/ada/Latchkey.AppImage')
  vi.spyOn(process, 'uptime').mockReturnValue(120)
  process.listeners('uncaughtException').at(-1)!(new Error('by us'), 'uncaughtException')
  await vi.waitUntil(() => seen.exitCode !== undefined)
  expect(seen.exitCode).toBe(1)
  expect(seen.relaunchedWith).toEqual({
    execPath: '/home/ada/Latchkey.AppImage',
    args: ['--hidden'],
  })
})
