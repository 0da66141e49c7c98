import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import type { DirectoryFilter, DirectoryView } from '../../../shared/app/directory.ts'
import { useAction } from '../../data/use-action.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { useHost, useLatchkey } from '../../data/latchkey.ts'
import { localDay } from '../../ui/time/days.ts'
import { useDirectoryStore } from '../../data/stores/directory.ts'
import type { PeopleList } from '../../data/stores/directory.ts'
import { isNotLoaded } from '../../data/directory/sync-messages.ts'
import { asksService, isSameFilter } from './list-query.ts'
import { readyViews } from './ready-views.ts'
import { createThrottle } from './throttle.ts'

/** Milliseconds between two counts of people who keep changing. */
const countEvery = 1000
/** As many filters as are counted at once. */
const mostCounted = 30

/** The lists that are always there and those that somebody keeps, each with how many people are in it. */
export function useViews(account: string, list: Ref<PeopleList>) {
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const saved = useServiceQuery(account, 'directory.views')
  const saving = useAction()
  const ready = readyViews(localDay(new Date()))
  let latest = 0
  /** Of views that could not be counted nothing is said. */
  const counts = shallowRef<readonly (number | undefined)[]>([])
  const views = computed(() => saved.data.value ?? [])
  const filters = computed(() =>
    [...ready, ...views.value].slice(0, mostCounted).map(({ filter }) => filter),
  )

  async function count() {
    const turn = ++latest
    const all = filters.value
    // Those that need the service must not take the others with them where it cannot be asked.
    const groups = [
      all.filter((filter) => !asksService(filter)),
      ...all.filter(asksService).map((filter) => [filter]),
    ]
    const found = new Map<DirectoryFilter, number>()
    for (const group of groups) {
      // A list without its count is still a list; the next news counts again.
      const some = group.length ? await countOf(group).catch(() => []) : []
      if (turn !== latest) return
      some.forEach((number, place) => found.set(group[place]!, number))
      // Views that were kept or deleted meanwhile stand after all others, and are counted again anyway.
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
      // The list is whole now, and numbers of a part of it beside it would be wrong ones.
      if (wasReading && !isReading) void count()
      else countSoon.run()
      wasReading = isReading
    }),
    host.on('queue', (news) => news.account === account && countSoon.run()),
    countSoon.stop,
  ]
  onScopeDispose(() => endings.forEach((end) => end()))
  watch(filters, countSoon.run, { immediate: true })

  /** Whether this is what is shown; words that are searched for within a view do not lead out of it. */
  const isShown = ({ filter }: { filter: DirectoryFilter }) => {
    const { search: words, ...others } = list.value.filter
    return isSameFilter(filter, list.value.filter) || (!!words && isSameFilter(filter, others))
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
    /** The one that is shown: a kept one before one that is always there. */
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
