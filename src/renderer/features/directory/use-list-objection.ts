import { type Ref, computed } from 'vue'
import { message } from '../../../shared/messages/message.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import type { TypedSearch } from './typed-filters.ts'
import type { UserPages } from './use-user-pages.ts'

/** Whether the filter form has been applied, is about to be, or has errors. */
export type FilterFormState = 'applied' | 'pending' | 'invalid'

interface ObjectionOptions {
  typed: Ref<TypedSearch>
  isPending: Ref<boolean>
  form: Ref<FilterFormState>
  pages: Pick<UserPages, 'ignored' | 'isCurrent' | 'failure'>
}

/** Why the list can’t be used: it doesn’t yet reflect the search field and the filters. */
export function useListObjection({ typed, isPending, form, pages }: ObjectionOptions) {
  /** What the user has to correct or complete first. */
  const notice = computed(() => {
    const wrong = describeUnappliedWords(typed.value)
    const reason = wrong ?? (form.value === 'invalid' && t('directory.filterFormInvalid'))
    return reason ? `${reason} ${t('directory.untilApplied')}` : undefined
  })
  /** Describes what the list is waiting for. */
  const updating = computed(() => {
    const isLoading = !pages.isCurrent.value && !pages.failure.value
    const isUpdating = isPending.value || form.value === 'pending' || isLoading
    return isUpdating ? t('directory.updating') : undefined
  })
  const objection = computed(() => {
    if (pages.ignored.value.length > 0) return t('directory.selectUnfiltered')
    return notice.value ?? updating.value
  })
  return { notice, updating, objection }
}

function describeUnappliedWords({ unapplied }: TypedSearch): string | undefined {
  const names = unapplied.filter(({ problem }) => problem === 'name')
  const [first] = names.length > 0 ? names : unapplied
  if (!first) return undefined
  const { problem, allowed } = first
  const same = unapplied.filter((other) => other.problem === problem)
  const filters = same.map(({ word }) => message('common.quoted', { value: bidiIsolate(word) }))
  if (problem === 'name')
    return t('directory.unknownFilter', { count: same.length, filters, allowed })
  if (problem === 'value') return t('directory.unknownValue', { filter: filters[0]!, allowed })
  return t('directory.unfinishedFilter', { filter: filters[0]! })
}
