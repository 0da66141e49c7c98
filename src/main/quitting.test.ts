import { afterEach, describe, expect, it, vi } from 'vitest'
import { setupQuitting } from './quitting.ts'
import { FakeWindow, app, seen } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

afterEach(() => {
  app.removeAllListeners()
  Object.assign(seen, { duringDialog: undefined, messageBoxAnswer: 0 })
  seen.windows.length = seen.questions.length = 0
})

/** A window with one unsent action. */
function openWindow(): FakeWindow {
  const latchkey = { unsent: () => ({ kept: 1, lost: 0 }) } as never
  setupQuitting(latchkey, {
    staysInTray: () => false,
    onHide: () => undefined,
    end: async () => undefined,
  })
  return new FakeWindow({})
}

/** Returns whether the window remains open. */
function close(window: FakeWindow): boolean {
  const event = { preventDefault: vi.fn() }
  window.emit('close', event)
  return event.preventDefault.mock.calls.length > 0
}

describe('quit confirmation', () => {
  it('appears once, even if the window is closed again while it is open', () => {
    const window = openWindow()
    const remainedOpen: boolean[] = []
    seen.duringDialog = () => {
      if (seen.questions.length < 5) remainedOpen.push(close(window))
    }
    seen.messageBoxAnswer = 1
    expect(close(window)).toBe(false)
    expect(remainedOpen).toEqual([true])
    expect(seen.questions).toHaveLength(1)
  })

  it('appears again after the user chose to stay', () => {
    const window = openWindow()
    expect([close(window), close(window)]).toEqual([true, true])
    expect(seen.questions).toHaveLength(2)
  })
})
