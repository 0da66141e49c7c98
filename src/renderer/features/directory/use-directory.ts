import { watch } from 'vue'
import { useEndAllMatching } from '../../components/directory/selection-end.ts'
import { useDirectoryStore } from '../../stores/directory.ts'
import { useSelectionStore } from '../../stores/selection.ts'
import { isSameFilter } from '../../components/directory/list-query.ts'
import { useListAddress } from './use-list-address.ts'
import { useSync } from './use-sync.ts'
import { useUserPages } from './use-user-pages.ts'

/** An account’s user directory: the list, the selection and the sync. */
export function useDirectory(account: string) {
  const store = useDirectoryStore()
  const selection = useSelectionStore().of(account)
  const endSelection = useEndAllMatching(account)
  const address = useListAddress()
  const { list } = address
  const firstRow = store.rowOf(account, list.value)

  watch(
    list,
    (next) => {
      store.putList(account, next)
      // “All matching” would include other users once the filter changes, so the selection is cleared.
      const matching = selection.matching()
      if (matching && !isSameFilter(matching, next.filter)) endSelection('filter')
    },
    { immediate: true },
  )

  return {
    ...address,
    selection,
    pages: useUserPages(account, list, firstRow),
    firstRow,
    saveRow: (row: number) => store.putRow(account, list.value, row),
    sync: useSync(account),
  }
}
