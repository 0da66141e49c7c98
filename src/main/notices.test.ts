import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type TestLatchkey, createTestLatchkey } from '../core/testing/latchkey.ts'
import type { HostFacts } from '../shared/app/device.ts'
import { setupNotifications } from './notices.ts'
import { around } from './testing/fake-electron.ts'

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

const noticesFail = async () => (await latchkey.value<HostFacts>('device.host')).noticesFail

it('says that a Mac shows no notices of an app that is not signed, until it shows one', async () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  around.isSigned = false
  expect(await noticesFail()).toBeUndefined()
  latchkey.desktop.tell(notice)
  await vi.waitUntil(noticesFail)
  around.isSigned = true
  latchkey.desktop.tell(notice)
  await vi.waitUntil(async () => !(await noticesFail()))
})
