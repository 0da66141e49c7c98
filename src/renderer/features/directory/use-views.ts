import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import type { DirectoryFilter, DirectoryView } from '../../../shared/app/directory.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { useHost, useLatchkey } from '../../data/latchkey.ts'
import { localDay } from '../../ui/time/days.ts'
import { useDirectoryStore } from '../../data/stores/directory.ts'
import type { PeopleList } from '../../data/stores/directory.ts'
import { isNotLoaded } from '../../data/directory/sync-messages.ts'
import { asksService, isSameFilter } from './list-query.ts'
import { readyViews } from './ready-views.ts'
import { createThrottle } from './throttle.ts'

/** Milliseconds between two counts while users keep changing. */
const countEvery = 1000
/** Filters in one request. */
const maxCounted = 30

/** Ready views and saved views, each with its number of users. */
export function useViews(account: string, list: Ref<PeopleList>) {
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const saved = useServiceQuery(account, 'directory.views')
  const saving = useAsyncAction()
  const ready = readyViews(localDay(new Date()))
  let latest = 0
  /** Undefined for views that could not be counted. */
  const counts = shallowRef<readonly (number | undefined)[]>([])
  const views = computed(() => saved.data.value ?? [])
  const filters = computed(() =>
    [...ready, ...views.value].slice(0, maxCounted).map(({ filter }) => filter),
  )

  async function count() {
    const turn = ++latest
    const all = filters.value
    // A filter that needs the service fails alone while that can’t be reached.
    const groups = [
      all.filter((filter) => !asksService(filter)),
      ...all.filter(asksService).map((filter) => [filter]),
    ]
    const found = new Map<DirectoryFilter, number>()
    for (const group of groups) {
      // A view works without its count; the next event counts again.
      const some = group.length ? await countOf(group).catch(() => []) : []
      if (turn !== latest) return
      some.forEach((number, place) => found.set(group[place]!, number))
      // Views saved or deleted meanwhile come last, and are counted again anyway.
      counts.value = all.map((filter) => found.get(filter))
    }
  }
  const countOf = (some: DirectoryFilter[]) => latchkey(account).directory.count({ filters: some })

  const countSoon = createThrottle(count, countEvery)
  let wasReading = false
  const host = useHost()
  const endings = [
    host.on('directory', ({ account: whose, state }) => {
      if (whose !== account) return
      const isReading = state.phase === 'reading'
      // The list is complete now, and counts of a part of it would be wrong.
      if (wasReading && !isReading) void count()
      else countSoon.run()
      wasReading = isReading
    }),
    host.on('queue', (news) => news.account === account && countSoon.run()),
    countSoon.stop,
  ]
  onScopeDispose(() => endings.forEach((end) => end()))
  watch(filters, countSoon.run, { immediate: true })

  /** Whether a view is shown; searching within it doesn’t leave it. */
  const isShown = ({ filter }: { filter: DirectoryFilter }) => {
    const { search, ...others } = list.value.filter
    return isSameFilter(filter, list.value.filter) || (!!search && isSameFilter(filter, others))
  }

  const save = (view: Omit<DirectoryView, 'id'> & { id?: string }) =>
    saving.run(async () => saved.set(await latchkey(account).directory.saveView(view)), view.name)
  const remove = (id: string) =>
    saving.run(async () => saved.set(await latchkey(account).directory.removeView({ id })), id)

  return {
    ready,
    views,
    counts: computed(() => {
      const state = store.stateOf(account)
      return state && isNotLoaded(state) ? [] : counts.value
    }),
    /** The shown view; a saved one wins over a ready one. */
    shownSaved: computed(() => views.value.find(isShown)),
    shownReady: computed(() => ready.find(isShown)),
    save,
    remove,
    failure: computed(() => saving.failure.value ?? saved.failure.value),
    reload: saved.reload,
    busy: saving.busy,
  }
}

export type Views = ReturnType<typeof useViews>
