import { Message, type MessageBus, Variant, sessionBus } from '@jellybrick/dbus-next'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Keyring, startKeyring } from '../../../../scripts/lib/keyring.ts'
import { followLinuxLock, systemBusAddress } from './linux-lock.ts'

// Uses a real bus with a fake logind, which may or may not respond.

const path = '/org/freedesktop/login1/session/_32'
let keyring: Keyring
let address: string
let service: MessageBus
let isLocked: boolean
/** The sessions that were requested. */
let sessions: unknown[]
const locked = vi.fn()

async function startLogind({ answers = true } = {}): Promise<void> {
  service.addMethodHandler((call: Message) => {
    const isGet = call.member === 'Get'
    if (!isGet && call.member !== 'GetSession') return false
    if (!isGet) sessions.push(call.body[0])
    const value = isGet ? [new Variant('b', isLocked)] : [path]
    if (answers) service.send(Message.newMethodReturn(call, isGet ? 'v' : 'o', value))
    return true
  })
  await service.requestName('org.freedesktop.login1', 0)
}

async function follow(id?: string): Promise<void> {
  vi.stubEnv('XDG_SESSION_ID', id)
  const lock = await followLinuxLock({ system: address, session: undefined }, locked)
  onTestFinished(lock.end)
}

describe('logind', () => {
  beforeEach(async () => {
    isLocked = false
    sessions = []
    locked.mockClear()
    keyring = await startKeyring({ unavailable: 'no-service' })
    address = keyring.env.DBUS_SESSION_BUS_ADDRESS!
    service = sessionBus({ busAddress: address })
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    service.disconnect()
    await keyring.stop()
  })

  it("is queried for this process's session, falling back to the on-screen session", async () => {
    await startLogind()
    await follow('c7')
    await follow()
    expect(sessions).toEqual(['c7', 'auto'])
  })

  it('is queried again if its signal says only that the lock state has changed', async () => {
    await startLogind()
    await follow()
    isLocked = true
    const body = ['org.freedesktop.login1.Session', {}, ['LockedHint']]
    const face = 'org.freedesktop.DBus.Properties'
    service.send(Message.newSignal(path, face, 'PropertiesChanged', 'sa{sv}as', body))
    await vi.waitUntil(() => locked.mock.calls.length > 0)
  })

  it("is ignored if it doesn't respond", async () => {
    await startLogind({ answers: false })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const followed = follow()
    await vi.waitUntil(() => sessions.length > 0)
    await vi.advanceTimersByTimeAsync(5_000)
    await followed
    expect(locked).not.toHaveBeenCalled()
  })
})

it('reads the system bus address from its environment variable', () => {
  const customAddress = 'unix:path=/run/other'
  expect(systemBusAddress({ DBUS_SYSTEM_BUS_ADDRESS: customAddress })).toBe(customAddress)
})
