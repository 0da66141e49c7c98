import { type Ref, computed, onScopeDispose, ref, shallowReactive, shallowRef, watch } from 'vue'
import type { DirectoryEntry, DirectoryFilter } from '../../../shared/operations/directory.ts'
import type { ServerFilterName } from '../../../shared/rules/directory-columns.ts'
import { usersPerPage as pageSize } from '../../../shared/rules/limits.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import { failureOf, useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useConnectivityStore } from '../../bridge/connectivity.ts'
import { type UserListQuery, useDirectoryStore } from '../../stores/directory.ts'
import { memoryCacheMs, queryClient } from '../../bridge/query-client.ts'
import { createPageCache } from './page-cache.ts'
import { useThrottle } from './use-throttle.ts'

const maxCachedPages = 40
/** Minimum interval (ms) between reloads while rows keep changing. */
const reloadInterval = 500

/**
 * The rows of a user list, loaded page by page as they scroll into view. Visible rows are kept
 * until new ones arrive, even those of another list.
 */
export function useUserPages(account: string, list: Ref<UserListQuery>, firstRow: number) {
  const loader = usePageLoader(account, list)
  const { cache, total, failure, isCurrent, loadPage, openList, showLastPage } = loader
  const connectivity = useConnectivityStore()
  let rowsInView = { first: firstRow, last: firstRow }

  function showRows(first: number, last: number) {
    rowsInView = { first, last }
    if (isCurrent.value) loadRowsInView()
  }

  function loadRowsInView() {
    // After a failure, wait for a retry by the user or on reconnection.
    if (failure.value) return
    const end = Math.max(0, (total.value ?? 1) - 1)
    const { first, last } = rowsInView
    for (const page of cache.use(Math.min(first, end), Math.min(last, end))) void loadPage(page)
  }

  function reload() {
    loader.markStale()
    if (isCurrent.value) loadRowsInView()
  }

  function retry() {
    if (!isCurrent.value) return openList()
    failure.value = undefined
    reload()
  }

  onUsersChanged(account, useThrottle(reload, reloadInterval))
  watch(list, () => openList())
  watch(
    () => connectivity.of(account).state,
    (state) => state === 'online' && failure.value && retry(),
  )
  const firstPage = Math.floor(firstRow / pageSize)
  showLastPage(firstPage)
  openList(firstPage)

  return { ...loader, showRows, retry }
}

/** The page loaded last, shown immediately when the screen is reopened. */
interface LastPage {
  list: UserListQuery
  page: number
  response: {
    items: readonly DirectoryEntry[]
    total: number
    ignored?: readonly ServerFilterName[] | undefined
    similar?: true | undefined
  }
}

export type UserPages = ReturnType<typeof useUserPages>

/** Loads and caches a list’s pages. */
function usePageLoader(account: string, list: Ref<UserListQuery>) {
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const cache = createPageCache<DirectoryEntry>(pageSize, maxCachedPages)
  /** The number of rows, once known. */
  const total = ref<number>()
  /** Filters that GitLab ignores, which rule out selecting users by filter. */
  const ignored = shallowRef<readonly ServerFilterName[]>([])
  /** Whether the search found only approximate matches. */
  const isSimilar = ref(false)
  /** The filter that the cached rows match. */
  const shownFilter = shallowRef<DirectoryFilter>({})
  const failure = shallowRef<Failure>()
  const loadedLists = ref(0)
  const loadedPages = ref(0)
  /** Whether the cached rows belong to this list rather than the previous one. */
  const isCurrent = ref(false)
  const lastPageKey = [account, 'last-page-of-users']
  queryClient.setQueryDefaults(lastPageKey, { gcTime: memoryCacheMs })
  const inFlight = shallowReactive(new Map<number, Promise<void>>())
  const isLoading = computed(() => inFlight.size > 0)
  let changes = 0

  function openList(page = 0) {
    inFlight.clear()
    isCurrent.value = false
    failure.value = undefined
    void loadPage(page)
  }

  function loadPage(page: number): Promise<void> {
    const loading = inFlight.get(page) ?? fetchPage(page)
    inFlight.set(page, loading)
    return loading
  }

  async function fetchPage(page: number): Promise<void> {
    const [requested, changesBefore] = [list.value, changes]
    try {
      const range = { offset: page * pageSize, limit: pageSize }
      const query = { ...requested, ...range, similar: true } as const
      const response = await latchkey(account).directory.search(query)
      if (requested !== list.value) return
      store.putState(account, response.state)
      if (!isCurrent.value) clearRows()
      put({ list: requested, page, response })
      queryClient.setQueryData<LastPage>(lastPageKey, { list: requested, page, response })
      failure.value = undefined
    } catch (error) {
      if (requested !== list.value) return
      failure.value = failureOf(error)
      // Don’t show the previous list’s total.
      if (!isCurrent.value) total.value = undefined
    }
    inFlight.delete(page)
    loadedPages.value += 1
    // The response may lack changes made during the request.
    if (changesBefore !== changes && !failure.value) await loadPage(page)
  }

  function put({ list: { filter }, page, response }: LastPage) {
    cache.put(page, response.items)
    total.value = response.total
    ignored.value = response.ignored ?? []
    isSimilar.value = response.similar === true
    shownFilter.value = filter
  }

  function showLastPage(page: number) {
    const last = queryClient.getQueryData<LastPage>(lastPageKey)
    if (last?.page !== page || JSON.stringify(last.list) !== JSON.stringify(list.value)) return
    put(last)
    loadedPages.value += 1
  }

  function clearRows() {
    isCurrent.value = true
    cache.clear()
    loadedLists.value += 1
  }

  function markStale() {
    changes += 1
    cache.markStale()
  }

  /** Returns the users in a range of rows, loading any that are missing. Empty while another list’s rows are shown. */
  async function usersBetween(first: number, last: number): Promise<DirectoryEntry[]> {
    const users: DirectoryEntry[] = []
    if (!isCurrent.value) return users
    const requested = list.value
    for (let page = Math.floor(first / pageSize); page <= last / pageSize; page += 1) {
      const start = page * pageSize
      if (!cache.rowAt(start)) await loadPage(page)
      if (requested !== list.value || failure.value) break
      for (let row = Math.max(first, start); row <= last && row < start + pageSize; row += 1) {
        const user = cache.rowAt(row)
        if (user) users.push(user)
      }
    }
    return users
  }

  return {
    total,
    ignored,
    isSimilar,
    shownFilter,
    failure,
    isCurrent,
    isLoading,
    loadedLists,
    loadedPages,
    cache,
    rowAt: cache.rowAt,
    openList,
    showLastPage,
    loadPage,
    markStale,
    usersBetween,
  }
}

/** Calls back when an account’s users, or queued actions on them, change. */
function onUsersChanged(account: string, onChange: () => void) {
  const host = useHost()
  const onEvent = (event: { account: string }) => {
    if (event.account === account) onChange()
  }
  const stops = [host.on('directory', onEvent), host.on('queue', onEvent)]
  onScopeDispose(() => stops.forEach((stop) => stop()))
}
