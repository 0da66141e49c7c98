import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { QueueState, QueueSummary } from '../../../shared/app/queue.ts'
import type { QueueEvent } from '../../../shared/host.ts'
import { useHost, useLatchkey } from '../latchkey.ts'

/** States in which something still has to happen. */
export const openStates = ['undoable', 'ready', 'sending', 'unknown', 'conflict'] as const

/** As many people as one piece of news names; there may be more of them then. */
const mostTargets = 100

type Listener = (targets: readonly number[]) => void

/** How each account's queue of actions stands, kept fresh by the host. */
export const useQueueStore = defineStore('queue', () => {
  const latchkey = useLatchkey()
  const summaries = shallowRef<ReadonlyMap<string, QueueSummary>>(new Map())
  const listeners = new Map<string, Set<Listener>>()
  const asked = new Set<string>()

  useHost().on('queue', (news) => {
    put(news.account, news.summary)
    tell(news)
  })

  /** Takes over what an operation answered, as the event about it may come later. */
  function put(account: string, summary: QueueSummary) {
    asked.add(account)
    summaries.value = new Map([...summaries.value, [account, summary]])
  }

  function tell({ account, targets }: QueueEvent) {
    for (const listener of listeners.get(account) ?? []) listener(targets)
  }

  /** The counts of an account, undefined until they are known; the first who looks asks for them. */
  function of(account: string): QueueSummary | undefined {
    const known = summaries.value.get(account)
    if (!known && !asked.has(account)) void load(account)
    return known
  }

  async function load(account: string): Promise<void> {
    asked.add(account)
    try {
      put(account, await latchkey(account).queue.summary())
    } catch {
      // The next who looks asks again; until then nothing is claimed.
      asked.delete(account)
    }
  }

  function count(account: string, state: QueueState): number {
    return of(account)?.counts[state] ?? 0
  }

  /** How many actions of an account have not come to their end. */
  function open(account: string): number {
    return openStates.reduce((sum, state) => sum + count(account, state), 0)
  }

  /** Calls back whenever something moves in an account's queue, with the people it was about; returns what ends it. */
  function watchQueue(account: string, listener: Listener): () => void {
    const named = listeners.get(account) ?? new Set<Listener>()
    listeners.set(account, named.add(listener))
    return () => void named.delete(listener)
  }

  /** Calls back whenever an action on one person moves; returns what ends it. */
  function watchTarget(account: string, id: number, callback: () => void): () => void {
    return watchQueue(account, (targets) => {
      // No names at all: the page was cut off from its host, and anybody may have been among those whom it missed.
      const mayBeMore = targets.length === 0 || targets.length >= mostTargets
      if (mayBeMore || targets.includes(id)) callback()
    })
  }

  return { of, count, open, put, load, watchQueue, watchTarget }
})
