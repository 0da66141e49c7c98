import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { shorten } from '../../../shared/rules/text-length.ts'
import { shortDayOf } from '../../ui/time/moments.ts'
import { userStateLabel } from '../user-states.ts'
import { type ChoiceKey, choiceKeys, dayKeys, flagKeys } from './list-query.ts'
import { type MessageId, type MessageValue, message } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'

/** A part of the active filter as text, and the filter without that part. */
export interface FilterChip {
  key: string
  label: string
  without: DirectoryFilter
}

/** Chips for the active filters. The search is left out because it has its own field. */
export function filterChips(filter: DirectoryFilter): FilterChip[] {
  const chips: FilterChip[] = []
  const add = (label: string, ...keys: [keyof DirectoryFilter, ...(keyof DirectoryFilter)[]]) =>
    chips.push({ key: keys[0], label, without: omit(filter, keys) })

  const { states = [], custom_attributes: attributes = {} } = filter
  if (filter.ids) add(t('directory.selectedUsers', { count: filter.ids.length }), 'ids')
  for (const state of states) {
    const others = states.filter((other) => other !== state)
    const without = others.length ? { ...filter, states: others } : omit(filter, ['states'])
    chips.push({ key: `state-${state}`, label: userStateLabel(state), without })
  }
  if (filter.domain) add(labeled('directory.domain', filter.domain), 'domain')
  if (filter.username) add(labeled('fields.username', filter.username), 'username')
  for (const key of flagKeys) if (filter[key]) add(t(`directory.flag_${key}`), key)
  for (const key of choiceKeys) {
    if (filter[key] !== undefined) add(t(choiceLabels[key][filter[key] ? 'only' : 'exclude']), key)
  }
  if (filter.two_factor) {
    add(labeled('directory.twoFactor', message(`directory.${filter.two_factor}`)), 'two_factor')
  }
  for (const key of dayKeys) {
    if (filter[key]) add(labeled(dayLabels[key], shortDayOf(filter[key])), key)
  }
  if (filter.inactive_days !== undefined) {
    add(t('directory.inactiveForDays', { count: filter.inactive_days }), 'inactive_days')
  }
  if (filter.provider || filter.extern_uid) add(identityLabel(filter), 'provider', 'extern_uid')
  if (filter.saml_provider_id !== undefined) {
    add(t('directory.samlProvider', { id: filter.saml_provider_id }), 'saml_provider_id')
  }
  for (const [key, value] of Object.entries(attributes)) {
    const others = omit(attributes, [key])
    const without = Object.keys(others).length
      ? { ...filter, custom_attributes: others }
      : omit(filter, ['custom_attributes'])
    chips.push({
      key: `attribute-${key}`,
      label: t('directory.attributeFilter', { key, value }),
      without,
    })
  }
  return chips
}

function labeled(label: MessageId, value: MessageValue): string {
  return t('common.labeled', { label: t(label), value })
}

export const dayLabels: Record<(typeof dayKeys)[number], MessageId> = {
  created_after: 'directory.createdAfter',
  created_before: 'directory.createdBefore',
  active_after: 'directory.activeAfter',
  active_before: 'directory.activeBefore',
}

const choiceLabels: Record<ChoiceKey, { only: MessageId; exclude: MessageId }> = {
  active: { only: 'directory.flag_active', exclude: 'directory.flag_exclude_active' },
  humans: { only: 'directory.flag_humans', exclude: 'directory.flag_exclude_humans' },
  external: { only: 'directory.flag_external', exclude: 'directory.flag_exclude_external' },
  admins: { only: 'directory.flag_admins', exclude: 'directory.flag_exclude_admins' },
  bots: { only: 'directory.botsOnly', exclude: 'directory.botsExcluded' },
  locked: { only: 'directory.lockedOnly', exclude: 'directory.lockedExcluded' },
  has_identity: { only: 'directory.withIdentity', exclude: 'directory.withoutIdentity' },
}

/** “All matching” as message values for buttons and sentences. */
export function matchingValues(filter: DirectoryFilter, count: number) {
  const { search } = filter
  const labels = filterChips(filter).map(({ label }) => escapeBidi(label))
  const filters = [...(search ? [quoteSearch(search)] : []), ...labels].join(' · ')
  return { count, filters, filtered: filters === '' ? 'no' : 'yes' }
}

/** How long a search within a sentence may be before it’s truncated. */
const maxSearchLength = 60

export function quoteSearch(search: string): string {
  return t('common.quoted', { value: bidiIsolate(shorten(search.trim(), maxSearchLength)) })
}

/** Copies a filter or custom attributes without these fields, all of which are optional. */
export function omit<Fields extends object>(from: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(from).filter(([name]) => !names.includes(name)),
  ) as Fields
}

function identityLabel({ provider, extern_uid: id }: DirectoryFilter): string {
  if (provider && id) return t('directory.identityIs', { provider, id })
  return provider
    ? labeled('editing.sectionProvider', provider)
    : labeled('forms.externalId', id ?? '')
}
