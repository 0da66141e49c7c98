import { computed, onScopeDispose, watch } from 'vue'
import { moderationRules } from '../../../shared/moderation.ts'
import type { QueuedAction } from '../../../shared/app/queue.ts'
import { isFinal } from './moderation-outcome.ts'
import { useDismissedStore } from '../stores/dismissed.ts'
import { useQueueStore } from '../stores/queue.ts'
import { useModeration } from './use-moderation.ts'
import { useQueueActions } from './use-queue-actions.ts'
import { useServiceQuery } from '../use-service-query.ts'

/** As many actions on one person as are looked at; what is queued is always among the newest. */
const newest = 20

/** What is queued for a person, and what was refused last. Calls back when an action has come to its end. */
export function usePersonQueue(account: string, id: number, onEnd: () => unknown) {
  const dismissed = useDismissedStore()
  const list = useServiceQuery(account, 'queue.list', { target: id, limit: newest })
  const actions = useQueueActions(account, list.reload)
  const { follow } = useModeration(account)
  onScopeDispose(useQueueStore().watchTarget(account, id, () => void list.reload()))

  watch(list.data, (now, before) => {
    // What had ended before the first look is in what was read of the person.
    if (!now || !before) return
    const known = before.items.filter(isFinal).map(ended)
    if (now.items.filter(isFinal).some((action) => !known.includes(ended(action)))) onEnd()
  })

  const shown = computed(() =>
    (list.data.value?.items ?? []).filter((action, index) => {
      if (action.state === 'conflict' || !isFinal(action)) return true
      const isTrouble = action.state === 'refused' || action.state === 'expired'
      return isTrouble && index === 0 && !dismissed.has(account, action.id)
    }),
  )

  /** Whether the service has said that it deletes them; it does so in its own time (`app/models/user.rb`, `delete_async`). */
  const isLeaving = computed(() => {
    const last = list.data.value?.items[0]
    return last?.state === 'done' && moderationRules[last.action].becomes === 'gone'
  })

  /** What begins to move again has a result again, which is said as well. */
  async function again(action: QueuedAction, begin: () => Promise<boolean | undefined>) {
    if (await begin()) follow(action)
  }

  return {
    shown,
    /** Actions that need not be ordered, as they are queued. */
    pending: computed(
      () => new Set(shown.value.filter((one) => !isFinal(one)).map(({ action }) => action)),
    ),
    isLeaving,
    failure: list.failure,
    reload: list.reload,
    actions,
    retry: (one: QueuedAction) => again(one, () => actions.retry(one)),
    decide: (one: QueuedAction, decision: 'apply' | 'drop') =>
      decision === 'drop'
        ? actions.decide(one, decision)
        : again(one, () => actions.decide(one, decision)),
    dismiss: ({ id: action }: QueuedAction) => dismissed.add(account, action),
  }
}

/** An action and how it ended: a refused one that is ordered again ends a second time. */
function ended({ id, state, finished }: QueuedAction): string {
  return `${id} ${state} ${finished ?? ''}`
}

export type UserQueue = ReturnType<typeof usePersonQueue>
