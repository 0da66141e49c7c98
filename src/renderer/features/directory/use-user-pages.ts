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

const maxPages = 40
/** Milliseconds between two reloads while rows keep changing. */
const refreshEvery = 500

/**
 * The rows of a list of users, loaded page by page as they come into view. Shown rows stay until newer ones arrive, also
 * those of another list.
 */
export function useUserPages(account: string, list: Ref<PeopleList>, firstRow: number) {
  const latchkey = useLatchkey()
  const store = useDirectoryStore()
  const connectivity = useConnectivityStore()
  const cache = createPageCache<DirectoryEntry>(peopleAtOnce, maxPages)
  /** The number of rows, once known. */
  const total = ref<number>()
  /** Filters that the service ignores, so that users can’t be selected by them. */
  const ignored = shallowRef<readonly ServerFilterName[]>([])
  const failure = shallowRef<Failure>()
  /** Counts the lists and the pages that were loaded. */
  const round = ref({ list: 0, rows: 0 })
  const isAsking = ref(false)
  /** Pages being loaded. */
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
      // The total of the previous list isn’t that of this one.
      if (!isAnswered) total.value = undefined
    }
    asked.delete(page)
    isAsking.value = asked.size > 0
    round.value = { ...round.value, rows: round.value.rows + 1 }
    // The answer may miss what changed while it was on its way.
    if (since !== changes && !failure.value) await read(page)
  }

  function begin() {
    isAnswered = true
    cache.clear()
    round.value = { ...round.value, list: round.value.list + 1 }
  }

  /** Sets which rows are in view. */
  function show(first: number, last: number) {
    shown = { first, last }
    if (isAnswered) readShown()
  }

  function readShown() {
    // A failure stays until the user or the connection retries.
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

  /** Reloads the rows in view. */
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

  /** The users of a range of rows, in view or not. */
  async function between(first: number, last: number): Promise<DirectoryEntry[]> {
    const users: DirectoryEntry[] = []
    const ofTurn = turn
    for (let page = Math.floor(first / peopleAtOnce); page <= last / peopleAtOnce; page += 1) {
      const start = page * peopleAtOnce
      if (!cache.rowAt(start)) await read(page)
      if (ofTurn !== turn || failure.value) break
      for (let at = Math.max(first, start); at <= last && at < start + peopleAtOnce; at += 1) {
        const user = cache.rowAt(at)
        if (user) users.push(user)
      }
    }
    return users
  }

  const refreshSoon = createThrottle(refresh, refreshEvery)
  const onChange = (event: { account: string }) => {
    if (event.account === account) refreshSoon.run()
  }
  const host = useHost()
  const endings = [host.on('directory', onChange), host.on('queue', onChange), refreshSoon.stop]
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

export type UserPages = ReturnType<typeof useUserPages>
