import { accessLevelWords } from '../access-levels.ts'
import { fullDay, fullMoment } from '../../ui/time/moments.ts'
import { advanceLocalTime } from '../../ui/time/local-time.ts'
import type { ProfileField } from './profile-fields.ts'

/** A field's value as people read it; `elapsed` are the milliseconds since it was read. */
export function fieldText({ kind, value }: ProfileField, elapsed: number): string {
  switch (kind) {
    case 'flag':
      return value ? 'Yes' : 'No'
    case 'moment':
      return momentText(String(value))
    case 'day':
      return fullDay(String(value))
    case 'clock':
      return advanceLocalTime(String(value), elapsed)
    case 'minutes':
      return minutesText(value as number | null)
    case 'theme':
      return named(themes, value as number)
    case 'colours':
      return named(colourSchemes, value as number)
    case 'origin':
      return originText(value as { name: string; username: string } | null)
    case 'level':
      return accessLevelWords(value as number)
    case 'identities':
      return (value as Identity[]).map(identityText).join('\n')
    default:
      return String(value)
  }
}

function momentText(value: string): string {
  const at = Date.parse(value)
  return Number.isNaN(at) ? value : fullMoment(at)
}

function minutesText(limit: number | null): string {
  if (limit === null) return 'As the instance sets it'
  return limit === 0 ? 'Unlimited' : String(limit)
}

function originText(creator: { name: string; username: string } | null): string {
  return creator ? `${creator.name} (@${creator.username})` : 'Registered by themselves'
}

interface Identity {
  provider?: string | null
  extern_uid?: string | null
  group_id?: unknown
  active?: boolean | null
}

function identityText({ provider, extern_uid, group_id, active }: Identity): string {
  const where = provider ?? (group_id === undefined ? 'identity' : `group ${group_id}`)
  return `${where}: ${extern_uid ?? 'unknown'}${active === false ? ' (inactive)' : ''}`
}

function named(names: Record<number, string>, id: number): string {
  const name = names[id]
  return name ? `${name} (${id})` : String(id)
}

// lib/gitlab/themes.rb
/** Names of the navigation themes, by `theme_id`. */
export const themes: Record<number, string> = {
  1: 'Indigo',
  2: 'Gray',
  3: 'Light gray',
  4: 'Blue',
  5: 'Green',
  6: 'Light indigo',
  7: 'Light blue',
  8: 'Light green',
  9: 'Red',
  10: 'Light red',
  11: 'Dark mode',
}

// lib/gitlab/color_schemes.rb
/** Names of the syntax colours, by `color_scheme_id`. */
export const colourSchemes: Record<number, string> = {
  1: 'Light',
  2: 'Dark',
  3: 'Solarized light',
  4: 'Solarized dark',
  5: 'Monokai',
  6: 'None',
}
