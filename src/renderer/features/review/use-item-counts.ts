import { type Ref, computed } from 'vue'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { useAfterActions } from '../../bridge/use-async-action.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'
import { reloadOnQueueChange } from '../../stores/queue.ts'
import { reloadWhileRunning } from './use-review-list.ts'

/** Numbers of a review’s items, which follow decisions and what is carried out; undefined until known. */
export function useItemCounts(account: string, state: Readonly<Ref<ReviewState | undefined>>) {
  const { data, reload } = useAccountQuery(
    account,
    () => ['review.items', 'counts', state.value?.id],
    async (latchkey) => {
      const { id: review } = state.value ?? {}
      if (review === undefined) return undefined
      return (await latchkey(account).review.items({ review, limit: 1 })).counts
    },
  )
  useAfterActions(() => void reload())
  reloadWhileRunning(state, reload)
  reloadOnQueueChange(account, async () => {
    if (state.value?.closed) await reload()
  })
  return computed(() => data.value)
}
