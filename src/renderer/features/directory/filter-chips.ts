import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import { shortDayOf } from '../../ui/time/moments.ts'
import { userStateLabel } from '../../data/user-states.ts'
import { flagKeys } from './list-query.ts'
import { t } from '../../ui/messages.ts'

/** An active filter in words, and the filters without it. */
export interface FilterChip {
  key: string
  label: string
  without: DirectoryFilter
}

/** The active filters except the search, which is shown in its own field. */
export function filterChips(filter: DirectoryFilter): FilterChip[] {
  const chips: FilterChip[] = []
  const add = (key: string, label: string, without: DirectoryFilter) =>
    chips.push({ key, label, without })
  const but = (...keys: (keyof DirectoryFilter)[]): DirectoryFilter =>
    Object.fromEntries(
      Object.entries(filter).filter(([key]) => !keys.includes(key as keyof DirectoryFilter)),
    )

  const { states = [], custom_attributes: attributes = {} } = filter
  for (const state of states) {
    const left = states.filter((one) => one !== state)
    const label = userStateLabel(state)
    add(`state-${state}`, label, left.length ? { ...filter, states: left } : but('states'))
  }
  if (filter.username) {
    add('username', t('directory.usernameIs', { username: filter.username }), but('username'))
  }
  for (const key of flagKeys) if (filter[key]) add(key, t(`directory.flag_${key}`), but(key))
  if (filter.bots !== undefined) {
    add('bots', t(filter.bots ? 'directory.botsOnly' : 'directory.botsExcluded'), but('bots'))
  }
  if (filter.two_factor) {
    add('two_factor', t(`directory.twoFactor_${filter.two_factor}`), but('two_factor'))
  }
  if (filter.created_after) {
    add(
      'created_after',
      t('directory.createdAfterDay', { day: shortDayOf(filter.created_after) }),
      but('created_after'),
    )
  }
  if (filter.created_before) {
    add(
      'created_before',
      t('directory.createdBeforeDay', { day: shortDayOf(filter.created_before) }),
      but('created_before'),
    )
  }
  if (filter.inactive_days !== undefined) {
    const label = t('directory.inactiveForDays', { count: filter.inactive_days })
    add('inactive_days', label, but('inactive_days'))
  }
  if (filter.has_identity !== undefined) {
    const label = t(filter.has_identity ? 'directory.withIdentity' : 'directory.withoutIdentity')
    add('has_identity', label, but('has_identity'))
  }
  if (filter.provider || filter.extern_uid) {
    add('identity', identityLabel(filter), but('provider', 'extern_uid'))
  }
  if (filter.saml_provider_id !== undefined) {
    const label = t('directory.samlProvider', { id: filter.saml_provider_id })
    add('saml', label, but('saml_provider_id'))
  }
  for (const [key, value] of Object.entries(attributes)) {
    const left = Object.entries(attributes).filter(([other]) => other !== key)
    add(
      `attribute-${key}`,
      t('directory.attributeFilter', { key, value }),
      left.length
        ? { ...filter, custom_attributes: Object.fromEntries(left) }
        : but('custom_attributes'),
    )
  }
  return chips
}

function identityLabel({ provider, extern_uid: id }: DirectoryFilter): string {
  if (provider && id) return t('directory.identityIs', { provider, id })
  return provider
    ? t('directory.providerIs', { provider })
    : t('directory.externalIdIs', { id: id ?? '' })
}
