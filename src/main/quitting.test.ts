import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LaunchRequests } from '../core/features/desktop/launch-requests.ts'
import { testFolder } from '../core/testing/folder.ts'
import { setupLaunchRequests } from './launch-requests.ts'
import { setupQuitting } from './quitting.ts'
import { FakeWindow, app, seen } from './testing/fake-electron.ts'
import { setupWindow } from './window.ts'

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

describe('a request while Latchkey is closing', () => {
  const { argv } = process
  afterEach(() => {
    process.argv = argv
    Object.assign(seen, { quits: 0, relaunches: 0, relaunchedWith: undefined })
  })

  /** Starts closing. Returns a function that finishes it. */
  async function startClosing() {
    process.argv = ['latchkey', '--data', '/data', '--hidden', 'latchkey://settings']
    const { promise, resolve } = Promise.withResolvers<void>()
    const latchkey = { unsent: () => ({ kept: 0, lost: 0 }) } as never
    const launchRequests = setupLaunchRequests()
    const restartIfClosing = setupQuitting(latchkey, {
      staysInTray: () => false,
      onHide: () => undefined,
      end: () => promise,
    })
    seen.protocolHandlers.set('app', () => new Response())
    const port = setupWindow({
      ...{ dataFolder: testFolder(), preload: '', icon: '' },
      restartIfClosing,
    })
    const opened: LaunchRequests[] = []
    launchRequests((requests) => {
      if (!restartIfClosing(requests)) opened.push(requests)
    })
    opened.length = seen.windows.length = 0
    app.emit('will-quit', { preventDefault: vi.fn() })
    return {
      port,
      opened,
      async finish() {
        resolve()
        await vi.waitUntil(() => seen.quits > 0)
      },
    }
  }

  it.each([
    ['second-instance', [{}, ['latchkey'], '/']],
    ['activate', [{}]],
  ])('restarts it afterwards instead of opening a window (%s)', async (name, values) => {
    const { opened, port, finish } = await startClosing()
    app.emit(name, ...values)
    port.show()
    expect(seen.windows).toEqual([])
    expect(seen.relaunches).toBe(0)
    await finish()
    expect(opened).toEqual([])
    expect(seen.relaunches).toBe(1)
    expect(seen.relaunchedWith?.args).toEqual(['--data', '/data'])
  })

  it('opens its link and files after the restart', async () => {
    const { finish } = await startClosing()
    const event = { preventDefault: vi.fn() }
    app.emit('second-instance', {}, ['latchkey', 'latchkey://status'], '/')
    app.emit('open-file', event, '/home/ada/work.pub')
    await finish()
    const args = ['--data', '/data', 'latchkey://status', '/home/ada/work.pub']
    expect(seen).toMatchObject({ relaunches: 1, relaunchedWith: { args } })
  })

  it('isn’t made by itself', async () => {
    const { finish } = await startClosing()
    await finish()
    expect(seen.relaunches).toBe(0)
  })
})

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
