import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import type { DirectoryEntry } from '../../../shared/app/directory.ts'
import type { ServerFilterName } from '../../../shared/app/directory-columns.ts'
import { peopleAtOnce } from '../../../shared/limits.ts'
import type { Failure } from '../../../shared/failure.ts'
import { failureOf, useHost, useLatchkey } from '../../data/latchkey.ts'
import { useConnectivityStore } from '../../data/stores/connectivity.ts'
import { useDirectoryStore } from '../../data/stores/directory.ts'
import type { PeopleList } from '../../data/stores/directory.ts'
import { createPageCache } from './page-cache.ts'
import { createThrottle } from './throttle.ts'

const pagesKept = 40
/** Milliseconds between two looks at rows that keep changing. */
const refreshEvery = 500

/**
 * The rows of a list of people, read page by page as they come into view. What is shown stays until newer rows come, also
 * when another list is asked for.
 */
export function usePeoplePages(account: string, list: Ref<PeopleList>, firstRow: number) {
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const connectivity = useConnectivityStore()
  const cache = createPageCache<DirectoryEntry>(peopleAtOnce, pagesKept)
  /** How many there are, once that is known. */
  const total = ref<number>()
  /** Filters that the service ignores, so that nobody can be selected by them. */
  const ignored = shallowRef<readonly ServerFilterName[]>([])
  const failure = shallowRef<Failure>()
  /** Counts the lists that were answered, and the rows that came. */
  const round = ref({ list: 0, rows: 0 })
  const isAsking = ref(false)
  /** Pages that are asked for and did not come yet. */
  const asked = new Map<number, Promise<void>>()
  let shown = { first: firstRow, last: firstRow }
  let turn = 0
  let changes = 0
  let isAnswered = false

  function read(page: number): Promise<void> {
    const reading = asked.get(page) ?? readNow(page)
    asked.set(page, reading)
    return reading
  }

  async function readNow(page: number): Promise<void> {
    const [ofTurn, since] = [turn, changes]
    try {
      const range = { offset: page * peopleAtOnce, limit: peopleAtOnce }
      const found = await latchkey(account).directory.search({ ...list.value, ...range })
      if (ofTurn !== turn) return
      store.putState(account, found.state)
      if (!isAnswered) begin()
      cache.put(page, found.items)
      total.value = found.total
      ignored.value = found.ignored ?? []
      failure.value = undefined
    } catch (error) {
      if (ofTurn !== turn) return
      failure.value = failureOf(error)
      // How many the list before had says nothing of this one.
      if (!isAnswered) total.value = undefined
    }
    asked.delete(page)
    isAsking.value = asked.size > 0
    round.value = { ...round.value, rows: round.value.rows + 1 }
    // What changed while the answer was on its way may not be in it.
    if (since !== changes && !failure.value) await read(page)
  }

  function begin() {
    isAnswered = true
    cache.clear()
    round.value = { ...round.value, list: round.value.list + 1 }
  }

  /** Tells which rows are in view. */
  function show(first: number, last: number) {
    shown = { first, last }
    if (isAnswered) readShown()
  }

  function readShown() {
    // A failure stands until somebody or a connection tries again.
    if (failure.value) return
    const end = Math.max(0, (total.value ?? 1) - 1)
    const [first, last] = [Math.min(shown.first, end), Math.min(shown.last, end)]
    for (const page of cache.use(first, last)) void read(page)
    isAsking.value = asked.size > 0
  }

  function ask(page = 0) {
    turn += 1
    asked.clear()
    isAnswered = false
    failure.value = undefined
    isAsking.value = true
    void read(page)
  }

  /** Reads what is in view again. */
  function refresh() {
    changes += 1
    cache.outdate()
    if (isAnswered) readShown()
  }

  function retry() {
    if (!isAnswered) return ask()
    failure.value = undefined
    refresh()
  }

  /** People at places of the list, also those who are not in view. */
  async function between(first: number, last: number): Promise<DirectoryEntry[]> {
    const people: DirectoryEntry[] = []
    const ofTurn = turn
    for (let page = Math.floor(first / peopleAtOnce); page <= last / peopleAtOnce; page += 1) {
      const start = page * peopleAtOnce
      if (!cache.rowAt(start)) await read(page)
      if (ofTurn !== turn || failure.value) break
      for (let at = Math.max(first, start); at <= last && at < start + peopleAtOnce; at += 1) {
        const person = cache.rowAt(at)
        if (person) people.push(person)
      }
    }
    return people
  }

  const refreshSoon = createThrottle(refresh, refreshEvery)
  const news = (about: { account: string }) => {
    if (about.account === account) refreshSoon.run()
  }
  const host = useHost()
  const endings = [host.on('directory', news), host.on('queue', news), refreshSoon.stop]
  onScopeDispose(() => endings.forEach((end) => end()))
  watch(list, () => ask())
  watch(
    () => connectivity.of(account).state,
    (state) => state === 'online' && failure.value && retry(),
  )

  ask(Math.floor(firstRow / peopleAtOnce))
  return {
    total,
    ignored,
    failure,
    round,
    isAsking,
    rowAt: cache.rowAt,
    show,
    between,
    retry,
    refresh,
  }
}

export type PeoplePages = ReturnType<typeof usePeoplePages>
