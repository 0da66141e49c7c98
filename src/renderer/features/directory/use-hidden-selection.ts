import { type Ref, computed, ref, watch } from 'vue'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import type { UserListQuery } from '../../stores/directory.ts'
import type { UserSelection } from '../../stores/selection.ts'
import type { UserPages } from './use-user-pages.ts'

/** How many IDs fit in a list’s URL. */
const maxShown = 1_000

/** Counts the selected users who aren’t in the list, and shows them on request. */
export function useHiddenSelection(
  account: string,
  { isSimilar }: Pick<UserPages, 'isSimilar'>,
  list: Ref<UserListQuery>,
  selection: UserSelection,
) {
  const latchkey = useLatchkey()
  const hidden = ref(0)
  const ids = computed(() => {
    // “All matching” only covers users in the list, so none of them are hidden.
    if (selection.matching()) return []
    const chosen = selection.toSelection()
    return chosen.kind === 'users' ? chosen.ids : []
  })
  let latestRun = 0

  async function count() {
    const run = ++latestRun
    const [chosen, { filter }] = [ids.value, list.value]
    const isComplete = Object.keys(filter).length === 0
    if (chosen.length === 0 || isComplete) {
      hidden.value = 0
      return
    }
    const shown = filter.ids ? chosen.filter((id) => filter.ids?.includes(id)) : chosen
    // If counting fails, so does the list, which then reports the failure.
    const query = { filter: { ...filter, ids: shown }, limit: 1 }
    const { total } = await latchkey(account)
      .directory.search(isSimilar.value ? { ...query, similar: true } : query)
      .catch(() => ({ total: chosen.length }))
    if (run === latestRun) hidden.value = chosen.length - total
  }

  watch([ids, list, isSimilar], count, { immediate: true })

  return {
    hidden,
    canShow: computed(() => ids.value.length <= maxShown),
    /** Shows only the selected users. */
    show: (setFilter: (filter: DirectoryFilter) => unknown) => setFilter({ ids: ids.value }),
  }
}
