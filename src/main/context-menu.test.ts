import type { ContextMenuParams } from 'electron'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestLatchkey } from '../core/testing/latchkey.ts'
import { showContextMenus } from './context-menu.ts'
import { setupNavigation } from './navigation.ts'
import { pagePreferences } from './security-preferences.ts'
import { FakeWindow, app, around } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const { platform } = process
const openLink = vi.fn(async () => undefined)
let contents: FakeWindow['webContents']
beforeEach(() => {
  around.contextMenu = undefined
  Object.assign(app, { isPackaged: true })
  contents = new FakeWindow({}).webContents
  showContextMenus(contents as never, openLink)
})
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform })
  Object.assign(app, { isPackaged: false })
})

function clickOn(given: Partial<ContextMenuParams>) {
  const emptyParams = {
    linkURL: '',
    selectionText: '',
    misspelledWord: '',
    dictionarySuggestions: [],
  }
  contents.emit('context-menu', {}, { ...emptyParams, isEditable: false, x: 3, y: 4, ...given })
  return (around.contextMenu ?? []).map(({ role, label, type }) => role ?? label ?? type)
}
const choose = (label: string) => {
  const item = around.contextMenu!.find((one) => one.label === label)
  const click = item!.click as unknown as () => void
  click()
}
const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true }

describe('context menu', () => {
  it('opens in every window', () => {
    const latchkey = createTestLatchkey()
    onTestFinished(() => latchkey.close())
    onTestFinished(() => void app.removeAllListeners())
    setupNavigation(latchkey)
    for (let nth = 0; nth < 2; nth += 1) {
      around.contextMenu = undefined
      contents = new FakeWindow({}).webContents
      expect(clickOn({ selectionText: 'axolotl' })).toEqual(['copy'])
    }
  })

  it("offers editing commands in a field and disables those that don't apply", () => {
    const of = { isEditable: true, editFlags } as Partial<ContextMenuParams>
    expect(clickOn(of)).toEqual(['cut', 'copy', 'paste', 'selectAll'])
    expect(around.contextMenu!.map(({ enabled }) => enabled)).toEqual([false, false, true, true])
  })

  it('copies the selection, and looks it up on macOS', () => {
    expect(clickOn({ selectionText: 'axolotl' })).toEqual(['copy'])
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    expect(clickOn({ selectionText: 'axolotl' })).toEqual([
      'Look Up “axolotl”',
      'separator',
      'copy',
    ])
    choose('Look Up “axolotl”')
    expect(contents.done).toEqual([['look up']])
  })

  it('opens external links but not links within the page', () => {
    expect(clickOn({ linkURL: 'https://gitlab.example.com/ada' })).toEqual(['Open link'])
    choose('Open link')
    expect(openLink).toHaveBeenCalledWith('https://gitlab.example.com/ada', true)
    around.contextMenu = undefined
    expect(clickOn({ linkURL: 'app://latchkey/#/settings' })).toEqual([])
  })

  it('suggests corrections', () => {
    const of = { misspelledWord: 'teh', dictionarySuggestions: ['the', 'tea'] }
    expect(clickOn(of)).toEqual(['the', 'tea'])
    choose('tea')
    expect(contents.done).toEqual([['replace', 'tea']])
    expect(clickOn({ misspelledWord: 'xqz' })).toEqual(['No suggestions'])
  })

  it('checks spelling only on macOS, because other systems would download dictionaries', () => {
    for (const [system, checks] of [
      ['darwin', true],
      ['win32', false],
      ['linux', false],
    ] as const) {
      Object.defineProperty(process, 'platform', { value: system })
      expect(pagePreferences('preload.cjs').spellcheck).toBe(checks)
    }
  })

  it('offers Inspect only during development', () => {
    expect(clickOn({})).toEqual([])
    expect(around.contextMenu).toBeUndefined()
    Object.assign(app, { isPackaged: false })
    expect(clickOn({})).toEqual(['Inspect'])
    choose('Inspect')
    expect(contents.done).toEqual([['inspect', 3, 4]])
  })
})
