import { join } from 'node:path'
import type { HostFacts } from '../../../shared/operations/device.ts'
import type { Feature } from '../feature.ts'
import { codeFolder, forgetCompiledCode } from '../../platform/compiled-code.ts'
import type { AccountContext } from '../../context.ts'
import { damagedFileHandlers } from './damaged-files.ts'
import { type DeviceOptions, forgetAll } from './device.ts'
import { Leftovers, type LeftoversOptions } from './leftovers.ts'

interface Dependencies extends Pick<
  DeviceOptions,
  'caches' | 'records' | 'resetSettings' | 'signOut'
> {
  /** Clears leftovers that are in use. */
  clearInUse: LeftoversOptions['clearInUse']
  /** See `HostFacts`. */
  noticesFail(): boolean
}

const systems: Partial<Record<NodeJS.Platform, HostFacts['system']>> = {
  darwin: 'mac',
  win32: 'windows',
  linux: 'linux',
}

/** What Latchkey stores on this computer, and how to delete it. */
export function deviceFeature(
  context: AccountContext,
  needs: Dependencies,
): Feature<'device' | 'damagedFiles'> {
  const { accounts, events, ports, settings, unsaved } = context
  const { dataFolder, home, host, keychain, log, package: kind } = ports
  const { caches, clearInUse, noticesFail } = needs
  const leftovers = new Leftovers({ dataFolder, accounts: () => accounts.ids(), clearInUse })
  const listLeftovers = () => ({ items: leftovers.list() })
  return {
    handlers: {
      damagedFiles: damagedFileHandlers(context),
      device: {
        host: () => ({
          host,
          system: systems[process.platform] ?? 'other',
          ...(noticesFail() && { noticesFail: true }),
          ...(ports.isLoginItemOff?.() && { loginItemOff: true }),
          ...(ports.hasTray?.() === false && { lacksTray: true }),
          ...(kind && { package: kind }),
        }),
        paths: () => ({
          data: dataFolder,
          logs: log.file.path,
          auditLogs: join(dataFolder, 'audit'),
        }),
        async forgetAll() {
          const snapshot = await forgetAll({ ...needs, accounts, dataFolder, keychain, unsaved })
          forgetCompiledCode(codeFolder(process.platform, process.env, home))
          events.emit('settings', settings.read())
          return snapshot
        },
        async resetCaches() {
          for (const cache of caches) await cache.clear()
          return {}
        },
        leftovers: listLeftovers,
        deleteLeftover({ name }) {
          leftovers.delete(name)
          return listLeftovers()
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
