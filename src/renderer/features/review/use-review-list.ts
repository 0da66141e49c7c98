import { type Ref, onScopeDispose, ref, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { useSelectionStore } from '../../stores/selection.ts'

/** Minimum interval (ms) between reloads while a review is running. */
const reloadMs = 2_000

/** One page of a review list, with its order. Selecting the same column again reverses it. */
export function useReviewOrder<Column extends string>(by: Column, size: number) {
  const order = ref<{ by: Column; direction: 'asc' | 'desc' }>({ by, direction: 'asc' })
  const offset = ref(0)

  function sortBy(column: Column) {
    const isSame = order.value.by === column
    const direction = isSame && order.value.direction === 'asc' ? 'desc' : 'asc'
    order.value = { by: column, direction }
    offset.value = 0
  }

  return { order: order as Ref<{ by: Column; direction: 'asc' | 'desc' }>, offset, size, sortBy }
}

/** Selects users in the user list, where actions are available. */
export function useSelectInUsers(account: string) {
  const router = useRouter()
  const selected = useSelectionStore().of(account)
  return async (ids: readonly number[]): Promise<void> => {
    selected.clear()
    selected.range(ids)
    await router.push({ name: 'directory', params: { account } })
  }
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
    () => state.value?.read,
    () => (timer ??= setTimeout(reloadNow, reloadMs)),
  )
  // The numbers change one last time when it ends.
  watch([() => state.value?.phase, () => state.value?.startedAt], reloadNow)
  onScopeDispose(() => clearTimeout(timer))
}
