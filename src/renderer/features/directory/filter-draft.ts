import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { shortDayOf } from '../../ui/time/moments.ts'
import { flagKeys, isDay } from './list-query.ts'
import type { FlagKey } from './list-query.ts'

/** The filters as typed into the form, valid or not. */
export interface FilterDraft {
  username: string
  states: string[]
  flags: Record<FlagKey, boolean>
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

/** A filter that is off, or requires something to be so or not. */
export type Either = '' | 'yes' | 'no'

/** The errors of the form by field. */
export type DraftErrors = Partial<Record<keyof FilterDraft, Message>>

/** The form for a filter; the search has its own field. */
export function draftOf(filter: DirectoryFilter): FilterDraft {
  const either = (value: boolean | undefined): Either =>
    value === undefined ? '' : value ? 'yes' : 'no'
  return {
    username: filter.username ?? '',
    states: [...(filter.states ?? [])],
    flags: Object.fromEntries(
      flagKeys.map((key) => [key, filter[key] === true]),
    ) as FilterDraft['flags'],
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

/** The filter of a form and its errors; half of a pair filters nothing. */
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

/** A hundred years. */
const maxInactiveDays = 36_500

function draftErrors(draft: FilterDraft): DraftErrors {
  const errors: DraftErrors = {}
  const { created_after: after, created_before: before } = draft
  if (after && !isDay(after)) errors.created_after = message('directory.errorDay')
  if (before && !isDay(before)) errors.created_before = message('directory.errorDay')
  if (!errors.created_after && !errors.created_before && after && before && before < after) {
    errors.created_before = message('directory.errorDayOrder', { day: shortDayOf(after) })
  }
  if (!isWhole(draft.inactive_days, maxInactiveDays)) {
    errors.inactive_days = message('directory.errorDays', { max: maxInactiveDays })
  }
  if (!isWhole(draft.saml_provider_id, Number.MAX_SAFE_INTEGER)) {
    errors.saml_provider_id = message('directory.errorSamlProvider')
  }
  const hasProvider = draft.provider.trim() !== ''
  const hasUid = draft.extern_uid.trim() !== ''
  if (hasProvider && !hasUid) errors.extern_uid = message('directory.errorExternalId')
  if (hasUid && !hasProvider) errors.provider = message('directory.errorProvider')
  return errors
}

function isWhole(text: string, max: number): boolean {
  return text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max)
}
