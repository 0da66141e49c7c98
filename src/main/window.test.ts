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

function openWindow({ startsHidden = false, wasMaximized = false } = {}) {
  writeFileSync(join(dataFolder, 'window.json'), JSON.stringify({ maximized: wasMaximized }))
  const port = setupWindow({ dataFolder, preload: '', icon: '', startsHidden })
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

  it('stays hidden at sign-in until opened, even if it was maximized', () => {
    const { port, window } = openWindow({ startsHidden: true, wasMaximized: true })
    window.emit('ready-to-show')
    expect(window.visible).toBe(false)
    port.show()
    expect(window).toMatchObject({ visible: true, maximized: true, focused: 1 })
  })

  it('is still maximized after a restart, even if it was never shown', () => {
    const { window } = openWindow({ startsHidden: true, wasMaximized: true })
    window.emit('close')
    expect(isKeptMaximized()).toBe(true)
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
