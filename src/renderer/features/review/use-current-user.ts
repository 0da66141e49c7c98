import { type Ref, ref, watch } from 'vue'
import type { ReviewedUser } from '../../../shared/operations/review.ts'

interface Users {
  items: Readonly<Ref<readonly ReviewedUser[]>>
  /** The row of the first loaded user. */
  offset: Readonly<Ref<number>>
  rowAt: Readonly<Ref<(row: number) => ReviewedUser | undefined>>
}

/**
 * The row of the current user, which it follows when others leave the list. `listKey` identifies the filter and order,
 * and `show` makes a row current.
 */
export function useCurrentUser(
  { items, offset, rowAt }: Users,
  listKey: () => string,
  show: (row: number) => void,
) {
  const currentRow = ref(0)
  let followed = listKey()

  function goTo({ id }: ReviewedUser) {
    const index = items.value.findIndex((user) => user.id === id)
    if (index < 0) return
    currentRow.value = offset.value + index
    show(currentRow.value)
  }

  watch(
    rowAt,
    (_, rowBefore) => {
      const user = followed === listKey() ? rowBefore(currentRow.value) : undefined
      followed = listKey()
      if (user) goTo(user)
    },
    { flush: 'sync' },
  )

  /** The next loaded user without a decision, after this one or else from the start. */
  function nextUndecided({ id }: ReviewedUser): ReviewedUser | undefined {
    const index = items.value.findIndex((user) => user.id === id)
    const others = [...items.value.slice(index + 1), ...items.value.slice(0, Math.max(0, index))]
    return others.find(({ decided }) => !decided)
  }

  return { currentRow, goTo, nextUndecided }
}
