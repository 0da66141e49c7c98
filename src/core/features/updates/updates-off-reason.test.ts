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

describe('updatesOffReason for an updatable installation', () => {
  it.each([
    ["the user's own AppImage", appImage],
    ['an installation on Windows', onWindows],
    ['the app on a Mac', onMac],
  ])('allows updates of %s', (_what, installed) =>
    expect(updatesOffReason(installed)).toBeUndefined(),
  )

  it('checks write access to the file or folder that an update replaces', () => {
    const checkedPaths: string[] = []
    const canWrite = (path: string) => checkedPaths.push(path) > 0
    updatesOffReason({ ...appImage, canWrite })
    updatesOffReason({ ...onMac, canWrite })
    expect(checkedPaths).toEqual([
      '/home/ada/Latchkey.AppImage',
      '/home/ada',
      '/Applications/Latchkey.app',
    ])
  })
})

describe('updatesOffReason', () => {
  it.each<[string, string, Installation]>([
    ['running from source', 'from-source', { ...appImage, isPackaged: false }],
    ['deb and rpm', 'package-manager', { ...appImage, environment: {} }],
    ['a snap', 'app-store', { ...appImage, environment: { SNAP: '/snap/latchkey/1' } }],
    ['a Flatpak', 'app-store', { ...appImage, environment: { FLATPAK_ID: 'io.latchkey' } }],
    ['from a store', 'app-store', { ...onMac, isFromStore: true }],
    [
      'the portable package',
      'portable',
      { ...onWindows, environment: { PORTABLE_EXECUTABLE_FILE: 'D:\\Latchkey.exe' } },
    ],
    [
      "a deb started from another program's AppImage",
      'package-manager',
      { ...appImage, executable: '/opt/Latchkey/latchkey' },
    ],
    ['built without an update source', 'no-source', { ...onWindows, hasSource: false }],
    ['an unsigned Mac app', 'unsigned', { ...onMac, hasSource: false, isUnsigned: true }],
    ['an AppImage without a key', 'unsigned', { ...appImage, isUnsigned: true }],
    ["another user's AppImage", 'read-only', { ...appImage, canWrite: () => false }],
    [
      'opened from its disk image',
      'read-only',
      { ...onMac, executable: '/Volumes/Latchkey/Latchkey.app/Contents/MacOS/Latchkey' },
    ],
    [
      'translocated by macOS',
      'read-only',
      {
        ...onMac,
        executable: '/private/var/x/AppTranslocation/Y/d/Latchkey.app/Contents/MacOS/Latchkey',
      },
    ],
  ])('turns off updates for %s: %s', (_what, why, installed) =>
    expect(updatesOffReason(installed)).toBe(why),
  )
})
