import type { Settings } from '../../../shared/app/settings.ts'
import type { Latchkey } from '../../app.ts'

/** The settings as they are now, for who cannot wait; each change is told, and so is the beginning. */
export async function followSettings(
  { invoke, on }: Pick<Latchkey, 'invoke' | 'on'>,
  told: (settings: Settings) => void,
): Promise<() => Settings> {
  const answer = await invoke('settings.get', {})
  if (!answer.ok) throw new Error(answer.failure.message)
  let settings = answer.value as Settings
  told(settings)
  on('settings', (next) => {
    settings = next
    told(next)
  })
  return () => settings
}
