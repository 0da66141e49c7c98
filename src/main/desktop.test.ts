import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestLatchkey } from '../core/testing/latchkey.ts'
import { testLog } from '../core/testing/log.ts'
import { setupDesktop } from './desktop.ts'
import { FakeWindow, around } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

it('updates the menu bar and the badge even if the tray fails', async () => {
  const latchkey = createTestLatchkey({ host: 'electron' })
  onTestFinished(() => latchkey.close())
  const entries: string[] = []
  const log = testLog((line) => entries.push(line))
  const window = { show: vi.fn() } as never
  setupDesktop({ latchkey, window, icon: 'icon.png', log, launchRequests: () => undefined })
  around.trays[0]!.setToolTip = () => {
    throw new Error('Object has been destroyed')
  }
  around.menu = []
  around.badge = 7
  await latchkey.value('lock.lock')
  expect(around.menu).not.toEqual([])
  expect(around.badge).toBe(0)
  expect(entries.join()).toContain('Something that follows from a change failed')
})

it('shows the badge on a window that opens later', async () => {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'win32' })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
  const latchkey = createTestLatchkey({ host: 'electron' })
  onTestFinished(() => latchkey.close())
  const window = { show: vi.fn() } as never
  const log = testLog(() => undefined)
  setupDesktop({ latchkey, window, icon: 'icon.png', log, launchRequests: () => undefined })
  expect(new FakeWindow({}).overlay).toEqual({ image: null, words: '' })
})
