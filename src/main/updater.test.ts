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

/** The update source of an installation packaged for a system. */
function updatesOf(system: NodeJS.Platform, packaged: object) {
  writeFileSync(join(work, 'app.asar/package.json'), JSON.stringify(packaged))
  Object.defineProperty(process, 'platform', { value: system })
  return setupUpdates()
}

describe('updates', () => {
  it.each(['darwin', 'win32', 'linux'] as const)(
    'stay off on %s if the package is marked as unsigned',
    async (system) => {
      const packaged = { updates: { off: 'unsigned' } }
      expect(await updatesOf(system, packaged)).toEqual({ off: 'unsigned' })
    },
  )

  it('stay off in an AppImage without a key, even with an update source', async () => {
    writeFileSync(join(work, 'app-update.yml'), '')
    writeFileSync(join(work, 'Latchkey.AppImage'), '')
    expect(await updatesOf('linux', {})).toEqual({ off: 'unsigned' })
  })
})
