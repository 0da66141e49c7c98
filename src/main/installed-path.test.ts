import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LoginItemSettings } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testFolder } from '../core/testing/folder.ts'
import { setupLaunchRequests } from './launch-requests.ts'
import { packageKind, relaunch } from './installed-path.ts'
import { isTurnedOffBySystem, startAtLogin, wasOpenedAtLogin } from './login-item.ts'
import { app, around, seen } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const { platform, execPath, argv } = process
const set = (name: 'platform' | 'execPath', value: string) =>
  Object.defineProperty(process, name, { value })
beforeEach(() => {
  Object.assign(app, { isPackaged: true })
  process.argv = ['/latchkey', '--hidden']
  around.schemes.length = around.loginItems.length = 0
})
afterEach(() => {
  set('platform', platform)
  set('execPath', execPath)
  process.argv = argv
  Object.assign(app, { isPackaged: false })
  vi.unstubAllEnvs()
})

function startFromMount(at: string): void {
  set('platform', 'linux')
  set('execPath', at)
  vi.stubEnv('APPDIR', '/tmp/.mount_Latchk')
  vi.stubEnv('APPIMAGE', '/home/ada/Latchkey.AppImage')
}

describe('relaunch', () => {
  it('starts the AppImage file, whose mount disappears on exit', () => {
    startFromMount('/tmp/.mount_Latchk/latchkey')
    relaunch()
    expect(seen.relaunchedWith).toEqual({
      execPath: '/home/ada/Latchkey.AppImage',
      args: ['--hidden'],
    })
    expect(packageKind()).toBe('appimage')
  })

  it('starts its own path if another AppImage launched it', () => {
    startFromMount('/opt/Latchkey/latchkey')
    relaunch()
    expect(seen.relaunchedWith).toEqual({ args: ['--hidden'] })
    expect(packageKind()).toBeUndefined()
  })

  it('starts the portable file, whose folder disappears on exit', () => {
    set('platform', 'win32')
    vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'E:\\Latchkey.exe')
    relaunch()
    expect(seen.relaunchedWith).toEqual({ execPath: 'E:\\Latchkey.exe', args: ['--hidden'] })
    expect(packageKind()).toBe('portable')
  })
})

describe('start at sign-in on Linux', () => {
  it.each([
    ['the AppImage', '/tmp/.mount_Latchk/latchkey', '/home/ada/Latchkey.AppImage'],
    ['an installed Latchkey', '/opt/Latchkey/latchkey', '/opt/Latchkey/latchkey'],
  ])('registers and removes %s', (_, at, program) => {
    const config = testFolder()
    vi.stubEnv('XDG_CONFIG_HOME', config)
    startFromMount(at)
    const file = join(config, 'autostart/latchkey.desktop')
    startAtLogin(true)
    expect(readFileSync(file, 'utf8')).toContain(`Exec="${program}" --hidden\n`)
    startAtLogin(false)
    expect(existsSync(file)).toBe(false)
  })

  it('keeps the entry of the main installation when run with another data folder', () => {
    const config = testFolder()
    vi.stubEnv('XDG_CONFIG_HOME', config)
    startFromMount('/opt/Latchkey/latchkey')
    const withOwnData = ['/latchkey', '--data', testFolder()]
    process.argv = withOwnData
    startAtLogin(true)
    expect(readdirSync(config)).toEqual([])
    process.argv = ['/latchkey']
    startAtLogin(true)
    process.argv = withOwnData
    startAtLogin(false)
    expect(readdirSync(join(config, 'autostart'))).toEqual(['latchkey.desktop'])
  })

  it('never registers Electron itself', () => {
    const config = testFolder()
    vi.stubEnv('XDG_CONFIG_HOME', config)
    set('platform', 'linux')
    Object.assign(app, { isPackaged: false })
    startAtLogin(true)
    expect(readdirSync(config)).toEqual([])
  })
})

describe('a start at sign-in that the system has turned off', () => {
  afterEach(() => void (around.loginItem = { openAtLogin: false } as LoginItemSettings))

  it.each([
    ['win32', { openAtLogin: true, executableWillLaunchAtLogin: false }, true],
    ['win32', { openAtLogin: true, executableWillLaunchAtLogin: true }, false],
    ['win32', { openAtLogin: false, executableWillLaunchAtLogin: false }, false],
    ['darwin', { openAtLogin: false, status: 'requires-approval' }, true],
    ['darwin', { openAtLogin: true, status: 'enabled' }, false],
  ] as const)('is recognized on %s: %j', (system, settings, isOff) => {
    set('platform', system)
    around.loginItem = settings as LoginItemSettings
    expect(isTurnedOffBySystem()).toBe(isOff)
  })

  it("isn't registered again on macOS", () => {
    set('platform', 'darwin')
    around.loginItem = { openAtLogin: false, status: 'requires-approval' } as LoginItemSettings
    startAtLogin(true)
    expect(around.loginItems).toEqual([])
    startAtLogin(false)
    expect(around.loginItems).toEqual([])
  })

  it('reports that macOS started Latchkey', () => {
    set('platform', 'darwin')
    around.loginItem = { wasOpenedAtLogin: true } as LoginItemSettings
    expect(wasOpenedAtLogin()).toBe(true)
    set('platform', 'win32')
    expect(wasOpenedAtLogin()).toBe(false)
  })
})

describe('registration on Windows', () => {
  function start(): void {
    setupLaunchRequests()(() => undefined)
    startAtLogin(true)
  }

  it('adds the link type and the start at sign-in for an installed app', () => {
    set('platform', 'win32')
    start()
    expect(around.schemes).toEqual(['latchkey'])
    expect(around.loginItems).toEqual([{ openAtLogin: true, args: ['--hidden'] }])
  })

  it('keeps the entry of the main installation when run with another data folder', () => {
    set('platform', 'win32')
    process.argv = ['Latchkey.exe', '--data', testFolder()]
    start()
    expect(around.loginItems).toEqual([])
  })

  it("doesn't register the portable app", () => {
    set('platform', 'win32')
    vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'E:\\Latchkey.exe')
    start()
    expect(around.schemes).toEqual([])
    expect(around.loginItems).toEqual([])
  })
})
