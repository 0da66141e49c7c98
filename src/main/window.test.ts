import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seen } from './testing/fake-electron.ts'
import { setupWindow } from './window.ts'
import { testFolder } from '../core/testing/folder.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

let dataFolder: string
beforeEach(() => {
  seen.pagesArePainted = false
  seen.protocolHandlers.set('app', () => new Response())
  dataFolder = testFolder()
})
afterEach(() => {
  seen.windows.length = 0
})

function openWindow({ wasMaximized = false } = {}) {
  writeFileSync(join(dataFolder, 'window.json'), JSON.stringify({ maximized: wasMaximized }))
  const port = setupWindow({ dataFolder, preload: '', icon: '' })
  return { port, window: seen.windows[0]! }
}
const isKeptMaximized = () =>
  (JSON.parse(readFileSync(join(dataFolder, 'window.json'), 'utf8')) as { maximized: boolean })
    .maximized

describe('window', () => {
  it.each([false, true])('appears once its page has loaded (maximized: %s)', (wasMaximized) => {
    const { window } = openWindow({ wasMaximized })
    expect(window.visible).toBe(false)
    window.emit('ready-to-show')
    expect(window).toMatchObject({ visible: true, maximized: wasMaximized })
  })

  it("doesn't appear earlier when a link starts the app", () => {
    const { port, window } = openWindow()
    port.show()
    expect(window.visible).toBe(false)
    window.emit('ready-to-show')
    expect(window.visible).toBe(true)
  })

  it("doesn't exist at sign-in until it is opened", () => {
    writeFileSync(join(dataFolder, 'window.json'), JSON.stringify({ maximized: true }))
    const port = setupWindow({ dataFolder, preload: '', icon: '', start: 'closed' })
    expect(seen.windows).toEqual([])
    expect(port.isOpen()).toBe(false)
    port.show()
    const [window] = seen.windows
    window!.emit('ready-to-show')
    expect(window).toMatchObject({ visible: true, maximized: true, focused: 1 })
  })

  it('is still maximized after a restart, even if it was never shown', () => {
    const { window } = openWindow({ wasMaximized: true })
    window.emit('close')
    expect(isKeptMaximized()).toBe(true)
  })

  it('keeps its place if Windows ends the session', () => {
    const { window } = openWindow({ wasMaximized: true })
    window.emit('ready-to-show')
    window.maximized = false
    window.emit('session-end', {})
    expect(isKeptMaximized()).toBe(false)
  })

  it("maximizes once, then keeps the user's window state", () => {
    const { port, window } = openWindow({ wasMaximized: true })
    window.emit('ready-to-show')
    window.maximized = false
    port.show()
    expect(window.maximized).toBe(false)
    window.emit('close')
    expect(isKeptMaximized()).toBe(false)
  })
})
