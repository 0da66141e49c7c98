import { computed, onScopeDispose, ref } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { LastActivity } from '../../../shared/gitlab/current-user.ts'
import { eachPage } from '../../bridge/all-pages.ts'
import { aged, failureOf, fromCache, useHost } from '../../bridge/latchkey.ts'
import type { LatchkeyClient } from '../../bridge/latchkey.ts'
import { activityDay } from './activity-rows.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'

/** The activities loaded so far. */
interface LoadedActivities {
  /** By username, so a user who moves to another page isn’t listed twice. */
  entries: ReadonlyMap<string, LastActivity>
  isComplete: boolean
  /** The unreadable entries of pages that earlier loads read. */
  skippedBefore?: number
  /** The cursor for the remaining pages; absent if loading starts with the first page. */
  next?: string
  /** Why the remaining pages couldn’t be loaded. */
  failure?: Failure
}

/**
 * Users active since a date, loaded page by page from GitLab, oldest first. Loading can be stopped and resumed.
 */
export function useServiceActivities(account: string, from: string) {
  const host = useHost()
  // Always requests whole months, so cached responses can be reused on other days.
  const month = `${from.slice(0, 7)}-01`
  /** The number of entries loaded so far. */
  const progress = ref(0)
  /** The total number of entries, if GitLab sends it. */
  const total = ref<number>()
  let stop: () => void = () => undefined
  let interruptedPart: LoadedActivities | undefined

  const list = useAccountQuery(account, ['activities', from], load, {
    cached: () => fromCache(host, loadCached),
  })
  onScopeDispose(() => stop())
  const skipped = computed(() => list.skipped.value + (list.data.value?.skippedBefore ?? 0))

  function pagesOf(read: LatchkeyClient, after?: string) {
    return eachPage((cursor) => read(account).user.activities({ from: month, cursor }), after)
  }

  async function load(latchkey: LatchkeyClient): Promise<LoadedActivities> {
    stop()
    const { promise: stopRequested, resolve } = Promise.withResolvers<undefined>()
    stop = () => resolve(undefined)
    const skippedBefore = interruptedPart ? skipped.value : 0
    const entries = new Map(interruptedPart?.entries)
    let next = interruptedPart?.next
    interruptedPart = undefined
    progress.value = entries.size
    try {
      const pages = pagesOf(latchkey, next)
      for (;;) {
        const step = await Promise.race([pages.next(), stopRequested])
        if (step === undefined)
          return completeList() ?? { entries, isComplete: false, next, skippedBefore }
        if (step.done) return { entries, isComplete: true, skippedBefore }
        addEntries(entries, step.value.items)
        next = step.value.next
        progress.value = entries.size
        total.value = step.value.total ?? total.value
      }
    } catch (error) {
      if (entries.size === 0 || completeList()) throw error
      return { entries, isComplete: false, next, skippedBefore, failure: failureOf(error) }
    }
  }

  /** The current list if it is complete, because a partial one must not replace it. */
  function completeList(): LoadedActivities | undefined {
    const { data, asOf } = list
    return data.value?.isComplete ? aged({ ...data.value }, { asOf: asOf.value! }) : undefined
  }

  async function loadCached(read: LatchkeyClient): Promise<LoadedActivities> {
    const entries = new Map<string, LastActivity>()
    for await (const page of pagesOf(read)) addEntries(entries, page.items)
    return { entries, isComplete: true }
  }

  /** Resumes loading after a stop or failure. */
  function loadRest() {
    interruptedPart = list.data.value
    return list.reload()
  }

  const { data, loading, failure, asOf, reload } = list
  return {
    /** Undefined until there is something to show. */
    entries: computed(
      () =>
        data.value && [...data.value.entries.values()].filter((user) => activityDay(user) >= from),
    ),
    isComplete: computed(() => data.value?.isComplete ?? false),
    progress,
    total,
    loading,
    failure,
    /** Why the list is incomplete. */
    restFailure: computed(() => data.value?.failure),
    asOf,
    skipped,
    reload,
    loadRest,
    stop: () => stop(),
  }
}

function addEntries(entries: Map<string, LastActivity>, items: readonly LastActivity[]): void {
  for (const entry of items) entries.set(entry.username, entry)
}
