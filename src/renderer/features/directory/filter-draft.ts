import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { shortDayOf } from '../../ui/time/moments.ts'
import {
  choiceKeys,
  flagKeys,
  formatFilter,
  isDay,
  parseFilter,
} from '../../components/directory/list-query.ts'
import type { FlagKey } from '../../components/directory/list-query.ts'

/** Text fields, and selects that are empty by default. */
const textKeys = [
  'ids',
  'username',
  ...choiceKeys,
  'two_factor',
  'created_after',
  'created_before',
  'active_after',
  'active_before',
  'domain',
  'inactive_days',
  'provider',
  'extern_uid',
  'saml_provider_id',
] as const
type TextKey = (typeof textKeys)[number]

/** The form’s values, valid or not. The search has its own field. */
export interface FilterDraft {
  texts: Record<TextKey, string>
  flags: Record<FlagKey, boolean>
  states: string[]
  attributes: { key: string; value: string }[]
}

/** Validation errors by field. */
export type FilterDraftErrors = Partial<Record<TextKey, Message>>

/** Converts a filter to form values. */
export function toFilterDraft(filter: DirectoryFilter): FilterDraft {
  const query = formatFilter(filter)
  return {
    texts: record(textKeys, (key) => query[key] ?? ''),
    flags: record(flagKeys, (key) => filter[key] === true),
    states: [...(filter.states ?? [])],
    attributes: Object.entries(filter.custom_attributes ?? {}).map(([key, value]) => ({
      key,
      value,
    })),
  }
}

/** Converts form values to a filter, ignoring incomplete attributes. */
export function toFilter(draft: FilterDraft, search = ''): DirectoryFilter {
  const texts = record(textKeys, (key) => draft.texts[key].trim())
  const pairs = draft.attributes.filter(({ key, value }) => key.trim() && value.trim())
  return parseFilter({
    ...texts,
    ...record(flagKeys, (key) => (draft.flags[key] ? 'yes' : '')),
    ...Object.fromEntries(
      pairs.map(({ key, value }) => [`custom_attributes[${key.trim()}]`, value.trim()]),
    ),
    search,
    username: texts.username.replace(/^@/, ''),
    domain: texts.domain.replace(/^@/, ''),
    states: draft.states.join(','),
  })
}

/** Whether a custom attribute has only a key or only a value, and so isn’t part of the filter. */
export function hasIncompleteAttribute({ attributes }: FilterDraft): boolean {
  return attributes.some(({ key, value }) => (key.trim() === '') !== (value.trim() === ''))
}

/** About 100 years. */
const maxInactiveDays = 36_500

/** Validates the form. */
export function filterDraftErrors({ texts }: FilterDraft): FilterDraftErrors {
  const errors: FilterDraftErrors = {}
  for (const kind of ['created', 'active'] as const) {
    Object.assign(errors, dayErrors(texts, `${kind}_after`, `${kind}_before`))
  }
  if (!isWhole(texts.inactive_days, maxInactiveDays)) {
    errors.inactive_days = message('directory.errorDays', { max: maxInactiveDays })
  }
  if (!isWhole(texts.saml_provider_id, Number.MAX_SAFE_INTEGER)) {
    errors.saml_provider_id = message('directory.errorSamlProvider')
  }
  const hasProvider = texts.provider.trim() !== ''
  const hasUid = texts.extern_uid.trim() !== ''
  if (hasProvider && !hasUid) errors.extern_uid = message('directory.errorExternalId')
  if (hasUid && !hasProvider) errors.provider = message('directory.errorProvider')
  return errors
}

function dayErrors(
  texts: FilterDraft['texts'],
  first: 'created_after' | 'active_after',
  last: 'created_before' | 'active_before',
): FilterDraftErrors {
  const errors: FilterDraftErrors = {}
  const [after, before] = [texts[first], texts[last]]
  if (after && !isDay(after)) errors[first] = message('dates.unreadable')
  if (before && !isDay(before)) errors[last] = message('dates.unreadable')
  if (!errors[first] && !errors[last] && after && before && before < after) {
    errors[last] = message('directory.errorDayOrder', { day: shortDayOf(after) })
  }
  return errors
}

function isWhole(text: string, max: number): boolean {
  return text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max)
}

function record<Key extends string, Value>(keys: readonly Key[], valueOf: (key: Key) => Value) {
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>
}
