import type { LocationQuery } from 'vue-router'
import { dayLabels } from '../directory/filter-chips.ts'
import { isDay } from '../../ui/time/days.ts'
import { shortDayOf } from '../../ui/time/moments.ts'
import { t } from '../../ui/messages.ts'

/** On/off filters of GET /users that are open to everyone. */
export const filterFlags = [
  'active',
  'blocked',
  'exclude_active',
  'humans',
  'exclude_humans',
  'external',
  'exclude_external',
  'exclude_internal',
  'without_project_bots',
] as const
export type FilterFlag = (typeof filterFlags)[number]

/** Flags with an `exclude_…` counterpart. */
export const pairedFlags = ['active', 'humans', 'external'] as const
type PairedFlag = (typeof pairedFlags)[number]
/** Flags without a counterpart. */
export const singleFlags = ['blocked', 'exclude_internal', 'without_project_bots'] as const

/** Filters by an account’s creation date. */
export const filterDays = ['created_after', 'created_before'] as const
export type FilterDay = (typeof filterDays)[number]

/** A user search’s filters, without its text. */
export type SearchFilter = Partial<Record<FilterFlag, true> & Record<FilterDay, string>>

const filterKeys = [...filterFlags, ...filterDays]

/** Parses filters from a URL query, ignoring invalid ones. */
export function parseSearchFilter(query: LocationQuery): SearchFilter {
  const filter: SearchFilter = {}
  for (const key of filterFlags) if (query[key] === 'yes') filter[key] = true
  for (const key of filterDays) {
    const day = query[key]
    if (typeof day === 'string' && isDay(day)) filter[key] = day
  }
  return filter
}

/** Formats filters as a URL query, with undefined for those not set. */
export function formatSearchFilter(filter: SearchFilter): Record<string, string | undefined> {
  return Object.fromEntries(
    filterKeys.map((key) => [key, filter[key] === true ? 'yes' : filter[key]]),
  )
}

/** The active filters as labeled chips. */
export function searchChips(filter: SearchFilter): { key: keyof SearchFilter; label: string }[] {
  return [
    ...filterFlags
      .filter((key) => filter[key])
      .map((key) => ({ key, label: t(`directory.flag_${key}`) })),
    ...filterDays.flatMap((key) => {
      const day = filter[key]
      if (!day) return []
      const label = t('common.labeled', { label: t(dayLabels[key]), value: shortDayOf(day) })
      return { key, label }
    }),
  ]
}

/** Removes a filter. */
export function withoutFilter(filter: SearchFilter, key: string): SearchFilter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== key))
}

/** The choice for a paired flag: only these users (`yes`), all others (`no`), or any. */
export function choiceOf(filter: SearchFilter, flag: PairedFlag): 'yes' | 'no' | '' {
  if (filter[flag]) return 'yes'
  return filter[`exclude_${flag}`] ? 'no' : ''
}

/** Sets the choice for a paired flag. */
export function withChoice(filter: SearchFilter, flag: PairedFlag, choice: string): SearchFilter {
  const { [flag]: _, [`exclude_${flag}`]: __, ...others } = filter as Record<string, true>
  if (choice === '') return others
  return { ...others, [choice === 'yes' ? flag : `exclude_${flag}`]: true }
}

/** Errors in the typed dates. Empty fields are valid and don’t filter. */
export function dayErrors(days: Record<FilterDay, string>): Partial<Record<FilterDay, string>> {
  const { created_after: after, created_before: before } = days
  const errors: Partial<Record<FilterDay, string>> = {}
  for (const key of filterDays)
    if (days[key] && !isDay(days[key])) errors[key] = t('dates.unreadable')
  if (!errors.created_after && !errors.created_before && after && before && before < after) {
    errors.created_before = t('directory.errorDayOrder', { day: shortDayOf(after) })
  }
  return errors
}
