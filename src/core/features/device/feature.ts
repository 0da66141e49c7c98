import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { Device, type DeviceOptions } from './device.ts'

type Dependencies = Pick<
  DeviceOptions,
  'caches' | 'clearInUse' | 'noticesFail' | 'records' | 'resetSettings' | 'signOut'
>

/** What Latchkey stores on this computer, and how to delete it. */
export function deviceFeature(context: AccountContext, needs: Dependencies): Feature<'device'> {
  const { accounts, events, ports, settings, unsaved } = context
  const { dataFolder, host, keychain, log, package: kind } = ports
  const device = new Device({
    ...needs,
    accounts,
    dataFolder,
    host,
    keychain,
    unsaved,
    package: kind,
    logs: log.file.path,
  })
  const leftovers = () => ({ items: device.leftovers.list() })
  return {
    handlers: {
      device: {
        host: () => device.host(),
        paths: () => device.paths(),
        async forgetAll() {
          const snapshot = await device.forgetAll()
          events.emit('settings', settings.read())
          return snapshot
        },
        async resetCaches() {
          await device.resetCaches()
          return {}
        },
        leftovers,
        deleteLeftover({ name }) {
          device.leftovers.delete(name)
          return leftovers()
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
