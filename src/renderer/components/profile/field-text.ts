import type { MessageId } from '../../../shared/messages/message.ts'
import { accessLevelMessage } from '../../../shared/rules/access-levels.ts'
import { t, textOf } from '../../ui/messages.ts'
import { fullDay, fullMoment } from '../../ui/time/moments.ts'
import { advanceLocalTime } from '../../ui/time/local-time.ts'
import { userStateLabel } from '../user-states.ts'
import type { ProfileField } from './profile-fields.ts'

/** Formats a field’s value; `elapsed` is the time (ms) since it was loaded. */
export function fieldText({ kind, value }: ProfileField, elapsed: number): string {
  switch (kind) {
    case 'flag':
      return t(value ? 'common.yes' : 'common.no')
    case 'moment':
      return value === null ? t('common.no') : momentText(String(value))
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
      return textOf(accessLevelMessage(value as number))
    case 'state':
      return userStateLabel(String(value))
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
  if (limit === null) return t('fields.instanceDefault')
  return limit === 0 ? t('fields.unlimited') : String(limit)
}

function originText(creator: { name: string; username: string } | null): string {
  return creator ? t('fields.creator', creator) : t('fields.selfRegistered')
}

interface Identity {
  provider?: string | null
  extern_uid?: string | null
  group_id?: unknown
  active?: boolean | null
}

function identityText({ provider, extern_uid, group_id, active }: Identity): string {
  const label = provider ?? groupText(group_id)
  const value = extern_uid ?? t('fields.unknown')
  return active === false
    ? t('fields.identityInactive', { provider: label, uid: value })
    : t('common.labeled', { label, value })
}

function groupText(id: unknown): string {
  return id === undefined ? t('fields.groupIdentity') : t('user.group', { id: String(id) })
}

function named(names: Record<number, MessageId>, id: number): string {
  const name = names[id]
  return name ? t('fields.nameWithId', { name: t(name), id: String(id) }) : String(id)
}

/** Labels for the values a field can have; undefined if it has none. */
export function choicesOf(kind: ProfileField['kind']): Record<number, MessageId> | undefined {
  return kind === 'theme' ? themes : kind === 'colours' ? colourSchemes : undefined
}

// lib/gitlab/themes.rb
/** Navigation theme names by `theme_id`. */
const themes: Record<number, MessageId> = {
  1: 'fields.themeIndigo',
  2: 'fields.themeGray',
  3: 'fields.themeLightGray',
  4: 'fields.themeBlue',
  5: 'fields.themeGreen',
  6: 'fields.themeLightIndigo',
  7: 'fields.themeLightBlue',
  8: 'fields.themeLightGreen',
  9: 'fields.themeRed',
  10: 'fields.themeLightRed',
  11: 'fields.themeDark',
}

// lib/gitlab/color_schemes.rb
/** Syntax highlighting theme names by `color_scheme_id`. */
const colourSchemes: Record<number, MessageId> = {
  1: 'fields.syntaxLight',
  2: 'fields.syntaxDark',
  3: 'fields.syntaxSolarizedLight',
  4: 'fields.syntaxSolarizedDark',
  5: 'fields.syntaxMonokai',
  6: 'fields.syntaxNone',
}
