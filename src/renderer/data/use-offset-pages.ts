import { computed, ref, watch } from 'vue'
import { useResource } from './use-resource.ts'

/** A list of this machine of which one page is shown, by its place: rows `offset` to `offset + size` of `total`. */
export function useOffsetPages<Answer extends { items: unknown[]; total: number }>(
  account: string,
  size: number,
  load: (at: { offset: number; limit: number }) => Promise<Answer>,
) {
  const offset = ref(0)
  const page = useResource(account, () => load({ offset: offset.value, limit: size }))
  const total = computed(() => page.data.value?.total ?? 0)

  watch(offset, page.reload)
  // What was on the last page may be gone.
  watch(total, (rows) => {
    if (rows > 0 && offset.value >= rows) offset.value = Math.floor((rows - 1) / size) * size
  })

  /** Reads from the beginning, as it is about something else now. */
  function restart(): void {
    if (offset.value === 0) void page.reload()
    else offset.value = 0
  }

  return {
    ...page,
    offset,
    size,
    total,
    items: computed((): Answer['items'] => page.data.value?.items ?? []),
    restart,
  }
}
