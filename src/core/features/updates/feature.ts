import type { Feature } from '../feature.ts'
import type { HostContext } from '../../context.ts'
import { UpdateFile, UpdateChecker } from './updates.ts'

export interface UpdatesFeature extends Feature<'updates'> {
  /** Clears which versions were postponed and skipped. */
  clear(): void
}

/** Updates Latchkey. */
export function updatesFeature(context: HostContext): UpdatesFeature {
  const { clock, document, events, log, policy, ports, settings } = context
  const source = ports.updates ?? { off: 'browser' }
  const isOff = policy.values.updates === 'off'
  const file = document('updates.json', UpdateFile)
  const updates = new UpdateChecker({
    source: isOff && !('off' in source) ? { off: 'managed' } : source,
    file,
    settings() {
      const { updateChannel: channel, updateChecks: checks } = settings.read()
      return { channel, checks }
    },
    now: clock.now,
    after: clock.after,
    changed: (state) => events.emit('updates', state),
    log,
  })
  updates.start()
  events.on('settings', () => updates.settingsChanged())
  return {
    clear: () => file.remove(),
    handlers: {
      updates: {
        get: () => updates.state,
        check: () => updates.check(),
        download: () => updates.download(),
        later: () => updates.later(),
        skip: () => updates.skip(),
        install: () => updates.install(),
      },
    },
    forgetAccount: 'remembers nothing',
    close: () => updates.close(),
  }
}
