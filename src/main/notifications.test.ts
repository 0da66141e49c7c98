import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { type TestLatchkey, createTestLatchkey } from '../core/testing/latchkey.ts'
import type { HostFacts } from '../shared/operations/device.ts'
import { systemClipboard } from './clipboard.ts'
import { presence } from './lock.ts'
import { setupNotifications } from './notifications.ts'
import { Notification, app, around } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const { platform } = process
const notice = { key: 'a', title: 'Done', text: '', visit: {}, onScreen: false }
let latchkey: TestLatchkey
beforeAll(() => {
  latchkey = createTestLatchkey({ host: 'electron' })
  setupNotifications(latchkey, { show: vi.fn() } as never)
})
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform })
  around.isSigned = true
})
afterAll(() => latchkey.close())

const readNoticesFail = async () => (await latchkey.value<HostFacts>('device.host')).noticesFail

it("notifications are reported as unavailable and not sent if the system doesn't support them", async () => {
  const unsupported = createTestLatchkey({ host: 'electron' })
  onTestFinished(() => unsupported.close())
  const isSupported = vi.spyOn(Notification, 'isSupported').mockReturnValue(false)
  onTestFinished(() => isSupported.mockRestore())
  setupNotifications(unsupported, { show: vi.fn() } as never)
  expect(await unsupported.value('device.host')).toMatchObject({ noticesFail: true })
  const { length } = around.notices
  unsupported.desktop.notify(notice)
  expect(around.notices).toHaveLength(length)
})

it('notifications show names without hidden characters', () => {
  latchkey.desktop.notify({
    ...notice,
    title: 'Key\u202e',
    text: '“ro\u200bot\u061c” expires today.',
  })
  expect(around.notices.at(-1)!.options).toEqual({ title: 'Key', body: '“ro ot ” expires today.' })
})

it('notifications are reported as refused on an unsigned Mac app until one is shown', async () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  around.isSigned = false
  expect(await readNoticesFail()).toBeUndefined()
  latchkey.desktop.notify(notice)
  await vi.waitUntil(readNoticesFail)
  around.isSigned = true
  latchkey.desktop.notify(notice)
  await vi.waitUntil(async () => !(await readNoticesFail()))
})

it('notifications report a copied secret that can only be removed with the focus', async () => {
  const clipboard = { ...systemClipboard, isAccessible: () => false }
  const unfocused = createTestLatchkey({ host: 'electron', presence: { ...presence, clipboard } })
  onTestFinished(() => unfocused.close())
  setupNotifications(unfocused, { show: vi.fn() } as never)
  await unfocused.value('lock.copySecret', { text: 'glpat-secret' })
  const { length } = around.notices
  await unfocused.value('lock.lock')
  expect(around.notices).toHaveLength(length + 1)
  expect(around.notices.at(-1)!.options.title).toBe('A copied secret is still on the clipboard')
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('notifications on Windows', () => {
  const start = () => setupNotifications(latchkey, { show: vi.fn() } as never)
  beforeEach(() => {
    Object.defineProperty(process, 'platform', { value: 'win32' })
    Object.assign(around, { shortcut: undefined, toastActivator: undefined })
  })
  afterEach(() => {
    Object.assign(app, { isPackaged: false })
    vi.unstubAllEnvs()
  })

  it('stay unavailable in portable and unpackaged apps, without a start menu entry', async () => {
    start()
    expect(around.shortcut).toBeUndefined()
    Object.assign(app, { isPackaged: true })
    vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'E:\\Latchkey.exe')
    start()
    expect(around.shortcut).toBeUndefined()
    expect(await readNoticesFail()).toBe(true)
  })

  it('can be clicked in the notification center until the user removes them', async () => {
    Object.assign(app, { isPackaged: true })
    const show = vi.fn()
    const windows = createTestLatchkey({ host: 'electron' })
    onTestFinished(() => windows.close())
    setupNotifications(windows, { show } as never)
    windows.desktop.notify(notice)
    const shown = new WeakRef(around.notices.pop()!)
    const isKept = async () => {
      // A WeakRef keeps its target until the current task ends.
      await new Promise(setImmediate)
      collectGarbage()
      return shown.deref() !== undefined
    }
    shown.deref()!.emit('close', { reason: 'timedOut' })
    expect(await isKept()).toBe(true)
    shown.deref()!.emit('click')
    expect(show).toHaveBeenCalledOnce()
    shown.deref()!.emit('close', { reason: 'userCanceled' })
    expect(await isKept()).toBe(false)
    around.activation!({ type: 'click', arguments: 'type=click' })
    expect(show).toHaveBeenCalledTimes(2)
  })

  it('use the same start menu entry at each start of an installed app', () => {
    Object.assign(app, { isPackaged: true })
    start()
    const { activator } = around.shortcut!
    expect(activator).toMatch(/^\{[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}\}$/)
    expect(readFileSync('resources/installer.nsh', 'utf8')).toContain(`CLSID\\${activator}`)
  })
})
