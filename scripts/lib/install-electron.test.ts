import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '../../src/core/testing/folder.ts'

const script = join(import.meta.dirname, '../install-electron.js')
let project: string
beforeEach(() => {
  project = testFolder()
  mkdirSync(join(project, 'scripts'))
  copyFileSync(script, join(project, 'scripts/install-electron.js'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
})

/** Creates an Electron package whose download runs this code. */
function fakeElectron(download: string): void {
  const folder = join(project, 'node_modules/electron')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "electron" }')
  writeFileSync(join(folder, 'install.js'), download)
}

function install(env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [join(project, 'scripts/install-electron.js')], {
    encoding: 'utf8',
    env: { ...process.env, LATCHKEY_SKIP_ELECTRON: undefined, ...env },
  })
}

describe('install-electron.js', () => {
  it('shows the progress of the download', () => {
    fakeElectron('process.stderr.write("[==  ] 50%")')
    const { status, stdout, stderr } = install()
    expect([status, stderr]).toEqual([0, '[==  ] 50%'])
    expect(stdout).toContain('Downloading Electron')
  })

  it('explains that the download failed and that Latchkey runs in the browser', () => {
    fakeElectron('console.error("no way to GitHub"); process.exit(1)')
    const { status, stderr } = install()
    expect(status).toBe(0)
    expect(stderr).toMatch(/no way to GitHub[^]*Latchkey runs in the browser instead/)
  })

  it('skips the download if requested or if Electron isn’t installed', () => {
    expect(install()).toMatchObject({ status: 0, stdout: '', stderr: '' })
    fakeElectron('process.exit(1)')
    expect(install({ LATCHKEY_SKIP_ELECTRON: '1' })).toMatchObject({ stdout: '', stderr: '' })
  })
})
