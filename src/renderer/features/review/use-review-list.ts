import { type Ref, onScopeDispose, watch } from 'vue'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { useRemembered } from '../../ui/remembered.ts'

/** Minimum interval (ms) between reloads while a review is running. */
const reloadMs = 2_000

interface ReviewOrder<Column> {
  by: Column
  direction: 'asc' | 'desc'
}

/**
 * The page size and sort order of a review list. Selecting the same column again reverses the order, which is
 * remembered under `name`.
 */
export function useReviewOrder<Column extends string>(by: Column, size: number, name?: string) {
  const order = useRemembered<ReviewOrder<Column>>(
    name,
    { by, direction: 'asc' },
    (stored) => typeof stored.by === 'string' && ['asc', 'desc'].includes(stored.direction),
  )

  function sortBy(column: Column) {
    const isSame = order.value.by === column
    const direction = isSame && order.value.direction === 'asc' ? 'desc' : 'asc'
    order.value = { by: column, direction }
  }

  return { order, size, sortBy }
}

/** Reloads a list while the review is running. */
export function reloadWhileRunning(
  state: Readonly<Ref<ReviewState | undefined>>,
  reload: () => Promise<unknown>,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function reloadNow() {
    clearTimeout(timer)
    timer = undefined
    void reload()
  }
  watch(
    () => [state.value?.read, state.value?.places?.read],
    () => (timer ??= setTimeout(reloadNow, reloadMs)),
  )
  // When the review ends, the numbers change one last time.
  watch([() => state.value?.phase, () => state.value?.startedAt], reloadNow)
  onScopeDispose(() => clearTimeout(timer))
}
