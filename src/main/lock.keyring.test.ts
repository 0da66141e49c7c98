import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Keyring, startKeyring } from '../../scripts/lib/keyring.ts'
import { type TestLatchkey, createTestLatchkey } from '../core/testing/latchkey.ts'
import type { LockState } from '../shared/operations/lock.ts'
import { presence, setupLock } from './lock.ts'

// The attack: a passerby reads the Latchkey window after the screen of a Linux desktop was locked and unlocked.

vi.mock('electron', () => import('./testing/fake-electron.ts'))

let keyring: Keyring
let desktop: MessageBus
let latchkey: TestLatchkey
beforeAll(async () => {
  keyring = await startKeyring({ unavailable: 'no-service' })
  desktop = sessionBus({ busAddress: keyring.env.DBUS_SESSION_BUS_ADDRESS! })
  latchkey = createTestLatchkey({ presence })
})
afterAll(async () => {
  await latchkey.close()
  desktop.disconnect()
  await keyring.stop()
})

const state = () => latchkey.value<LockState>('lock.state')

it("locks with the screen of a Linux desktop and reports when it can't", async () => {
  expect(await state()).toMatchObject({ lacksLockEvents: true })
  const screensaver = 'org.freedesktop.ScreenSaver'
  await desktop.requestName(screensaver, 0)
  await latchkey.value('settings.set', { lockWithSystem: true })
  setupLock(latchkey, { ...keyring.env, DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nowhere' })
  await vi.waitUntil(async () => !(await state()).lacksLockEvents)
  desktop.send(Message.newSignal('/ScreenSaver', screensaver, 'ActiveChanged', 'b', [true]))
  await vi.waitUntil(async () => (await state()).locked)
})
