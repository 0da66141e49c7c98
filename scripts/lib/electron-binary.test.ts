import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasDisplay, unpackedElectron } from './electron-binary.ts'

let installed: string
beforeEach(() => {
  installed = mkdtempSync(join(tmpdir(), 'latchkey-electron-'))
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(installed, { recursive: true })
})

function install(executable: string): string {
  const path = join(installed, 'dist', executable)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  writeFileSync(join(installed, 'path.txt'), executable)
  return path
}

describe('unpackedElectron', () => {
  it.each(['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'])(
    'returns the folder and executable for %s',
    (path) => {
      const executable = install(path)
      expect(unpackedElectron(installed)).toEqual({ folder: join(installed, 'dist'), executable })
    },
  )

  it('returns undefined before the download', () =>
    expect(unpackedElectron(installed)).toBeUndefined())

  it('returns undefined if the download was removed', () => {
    const executable = install('electron')
    rmSync(executable)
    expect(unpackedElectron(installed)).toBeUndefined()
  })
})

describe('hasDisplay', () => {
  it.each([
    [true, { DISPLAY: ':0' }],
    [true, { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }],
    [false, { WAYLAND_DISPLAY: 'wayland-0' }],
    [false, { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'tty' }],
    [false, { XDG_SESSION_TYPE: 'wayland' }],
    [false, { DISPLAY: '' }],
  ])('returns %s for %j', (isThere, env) => expect(hasDisplay(env)).toBe(isThere))
})
