import { describe, expect, it } from 'vitest'
import { type Installation, updatesOffReason } from './updates-off-reason.ts'

const appImage: Installation = {
  platform: 'linux',
  isPackaged: true,
  isFromStore: false,
  environment: { APPIMAGE: '/home/ada/Latchkey.AppImage', APPDIR: '/tmp/.mount_Latch' },
  executable: '/tmp/.mount_Latch/latchkey',
  hasSource: true,
  isUnsigned: false,
  canWrite: () => true,
}
const onWindows: Installation = {
  ...appImage,
  platform: 'win32',
  environment: {},
  executable: 'C:\\Users\\ada\\AppData\\Local\\Programs\\Latchkey\\Latchkey.exe',
  canWrite: () => false,
}
const onMac: Installation = {
  ...appImage,
  platform: 'darwin',
  environment: {},
  executable: '/Applications/Latchkey.app/Contents/MacOS/Latchkey',
}

describe('Latchkey updates itself', () => {
  it.each([
    ['an AppImage of one’s own', appImage],
    ['what an installer put there on Windows', onWindows],
    ['the app on a Mac', onMac],
  ])('as %s', (_what, installed) => expect(updatesOffReason(installed)).toBeUndefined())

  it('where it can replace itself', () => {
    const asked: string[] = []
    const canWrite = (path: string) => asked.push(path) > 0
    updatesOffReason({ ...appImage, canWrite })
    updatesOffReason({ ...onMac, canWrite })
    expect(asked).toEqual([
      '/home/ada/Latchkey.AppImage',
      '/home/ada',
      '/Applications/Latchkey.app',
    ])
  })
})

describe('Latchkey does not update itself', () => {
  it.each<[string, string, Installation]>([
    ['run from its sources', 'from-source', { ...appImage, isPackaged: false }],
    ['deb and rpm', 'package-manager', { ...appImage, environment: {} }],
    ['a snap', 'app-store', { ...appImage, environment: { SNAP: '/snap/latchkey/1' } }],
    ['a Flatpak', 'app-store', { ...appImage, environment: { FLATPAK_ID: 'io.latchkey' } }],
    ['from a store', 'app-store', { ...onMac, isFromStore: true }],
    [
      'the portable one',
      'portable',
      { ...onWindows, environment: { PORTABLE_EXECUTABLE_FILE: 'D:\\Latchkey.exe' } },
    ],
    [
      'a deb that was started from an AppImage of something else',
      'package-manager',
      { ...appImage, executable: '/opt/Latchkey/latchkey' },
    ],
    ['made without a source', 'no-source', { ...onWindows, hasSource: false }],
    ['an unsigned Mac app', 'unsigned', { ...onMac, hasSource: false, isUnsigned: true }],
    ['an AppImage without a key', 'unsigned', { ...appImage, isUnsigned: true }],
    ['somebody else’s AppImage', 'read-only', { ...appImage, canWrite: () => false }],
    [
      'opened inside its download',
      'read-only',
      { ...onMac, executable: '/Volumes/Latchkey/Latchkey.app/Contents/MacOS/Latchkey' },
    ],
    [
      'moved away by macOS',
      'read-only',
      {
        ...onMac,
        executable: '/private/var/x/AppTranslocation/Y/d/Latchkey.app/Contents/MacOS/Latchkey',
      },
    ],
  ])('as %s: %s', (_what, why, installed) => expect(updatesOffReason(installed)).toBe(why))
})
