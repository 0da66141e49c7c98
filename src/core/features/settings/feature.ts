import { matchLanguage } from '../../../shared/messages/languages.ts'
import { currentLanguage, speak } from '../../platform/messages.ts'
import { assertSettingsAllowed } from '../../policy/managed-settings.ts'
import type { Feature } from '../feature.ts'
import type { HostContext } from '../../context.ts'

export interface SettingsFeature extends Feature<'settings'> {
  /** Resolves once the configured language's messages are loaded. */
  speaking: Promise<void>
}

/** This computer's settings. */
export function settingsFeature({
  events,
  policy,
  ports,
  settings,
  log,
}: HostContext): SettingsFeature {
  // An `Intl` object would load its data first, which takes 20 ms.
  const preferred = ports.systemLanguages ?? (() => [navigator.language])

  async function followLanguage(): Promise<void> {
    const { language } = settings.read()
    try {
      await speak(language, preferred())
    } catch (error) {
      log('The texts of the chosen language could not be loaded.', { error })
    }
  }

  events.on('settings', async ({ language }) => {
    const next = language === 'system' ? matchLanguage(preferred()) : language
    if (next === currentLanguage()) return
    await followLanguage()
    // Makes listeners format their messages again.
    if (next === currentLanguage()) events.emit('settings', settings.read())
  })

  return {
    speaking: followLanguage(),
    handlers: {
      settings: {
        get: () => settings.read(),
        set(change) {
          assertSettingsAllowed(policy, settings.read(), change)
          settings.write({ ...settings.read(), ...change })
          events.emit('settings', settings.read())
          return settings.read()
        },
        systemLanguage: () => ({ language: matchLanguage(preferred()) }),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
