import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { app } from './testing/fake-electron.ts'
import { setupUpdates } from './updater.ts'
import { testFolder } from '../core/testing/folder.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const { platform, resourcesPath } = process
let work: string
beforeEach(() => {
  work = testFolder()
  mkdirSync(join(work, 'app.asar'))
  Object.assign(app, { isPackaged: true })
  Object.assign(process, { resourcesPath: work })
  vi.stubEnv('APPIMAGE', join(work, 'Latchkey.AppImage'))
  vi.stubEnv('APPDIR', dirname(process.execPath))
})
afterEach(() => {
  vi.unstubAllEnvs()
  Object.assign(app, { isPackaged: false })
  Object.assign(process, { resourcesPath })
  Object.defineProperty(process, 'platform', { value: platform })
})

/** What is known of updates where the package for a system was made so. */
function updatesOf(system: NodeJS.Platform, packaged: object) {
  writeFileSync(join(work, 'app.asar/package.json'), JSON.stringify(packaged))
  Object.defineProperty(process, 'platform', { value: system })
  return setupUpdates()
}

describe('an installed Latchkey does not update itself', () => {
  it.each(['darwin', 'win32', 'linux'] as const)(
    'on %s where its package notes that it is not signed',
    async (system) => {
      const packaged = { updates: { off: 'unsigned' } }
      expect(await updatesOf(system, packaged)).toEqual({ off: 'unsigned' })
    },
  )

  it('from an AppImage without a key, even with a source of updates', async () => {
    writeFileSync(join(work, 'app-update.yml'), '')
    writeFileSync(join(work, 'Latchkey.AppImage'), '')
    expect(await updatesOf('linux', {})).toEqual({ off: 'unsigned' })
  })
})
