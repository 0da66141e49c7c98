import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import { shortDayOf } from '../../ui/time/moments.ts'
import { userStateWords } from '../../data/user-states.ts'
import { flagKeys } from './list-query.ts'
import type { FlagKey } from './list-query.ts'

/** A filter that is on, in words, and the filter without it. */
export interface FilterChip {
  key: string
  label: string
  without: DirectoryFilter
}

/** What the filters say that are on or not there. */
export const flagWords: Record<FlagKey, string> = {
  active: 'Active, without internal users',
  blocked: 'Blocked, also by the directory service',
  exclude_active: 'Everybody but active people',
  humans: 'Humans only',
  exclude_humans: 'No humans',
  external: 'External only',
  exclude_external: 'No external people',
  admins: 'Administrators only',
  exclude_internal: 'Without internal users',
  without_project_bots: 'Without bots of projects',
  without_projects: 'Without projects',
  auditors: 'Auditors only',
  skip_ldap: 'Without those from LDAP',
}

/** The filters that are on, but what is searched for: that is seen where it is typed. */
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
    const label = userStateWords(state)
    add(`state-${state}`, label, left.length ? { ...filter, states: left } : but('states'))
  }
  if (filter.username) add('username', `Username is ${filter.username}`, but('username'))
  for (const key of flagKeys) if (filter[key]) add(key, flagWords[key], but(key))
  if (filter.bots !== undefined) add('bots', filter.bots ? 'Bots only' : 'No bots', but('bots'))
  if (filter.two_factor) {
    add('two_factor', `Two-factor ${filter.two_factor}`, but('two_factor'))
  }
  if (filter.created_after) {
    add(
      'created_after',
      `Created on or after ${shortDayOf(filter.created_after)}`,
      but('created_after'),
    )
  }
  if (filter.created_before) {
    add(
      'created_before',
      `Created before ${shortDayOf(filter.created_before)}`,
      but('created_before'),
    )
  }
  if (filter.inactive_days !== undefined) {
    const days = filter.inactive_days.toLocaleString()
    const unit = filter.inactive_days === 1 ? 'day' : 'days'
    add('inactive_days', `Inactive for more than ${days} ${unit}`, but('inactive_days'))
  }
  if (filter.has_identity !== undefined) {
    const label = filter.has_identity ? 'With an identity' : 'Without identities'
    add('has_identity', label, but('has_identity'))
  }
  if (filter.provider || filter.extern_uid) {
    const label = `Identity ${filter.provider ?? ''}: ${filter.extern_uid ?? ''}`
    add('identity', label, but('provider', 'extern_uid'))
  }
  if (filter.saml_provider_id !== undefined) {
    add('saml', `SAML provider ${filter.saml_provider_id}`, but('saml_provider_id'))
  }
  for (const [key, value] of Object.entries(attributes)) {
    const left = Object.entries(attributes).filter(([other]) => other !== key)
    add(
      `attribute-${key}`,
      `${key} = ${value}`,
      left.length
        ? { ...filter, custom_attributes: Object.fromEntries(left) }
        : but('custom_attributes'),
    )
  }
  return chips
}
