import { type Ref, computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { DirectoryFilter, DirectoryView } from '../../../shared/operations/directory.ts'
import { viewsLimit } from '../../../shared/rules/limits.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useToday } from '../../ui/use-clock.ts'
import { type UserListQuery, useDirectoryStore } from '../../stores/directory.ts'
import { builtInViews } from '../../components/directory/built-in-views.ts'
import { isSameFilter, needsService } from '../../components/directory/list-query.ts'
import { useThrottle } from './use-throttle.ts'

/** Minimum interval (ms) between recounts while users keep changing. */
const countInterval = 1000
/** Maximum number of filters per request. */
const maxCountedFilters = 30

/** Built-in and saved views, each with a user count. */
export function useViews(account: string, list: Ref<UserListQuery>) {
  const latchkey = useLatchkey()
  const stored = useServiceQuery(account, 'directory.views')
  const saving = useAsyncAction()
  const today = useToday()
  const builtIn = computed(() => builtInViews(today.value))
  const saved = computed(() => stored.data.value ?? [])
  const filters = computed(() =>
    [...builtIn.value, ...saved.value].slice(0, maxCountedFilters).map(({ filter }) => filter),
  )

  /** Whether a view is open. It stays open while the user searches in it. */
  const isOpen = ({ filter }: { filter: DirectoryFilter }) => {
    const { search, ...others } = list.value.filter
    return isSameFilter(filter, list.value.filter) || (!!search && isSameFilter(filter, others))
  }

  const save = (view: Omit<DirectoryView, 'id'> & { id?: string }) =>
    saving.run(async () => stored.set(await latchkey(account).directory.saveView(view)), view.name)
  const remove = (id: string) =>
    saving.run(async () => stored.set(await latchkey(account).directory.removeView({ id })), id)

  return {
    builtIn,
    saved,
    isFull: computed(() => saved.value.length >= viewsLimit),
    counts: useCounts(account, filters),
    /** The open view, if it is a saved one. Saved views take precedence over built-in ones. */
    openSaved: computed(() => saved.value.find(isOpen)),
    openBuiltIn: computed(() => builtIn.value.find(isOpen)),
    save,
    remove,
    failure: computed(() => saving.failure.value ?? stored.failure.value),
    reload: stored.reload,
    busy: saving.busy,
  }
}

export type Views = ReturnType<typeof useViews>

/** The current number of users for each filter; undefined if unknown, for example during the first sync. */
function useCounts(account: string, filters: Ref<DirectoryFilter[]>) {
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const host = useHost()
  const counts = shallowRef<readonly (number | null | undefined)[]>([])
  let latestRun = 0

  async function count() {
    const run = ++latestRun
    const all = filters.value
    // Filters that need GitLab are counted separately, because they fail while GitLab is unreachable.
    const groups = [
      all.filter((filter) => !needsService(filter)),
      ...all.filter(needsService).map((filter) => [filter]),
    ]
    const countByFilter = new Map<DirectoryFilter, number | null>()
    for (const group of groups) {
      const numbers = await countGroup(group)
      if (run !== latestRun) return
      numbers.forEach((number, index) => countByFilter.set(group[index]!, number))
      // Views added or deleted during the count are last in the list, so the other indexes still match.
      counts.value = all.map((filter) => countByFilter.get(filter))
    }
  }

  /** Ignores failures: a view works without its count, and the next event triggers a recount. */
  async function countGroup(group: DirectoryFilter[]): Promise<(number | null)[]> {
    if (group.length === 0) return []
    return latchkey(account)
      .directory.count({ filters: group })
      .catch(() => [])
  }

  const countSoon = useThrottle(count, countInterval)
  let wasSyncing = store.stateOf(account)?.phase !== 'whole'
  const stops = [
    host.on('directory', (event) => {
      if (event.account !== account) return
      const isSyncing = event.state.phase === 'reading'
      // Counts are accurate once the sync has finished.
      if (wasSyncing && !isSyncing) void count()
      else countSoon()
      wasSyncing = isSyncing
    }),
    host.on('queue', (event) => event.account === account && countSoon()),
  ]
  onScopeDispose(() => stops.forEach((stop) => stop()))
  watch(filters, countSoon, { immediate: true })

  return computed(() => {
    const state = store.stateOf(account)
    return state && state.asOf === undefined ? [] : counts.value
  })
}
