import { useVirtualizer } from '@tanstack/vue-virtual'
import { type Ref, computed, onMounted, ref } from 'vue'

/** Lists up to this length are rendered in full. */
const maxUnvirtualized = 2000

/**
 * Picks which of a list’s rows to render: all of them, or only those in view if the list is long. `rowHeight` is the
 * estimate until a row is measured.
 */
export function useVirtualRows<Row>(
  rows: () => readonly Row[],
  list: Readonly<Ref<HTMLElement | null>>,
  rowHeight: number,
) {
  const scroller = ref<HTMLElement | null>(null)
  const offset = ref(0)
  onMounted(() => {
    scroller.value = list.value?.closest('main') ?? null
    const top = list.value?.getBoundingClientRect().top ?? 0
    offset.value = top + (scroller.value?.scrollTop ?? 0)
  })

  const isVirtual = computed(() => rows().length > maxUnvirtualized)
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: isVirtual.value ? rows().length : 0,
      estimateSize: () => rowHeight,
      getScrollElement: () => scroller.value,
      scrollMargin: offset.value,
      overscan: 10,
    })),
  )
  const shown = computed(() => {
    const all = rows()
    if (!isVirtual.value) return all.map((row, index) => ({ row, index }))
    return virtualizer.value.getVirtualItems().map(({ index }) => ({ row: all[index]!, index }))
  })
  /** The space that rows above and below the rendered ones take up. */
  const space = computed(() => {
    if (!isVirtual.value) return undefined
    const items = virtualizer.value.getVirtualItems()
    const [first, last] = [items[0], items.at(-1)]
    if (!first || !last) return { paddingBlock: `0 ${virtualizer.value.getTotalSize()}px` }
    const above = first.start - offset.value
    const below = virtualizer.value.getTotalSize() - (last.end - offset.value)
    return { paddingBlock: `${above}px ${below}px` }
  })
  /** Measures a row, for lists whose row heights vary. Rows must have their index as `data-index`. */
  const measure = (row: unknown) => {
    if (row instanceof HTMLElement && isVirtual.value) virtualizer.value.measureElement(row)
  }

  return { shown, space, measure }
}
