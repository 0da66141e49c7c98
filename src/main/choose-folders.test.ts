import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseFolders } from './choose-folders.ts'
import { BrowserWindow, seen } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const properties = ['openDirectory', 'multiSelections']
beforeEach(() => Object.assign(seen, { openDialogs: [], chosenFiles: [], windows: [] }))

describe('chooseFolders', () => {
  it('opens a folder dialog on the window', async () => {
    const window = new BrowserWindow({})
    window.hasFocus = true
    seen.chosenFiles = ['/home/ada/work', '/srv/git']
    expect(await chooseFolders()).toEqual(['/home/ada/work', '/srv/git'])
    expect(seen.openDialogs).toEqual([[window, { properties }]])
  })

  it('returns no folders if the dialog is canceled', async () => {
    expect(await chooseFolders()).toEqual([])
    expect(seen.openDialogs).toEqual([[{ properties }]])
  })

  it('opens one dialog at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    seen.userDelay = promise
    const results = [chooseFolders(), chooseFolders()]
    resolve()
    await Promise.all(results)
    seen.userDelay = undefined
    expect(seen.openDialogs).toHaveLength(1)
    await chooseFolders()
    expect(seen.openDialogs).toHaveLength(2)
  })
})
