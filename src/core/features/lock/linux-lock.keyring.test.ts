import { Message, type MessageBus, Variant, sessionBus } from '@jellybrick/dbus-next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Keyring, startKeyring } from '../../../../scripts/lib/keyring.ts'
import { type LinuxLock, followLinuxLock } from './linux-lock.ts'

// Uses a real bus with fake logind and screensaver services.

const sessionPath = '/org/freedesktop/login1/session/_32'
const properties = 'org.freedesktop.DBus.Properties'
let keyring: Keyring
let address: string
let service: MessageBus
let lock: LinuxLock | undefined
const locked = vi.fn()

beforeEach(async () => {
  locked.mockClear()
  vi.stubEnv('XDG_SESSION_ID', undefined)
  keyring = await startKeyring({ unavailable: 'no-service' })
  address = keyring.env.DBUS_SESSION_BUS_ADDRESS!
  service = sessionBus({ busAddress: address })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  lock?.end()
  service.disconnect()
  await keyring.stop()
})

/** Starts a logind that has a single session, `2`, which is also the one on screen. */
async function startLogind({ isLocked = false } = {}): Promise<void> {
  service.addMethodHandler((call: Message) => {
    if (call.member === 'GetSession') {
      const [id] = call.body as [string]
      const isKnown = ['2', 'auto'].includes(id)
      service.send(
        isKnown
          ? Message.newMethodReturn(call, 'o', [sessionPath])
          : Message.newError(call, 'org.freedesktop.login1.NoSuchSession', `No session '${id}'`),
      )
    } else if (call.member === 'Get') {
      service.send(Message.newMethodReturn(call, 'v', [new Variant('b', isLocked)]))
    } else return false
    return true
  })
  await service.requestName('org.freedesktop.login1', 0)
}

function changed(path: string, name: string, value: boolean): void {
  const of = 'org.freedesktop.login1.Session'
  const body = [of, { [name]: new Variant('b', value) }, []]
  service.send(Message.newSignal(path, properties, 'PropertiesChanged', 'sa{sv}as', body))
}

/** Drops all connections to the bus. */
async function restartBus(): Promise<void> {
  await keyring.restartBus()
  service = sessionBus({ busAddress: address })
}

const screensaver = (name: string, isActive: boolean) =>
  service.send(Message.newSignal('/ScreenSaver', name, 'ActiveChanged', 'b', [isActive]))

describe('logind', () => {
  it('reports only locks of this session', async () => {
    await startLogind()
    lock = await followLinuxLock({ system: address, session: undefined }, locked)
    expect(lock.sources()).toEqual(['logind'])
    // None of these means that the screen is locked: a request, another session, another property, unlocking.
    const face = 'org.freedesktop.login1.Session'
    service.send(Message.newSignal(sessionPath, face, 'Lock'))
    changed('/org/freedesktop/login1/session/_31', 'LockedHint', true)
    changed(sessionPath, 'IdleHint', true)
    changed(sessionPath, 'LockedHint', false)
    changed(sessionPath, 'LockedHint', true)
    await vi.waitUntil(() => locked.mock.calls.length > 0)
    expect(locked).toHaveBeenCalledOnce()
  })

  it.each(['c7', ''])(
    "reports a lock of the on-screen session if logind doesn't know “%s”",
    async (id) => {
      vi.stubEnv('XDG_SESSION_ID', id)
      await startLogind()
      lock = await followLinuxLock({ system: address, session: undefined }, locked)
      expect(lock.sources()).toEqual(['logind'])
      changed(sessionPath, 'LockedHint', true)
      await vi.waitUntil(() => locked.mock.calls.length > 0)
    },
  )

  it('is watched again after the bus restarts, even if the screen was locked in the meantime', async () => {
    await startLogind()
    lock = await followLinuxLock({ system: address, session: undefined }, locked, 20)
    const { sources } = lock
    expect(sources()).toEqual(['logind'])
    await restartBus()
    await vi.waitUntil(() => sources().length === 0)
    expect(locked).not.toHaveBeenCalled()
    await startLogind({ isLocked: true })
    await vi.waitUntil(() => sources().length > 0)
    expect(locked).toHaveBeenCalledOnce()
    changed(sessionPath, 'LockedHint', true)
    await vi.waitUntil(() => locked.mock.calls.length === 2)
  })
})

describe('a screensaver', () => {
  it.each(['org.freedesktop.ScreenSaver', 'org.gnome.ScreenSaver'])(
    'reports a lock as %s',
    async (name) => {
      await service.requestName(name, 0)
      lock = await followLinuxLock({ system: undefined, session: address }, locked)
      expect(lock.sources()).toEqual(['screensaver'])
      screensaver(name, false)
      screensaver(name, true)
      await vi.waitUntil(() => locked.mock.calls.length > 0)
      expect(locked).toHaveBeenCalledOnce()
    },
  )
})

it('watches a screensaver that starts after Latchkey until it exits', async () => {
  lock = await followLinuxLock({ system: undefined, session: address }, locked, 20)
  const { sources } = lock
  expect(sources()).toEqual([])
  await service.requestName('org.gnome.ScreenSaver', 0)
  await vi.waitUntil(() => sources().length > 0)
  screensaver('org.gnome.ScreenSaver', true)
  await vi.waitUntil(() => locked.mock.calls.length > 0)
  await service.releaseName('org.gnome.ScreenSaver')
  await vi.waitUntil(() => sources().length === 0)
})

describe('a desktop', () => {
  it('is detected as silent if none of its bus services report locks, or it has no bus', async () => {
    lock = await followLinuxLock({ system: address, session: address }, locked)
    expect(lock.sources()).toEqual([])
    lock = await followLinuxLock({ system: undefined, session: 'unix:path=/nowhere' }, locked)
    expect(lock.sources()).toEqual([])
  })
})
