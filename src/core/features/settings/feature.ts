import type { Feature, HostContext } from '../feature.ts'

/** The settings of this computer. */
export function settingsFeature({ events, settings }: HostContext): Feature<'settings'> {
  return {
    handlers: {
      settings: {
        get: () => settings.read(),
        set(change) {
          settings.write({ ...settings.read(), ...change })
          events.emit('settings', settings.read())
          return settings.read()
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
