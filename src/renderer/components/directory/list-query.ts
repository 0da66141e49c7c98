import type { LocationQuery } from 'vue-router'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import { directoryColumns, serverFilters } from '../../../shared/rules/directory-columns.ts'
import { type UserListQuery, everyone } from '../../stores/directory.ts'
import { isDay } from '../../ui/time/days.ts'

export { isDay }

/** Filters that are either set or absent. */
export const flagKeys = [
  'blocked',
  'exclude_internal',
  'without_project_bots',
  'without_projects',
  'auditors',
  'skip_ldap',
] as const
export type FlagKey = (typeof flagKeys)[number]

/** Filters that either list only certain users or exclude them. */
export const choiceKeys = [
  'active',
  'humans',
  'external',
  'admins',
  'bots',
  'locked',
  'has_identity',
] as const
export type ChoiceKey = (typeof choiceKeys)[number]
const textKeys = [
  'search',
  'username',
  'domain',
  'created_after',
  'created_before',
  'active_after',
  'active_before',
  'extern_uid',
  'provider',
] as const
export const dayKeys = ['created_after', 'created_before', 'active_after', 'active_before'] as const
const numberKeys = ['saml_provider_id', 'inactive_days'] as const
const attributeName = /^custom_attributes\[(.+)\]$/s

/** Formats a list as a URL query, so that Back and reload restore it. */
export function formatListQuery({ filter, order_by, sort }: UserListQuery): Record<string, string> {
  const query = formatFilter(filter)
  if (order_by !== everyone.order_by) query.order_by = order_by
  if (sort !== everyone.sort) query.sort = sort
  return query
}

/** Parses a list from a URL query, ignoring anything invalid. */
export function parseListQuery(query: LocationQuery): UserListQuery {
  const order = directoryColumns.find((column) => column === query.order_by)
  return {
    filter: parseFilter(query),
    order_by: order ?? everyone.order_by,
    sort: query.sort === 'asc' ? 'asc' : everyone.sort,
  }
}

/** Formats a filter as named strings. */
export function formatFilter(filter: DirectoryFilter): Record<string, string> {
  const query: Record<string, string> = {}
  for (const key of textKeys) if (filter[key]) query[key] = filter[key]
  for (const key of numberKeys) if (filter[key] !== undefined) query[key] = String(filter[key])
  for (const key of flagKeys) if (filter[key]) query[key] = 'yes'
  for (const key of choiceKeys) {
    if (filter[key] !== undefined) query[key] = filter[key] ? 'yes' : 'no'
  }
  if (filter.ids) query.ids = filter.ids.join(',')
  if (filter.states?.length) query.states = filter.states.join(',')
  if (filter.two_factor) query.two_factor = filter.two_factor
  for (const [key, value] of Object.entries(filter.custom_attributes ?? {})) {
    query[`custom_attributes[${key}]`] = value
  }
  return query
}

/** Parses a filter from named strings, ignoring invalid ones. */
export function parseFilter(query: LocationQuery): DirectoryFilter {
  const filter: DirectoryFilter = {}
  const read = (key: string) => {
    const value = query[key]
    return (Array.isArray(value) ? value[0] : value) || undefined
  }
  for (const key of textKeys) {
    const value = read(key)
    if (value && (!isDayKey(key) || isDay(value))) filter[key] = value
  }
  for (const key of numberKeys) {
    const value = Number(read(key))
    if (Number.isInteger(value) && value > 0) filter[key] = value
  }
  for (const key of flagKeys) if (read(key) === 'yes') filter[key] = true
  for (const key of choiceKeys) {
    const value = read(key)
    if (value === 'yes' || value === 'no') filter[key] = value === 'yes'
  }
  const states = read('states')?.split(',').filter(Boolean)
  if (states?.length) filter.states = states
  const ids = read('ids')
    ?.split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
  if (ids?.length) filter.ids = ids
  const twoFactor = read('two_factor')
  if (twoFactor === 'enabled' || twoFactor === 'disabled') filter.two_factor = twoFactor
  for (const name of Object.keys(query)) {
    const key = attributeName.exec(name)?.[1]
    if (key) filter.custom_attributes = { ...filter.custom_attributes, [key]: read(name) ?? '' }
  }
  return filter
}

const isDayKey = (key: string) => dayKeys.some((dayKey) => dayKey === key)

/** Whether two filters select the same users. */
export function isSameFilter(one: DirectoryFilter, other: DirectoryFilter): boolean {
  const key = (filter: DirectoryFilter) =>
    JSON.stringify(Object.entries(formatFilter(filter)).sort())
  return key(one) === key(other)
}

/** Whether applying a filter may require GitLab, because the local copy lacks its fields. */
export function needsService(filter: DirectoryFilter): boolean {
  return serverFilters.some((name) => filter[name] !== undefined)
}
