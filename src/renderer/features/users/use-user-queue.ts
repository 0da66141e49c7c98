import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { isDeletion } from '../../../shared/rules/moderation.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { isFinal } from '../../components/moderation/moderation-outcome.ts'
import { useQueueStore } from '../../stores/queue.ts'
import { useModeration } from '../../components/moderation/use-moderation.ts'
import { type UserQueue, useQueueActions } from '../../components/moderation/use-queue-actions.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'

/** How many actions to load. Queued ones are always among the newest. */
const maxActions = 20

/** Results that the user dismissed. They reappear when the page is reloaded. */
const useDismissedStore = defineStore('dismissed', () => {
  const dismissed = shallowRef<ReadonlySet<string>>(new Set())
  const key = (account: string, action: number) => `${account} ${action}`

  return {
    has: (account: string, action: number) => dismissed.value.has(key(account, action)),
    add: (account: string, action: number) => {
      dismissed.value = new Set([...dismissed.value, key(account, action)])
    },
  }
})

/** A user’s queued actions, plus the last one if it failed. Calls back when an action ends. */
export function useUserQueue(account: string, id: number, onEnd: () => unknown): UserQueue {
  const dismissed = useDismissedStore()
  const list = useServiceQuery(account, 'queue.list', { target: id, limit: maxActions })
  const actions = useQueueActions(account, list.reload)
  const { follow } = useModeration(account)
  onScopeDispose(useQueueStore().watchTarget(account, id, () => void list.reload()))

  watch(list.data, (now, before) => {
    // The loaded user already reflects actions that ended before the first read.
    if (!now || !before) return
    const endedBefore = before.items.filter(isFinal).map(endKey)
    if (now.items.filter(isFinal).some((action) => !endedBefore.includes(endKey(action)))) onEnd()
  })

  const shown = computed(() =>
    (list.data.value?.items ?? []).filter((action, index) => {
      if (action.state === 'conflict' || !isFinal(action)) return true
      const hasFailed = action.state === 'refused' || action.state === 'expired'
      return hasFailed && index === 0 && !dismissed.has(account, action.id)
    }),
  )

  const isLeaving = computed(() => {
    const last = list.data.value?.items[0]
    if (last?.failure?.reason === 'deletion-stalled') return false
    return last?.state === 'done' && isDeletion(last.action)
  })

  /** Restarts an action and also reports its new outcome. */
  async function followRestart(action: QueuedAction, start: () => Promise<boolean | undefined>) {
    if (await start()) follow(action)
  }

  return {
    shown,
    pending: computed(
      () =>
        new Set(
          shown.value
            .filter((action) => !isFinal(action) && action.state !== 'scheduled')
            .map(({ action }) => action),
        ),
    ),
    scheduled: computed(
      () =>
        new Map(
          shown.value.flatMap(({ action, state, due }) =>
            state === 'scheduled' && due ? [[action, due.at] as const] : [],
          ),
        ),
    ),
    waiting: computed(
      () =>
        shown.value.findLast((action) => !isFinal(action) && action.state !== 'scheduled')?.action,
    ),
    isLeaving,
    failure: list.failure,
    reload: list.reload,
    actions,
    retry: (action: QueuedAction) => followRestart(action, () => actions.retry(action)),
    decide: (action: QueuedAction, decision: 'apply' | 'drop') =>
      decision === 'drop'
        ? actions.decide(action, decision)
        : followRestart(action, () => actions.decide(action, decision)),
    dismiss: ({ id: action }: QueuedAction) => dismissed.add(account, action),
  }
}

/** Identifies an outcome. An action has several if it was rejected and queued again. */
function endKey({ id, state, finished }: QueuedAction): string {
  return `${id} ${state} ${finished ?? ''}`
}
