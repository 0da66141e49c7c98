import { computed } from 'vue'
import type { Ref } from 'vue'
import { message } from '../../../shared/messages/message.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import type { TypedSearch } from './typed-filters.ts'
import type { UserPages } from './use-user-pages.ts'

/** Whether the form of filters has changes that the list lacks: soon to be applied, or not before they are corrected. */
export type FilterFormState = 'applied' | 'pending' | 'invalid'

interface Asked {
  typed: Ref<TypedSearch>
  isPending: Ref<boolean>
  form: Ref<FilterFormState>
  pages: Pick<UserPages, 'ignored' | 'isCurrent' | 'failure'>
}

/** Why nothing may be done with the list: it doesn’t show the users whom the search field and the filters ask for. */
export function useListObjection({ typed, isPending, form, pages }: Asked) {
  /** What somebody has to correct or finish. */
  const notice = computed(() => {
    const wrong = describeWrongWords(typed.value)
    const reason = wrong ?? (form.value === 'invalid' && t('directory.filterFormInvalid'))
    return reason ? `${reason} ${t('directory.untilApplied')}` : undefined
  })
  const isUpdating = computed(
    () =>
      isPending.value ||
      form.value === 'pending' ||
      (!pages.isCurrent.value && !pages.failure.value),
  )
  const objection = computed(() => {
    if (pages.ignored.value.length > 0) return t('directory.selectUnfiltered')
    return notice.value ?? (isUpdating.value ? t('directory.updating') : undefined)
  })
  return { notice, isUpdating, objection }
}

function describeWrongWords({ unapplied }: TypedSearch): string | undefined {
  const names = unapplied.filter(({ problem }) => problem === 'name')
  const [first] = names.length > 0 ? names : unapplied
  if (!first) return undefined
  const { problem, allowed } = first
  const same = unapplied.filter((one) => one.problem === problem)
  const filters = same.map(({ word }) => message('common.quoted', { value: bidiIsolate(word) }))
  if (problem === 'name')
    return t('directory.unknownFilter', { count: same.length, filters, allowed })
  if (problem === 'value') return t('directory.unknownValue', { filter: filters[0]!, allowed })
  return t('directory.unfinishedFilter', { filter: filters[0]! })
}
