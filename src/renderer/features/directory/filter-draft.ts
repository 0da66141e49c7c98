import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import { flagKeys, isDay } from './list-query.ts'
import type { FlagKey } from './list-query.ts'

/** The filters as they stand in the form, where all that can be typed has to have a place. */
export interface FilterDraft {
  username: string
  states: string[]
  flags: Partial<Record<FlagKey, boolean>>
  bots: Either
  has_identity: Either
  two_factor: '' | 'enabled' | 'disabled'
  created_after: string
  created_before: string
  inactive_days: string
  provider: string
  extern_uid: string
  saml_provider_id: string
  attributes: { key: string; value: string }[]
}

/** Of something that may be so or not: either way, yes, or no. */
export type Either = '' | 'yes' | 'no'

/** What is wrong with fields of the form, by their names. */
export type DraftErrors = Partial<Record<keyof FilterDraft, string>>

/** The form for a filter; what is searched for stands elsewhere. */
export function draftOf(filter: DirectoryFilter): FilterDraft {
  const either = (value: boolean | undefined): Either =>
    value === undefined ? '' : value ? 'yes' : 'no'
  return {
    username: filter.username ?? '',
    states: [...(filter.states ?? [])],
    flags: Object.fromEntries(flagKeys.map((key) => [key, filter[key] === true])),
    bots: either(filter.bots),
    has_identity: either(filter.has_identity),
    two_factor: filter.two_factor ?? '',
    created_after: filter.created_after ?? '',
    created_before: filter.created_before ?? '',
    inactive_days: filter.inactive_days?.toString() ?? '',
    provider: filter.provider ?? '',
    extern_uid: filter.extern_uid ?? '',
    saml_provider_id: filter.saml_provider_id?.toString() ?? '',
    attributes: Object.entries(filter.custom_attributes ?? {}).map(([key, value]) => ({
      key,
      value,
    })),
  }
}

/** The filter that a form asks for, and what is wrong with the form; half of a pair asks for nothing. */
export function filterOf(
  draft: FilterDraft,
  search: string | undefined,
): { filter: DirectoryFilter; errors: DraftErrors } {
  const errors = draftErrors(draft)
  const filter: DirectoryFilter = {}
  if (search) filter.search = search
  const username = draft.username.trim().replace(/^@/, '')
  if (username) filter.username = username
  if (draft.states.length) filter.states = [...draft.states]
  for (const key of flagKeys) if (draft.flags[key]) filter[key] = true
  if (draft.bots) filter.bots = draft.bots === 'yes'
  if (draft.has_identity) filter.has_identity = draft.has_identity === 'yes'
  if (draft.two_factor) filter.two_factor = draft.two_factor
  if (draft.created_after) filter.created_after = draft.created_after
  if (draft.created_before) filter.created_before = draft.created_before
  if (draft.inactive_days) filter.inactive_days = Number(draft.inactive_days)
  if (draft.saml_provider_id) filter.saml_provider_id = Number(draft.saml_provider_id)
  if (draft.provider.trim() && draft.extern_uid.trim()) {
    filter.provider = draft.provider.trim()
    filter.extern_uid = draft.extern_uid.trim()
  }
  const attributes = draft.attributes.filter(({ key, value }) => key.trim() && value.trim())
  if (attributes.length) {
    filter.custom_attributes = Object.fromEntries(
      attributes.map(({ key, value }) => [key.trim(), value.trim()]),
    )
  }
  return { filter, errors }
}

function draftErrors(draft: FilterDraft): DraftErrors {
  const errors: DraftErrors = {}
  const { created_after: after, created_before: before } = draft
  if (after && !isDay(after)) errors.created_after = 'choose a day'
  if (before && !isDay(before)) errors.created_before = 'choose a day'
  if (!errors.created_after && !errors.created_before && after && before && before < after) {
    errors.created_before = 'is earlier than the day after which they were created'
  }
  if (!isWhole(draft.inactive_days, 36_500)) {
    errors.inactive_days = 'is not a whole number of days from 1 to 36,500'
  }
  if (!isWhole(draft.saml_provider_id, Number.MAX_SAFE_INTEGER)) {
    errors.saml_provider_id = 'is not the number of a provider'
  }
  const hasProvider = draft.provider.trim() !== ''
  const hasUid = draft.extern_uid.trim() !== ''
  if (hasProvider && !hasUid) errors.extern_uid = 'is needed beside the provider'
  if (hasUid && !hasProvider) errors.provider = 'is needed beside the identifier'
  return errors
}

function isWhole(text: string, most: number): boolean {
  return text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most)
}
