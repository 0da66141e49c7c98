import { sessionBus } from '@jellybrick/dbus-next'
import { expect, it, onTestFinished } from 'vitest'
import { startKeyring } from '../../scripts/lib/keyring.ts'
import { askForTray } from './tray-host.ts'

it('the tray of a Linux desktop is found once something shows its icons', async () => {
  expect(await askForTray({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })).toBeUndefined()
  const keyring = await startKeyring({ unavailable: 'no-service' })
  onTestFinished(() => keyring.stop())
  expect(await askForTray(keyring.env)).toBe(false)
  const desktop = sessionBus({ busAddress: keyring.env.DBUS_SESSION_BUS_ADDRESS! })
  onTestFinished(() => desktop.disconnect())
  await desktop.requestName('org.kde.StatusNotifierWatcher', 0)
  expect(await askForTray(keyring.env)).toBe(true)
})
