import { computed, onScopeDispose, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useConnectivityStore } from '../../data/stores/connectivity.ts'
import { useDirectoryStore } from '../../data/stores/directory.ts'
import type { PeopleList } from '../../data/stores/directory.ts'
import { useSelectionStore } from '../../data/stores/selection.ts'
import { columnLook } from './columns.ts'
import { isOnlyCutOff } from '../../data/directory/sync-messages.ts'
import { isSameFilter, listOfQuery, listQuery } from './list-query.ts'
import { useUserPages } from './use-user-pages.ts'
import { t } from '../../ui/messages.ts'

/** Milliseconds without a key after which the typed text is searched for. */
const pause = 150

/** The directory of one account. The address holds its list: filters and order. */
export function useDirectory(account: string) {
  const route = useRoute()
  const router = useRouter()
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const chosen = useSelectionStore().of(account)
  const { say } = useToast()
  const copying = useAsyncAction()

  const list = shallowRef(listOfQuery(route.query))
  const firstRow = store.rowOf(account, list.value)
  store.putList(account, list.value)
  leaveMatching(list.value.filter)
  watch(
    () => route.query,
    (query) => {
      // Leaving the screen changes the address before the screen is gone.
      if (route.name !== 'directory') return
      const next = listOfQuery(query)
      if (JSON.stringify(next) === JSON.stringify(list.value)) return
      leaveMatching(next.filter)
      list.value = next
      store.putList(account, next)
    },
  )
  const pages = useUserPages(account, list, firstRow)

  /** “All matching” means another set of users once the filter changes, so the selection ends. */
  function leaveMatching(filter: DirectoryFilter) {
    const matching = chosen.matching()
    if (!matching || isSameFilter(matching, filter)) return
    chosen.clear()
    say(t('directory.listEnded'))
  }

  /** Goes to a list; `replace` for steps too small for the back button. */
  function go(next: PeopleList, { replace = false } = {}) {
    const to = { query: listQuery(next) }
    return replace ? router.replace(to) : router.push(to)
  }

  const setFilter = (filter: DirectoryFilter, options?: { replace?: boolean }) =>
    go({ ...list.value, filter }, options)

  /** Sorts by a column; by the same one again, in the other direction. */
  function sortBy(column: DirectoryColumn) {
    const { filter, order_by, sort } = list.value
    const first = columnLook[column].descends ? 'desc' : 'asc'
    const other = sort === 'asc' ? 'desc' : 'asc'
    return go(
      { filter, order_by: column, sort: order_by === column ? other : first },
      { replace: true },
    )
  }

  const typed = ref(list.value.filter.search ?? '')
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(typed, () => {
    clearTimeout(timer)
    timer = setTimeout(search, pause)
  })
  watch(list, ({ filter }) => {
    if ((filter.search ?? '') !== typed.value.trim()) typed.value = filter.search ?? ''
  })
  onScopeDispose(() => clearTimeout(timer))

  function search() {
    clearTimeout(timer)
    const { search: before, ...filter } = list.value.filter
    const text = typed.value.trim()
    if (text === (before ?? '')) return
    void setFilter(text ? { ...filter, search: text } : filter, { replace: true })
  }

  /** Loads changes, or all users, which is the only way to find deleted ones. */
  const read = (options: { everybody?: true } = {}) =>
    copying.run(async () =>
      store.putState(account, await latchkey(account).directory.read(options)),
    )
  const stop = () =>
    copying.run(async () => store.putState(account, await latchkey(account).directory.stop()))

  // Retries by itself once the service is back.
  const connectivity = useConnectivityStore()
  watch(
    () => connectivity.of(account).state,
    (reached) => {
      const failed = copying.failure.value ?? store.stateOf(account)?.failure
      if (reached === 'online' && failed && isOnlyCutOff(failed)) void read()
    },
  )

  return {
    list,
    pages,
    chosen,
    typed,
    search,
    go,
    setFilter,
    sortBy,
    firstRow,
    keepRow: (row: number) => store.putRow(account, list.value, row),
    state: computed(() => store.stateOf(account)),
    read,
    stop,
    copyFailure: copying.failure,
  }
}
