import type { Settings } from '../../../shared/operations/settings.ts'
import type { Envelope } from '../../../shared/rules/failure.ts'
import type { Events } from '../../platform/events.ts'

/** Calls back with the settings, now and after each change. Returns a function that gets the current ones. */
export async function followSettings(
  { invoke, on }: Pick<Events, 'on'> & { invoke(name: string, input: unknown): Promise<Envelope> },
  onChange: (settings: Settings) => void,
): Promise<() => Settings> {
  const answer = await invoke('settings.get', {})
  if (!answer.ok) throw new Error(answer.failure.message)
  let settings = answer.value as Settings
  onChange(settings)
  on('settings', (next) => {
    settings = next
    onChange(next)
  })
  return () => settings
}
