import type { Feature } from '../feature.ts'
import type { HostContext } from '../../context.ts'
import { Lock } from './lock.ts'

export interface LockFeature extends Feature<'lock'> {
  lock: Lock
}

/** The app lock. */
export function lockFeature({ clock, events, ports, settings }: HostContext): LockFeature {
  const lock = new Lock({
    presence: ports.presence,
    settings: () => settings.read(),
    clock,
    changed: (state) => events.emit('lock', state),
    copiedSecretChanged: (event) => events.emit('copiedSecret', event),
  })
  lock.scheduleIdleCheck()
  events.on('settings', () => lock.scheduleIdleCheck())
  return {
    lock,
    handlers: {
      lock: {
        state: () => lock.state(),
        lock: () => lock.lock('by-hand'),
        unlock: () => lock.unlock(),
        inUse() {
          lock.recordActivity()
          return {}
        },
        copied({ hash }) {
          lock.secretCopied(hash)
          return {}
        },
        copySecret: ({ text }) => lock.copySecret(text),
      },
    },
    forgetAccount: 'remembers nothing',
    close: () => lock.close(),
  }
}
