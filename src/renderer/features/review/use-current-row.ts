import { type Ref, ref, watch } from 'vue'

/** Something that is decided about. */
interface DecidableRow {
  id: string | number
  decided: object | null
}

export interface DecidableRows<Item> {
  items: Readonly<Ref<readonly Item[]>>
  /** The row of the first loaded item. */
  offset: Readonly<Ref<number>>
  rowAt: Readonly<Ref<(row: number) => Item | undefined>>
}

/**
 * The current row, which follows its item when others leave the list. `listKey` identifies the filter and order, and
 * `show` makes a row current.
 */
export function useCurrentRow<Item extends DecidableRow>(
  { items, offset, rowAt }: DecidableRows<Item>,
  listKey: () => string,
  show: (row: number) => void,
  canDecide: (item: Item) => boolean = () => true,
) {
  const currentRow = ref(0)
  let followed = listKey()

  function goTo({ id }: Item) {
    const index = items.value.findIndex((item) => item.id === id)
    if (index < 0) return
    currentRow.value = offset.value + index
    show(currentRow.value)
  }

  watch(
    rowAt,
    (_, rowBefore) => {
      const item = followed === listKey() ? rowBefore(currentRow.value) : undefined
      followed = listKey()
      if (item) goTo(item)
    },
    { flush: 'sync' },
  )

  /** The next loaded item without a decision, after this one or else from the start. */
  function nextUndecided({ id }: Item): Item | undefined {
    const index = items.value.findIndex((item) => item.id === id)
    const others = [...items.value.slice(index + 1), ...items.value.slice(0, Math.max(0, index))]
    return others.find((item) => !item.decided && canDecide(item))
  }

  return { currentRow, goTo, nextUndecided }
}
