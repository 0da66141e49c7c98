import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import type { QueueCounts, QueueSummary } from '../../shared/operations/queue.ts'
import { type QueueState, countInStates, openStates } from '../../shared/rules/item-states.ts'
import type { QueueEvent } from '../../shared/operations/host.ts'
import { coalesce } from '../bridge/coalesce.ts'
import { useHost, useLatchkey } from '../bridge/latchkey.ts'

type Counts = Partial<QueueCounts>

/** How many queued items are in these states, including the users that reviews read. */
export function countQueued(
  { counts, reads = {} }: Record<'counts', Counts> & Partial<Record<'reads', Counts | undefined>>,
  states: readonly QueueState[],
): number {
  return countInStates(counts, states) + countInStates(reads, states)
}

/** The maximum number of users in an event. An event that reaches it may be incomplete. */
const maxTargets = 100

type Listener = (targets: readonly number[]) => void

/** A summary of each account’s queue, updated by events. */
export const useQueueStore = defineStore('queue', () => {
  const latchkey = useLatchkey()
  const summaries = shallowReactive(new Map<string, QueueSummary>())
  const listeners = new Map<string, Set<Listener>>()
  const requested = new Set<string>()

  useHost().on('queue', (event) => {
    store(event.account, event.summary)
    notify(event)
  })

  function store(account: string, summary: QueueSummary) {
    requested.add(account)
    summaries.set(account, summary)
  }

  /** Applies an operation’s result. Its event may arrive later, or may already have brought a newer summary. */
  function put(account: string, summary: QueueSummary) {
    store(account, summary)
    void load(account)
  }

  function notify({ account, targets }: QueueEvent) {
    for (const listener of listeners.get(account) ?? []) listener(targets)
  }

  /** An account’s counts. The first call loads them; until then, they’re undefined. */
  function of(account: string): QueueSummary | undefined {
    const known = summaries.get(account)
    if (!known && !requested.has(account)) void load(account)
    return known
  }

  async function load(account: string): Promise<void> {
    requested.add(account)
    try {
      store(account, await latchkey(account).queue.summary())
    } catch {
      // The next call retries.
      requested.delete(account)
    }
  }

  function count(account: string, state: QueueState): number {
    return of(account)?.counts[state] ?? 0
  }

  /** How many unfinished items an account has. */
  function open(account: string): number {
    const summary = of(account)
    return summary ? countQueued(summary, [...openStates, 'conflict']) : 0
  }

  /** Calls the listener with the affected users’ IDs when an account’s queue changes. Returns an unsubscriber. */
  function watchQueue(account: string, listener: Listener): () => void {
    const subscribed = listeners.get(account) ?? new Set<Listener>()
    listeners.set(account, subscribed.add(listener))
    return () => void subscribed.delete(listener)
  }

  /** Subscribes to changes in a single user’s actions. Returns an unsubscriber. */
  function watchTarget(account: string, id: number, callback: () => void): () => void {
    return watchQueue(account, (targets) => {
      // An event without IDs follows a reconnect, so any user may be affected.
      const mayBeMore = targets.length === 0 || targets.length >= maxTargets
      if (mayBeMore || targets.includes(id)) callback()
    })
  }

  return { of, count, open, put, load, watchQueue, watchTarget }
})

/** The minimum interval (ms) between reloads, however often the queue changes. */
const minReloadIntervalMs = 400

/** Reloads whenever an account’s queue changes, at a limited rate and without overlaps. */
export function reloadOnQueueChange(account: string, reload: () => Promise<unknown>): void {
  let isDisposed = false
  const onChange = coalesce(async () => {
    if (isDisposed) return
    await reload()
    await new Promise((resolve) => setTimeout(resolve, minReloadIntervalMs))
  })
  const unsubscribe = useQueueStore().watchQueue(account, () => void onChange())
  onScopeDispose(() => {
    isDisposed = true
    unsubscribe()
  })
}
