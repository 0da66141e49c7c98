import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import type { Page } from '../../shared/service/index.ts'
import { type EndlessList, ListProgress } from '../../shared/service/list-progress.ts'
import { addPage, endless } from './all-pages.ts'
import { failureOf, useLatchkey } from './latchkey.ts'
import type { Latchkey } from './latchkey.ts'
import { useCachedResource, useReads } from './use-resource.ts'

/**
 * A list that the service gives page by page. What is there is never taken for all: `isComplete` says whether it is.
 *
 * Rows that shift from one page to the next while one reads are shown once, by `keyOf`.
 */
export function usePagedList<Item>(
  account: string,
  load: (latchkey: Latchkey, cursor?: string) => Promise<Page<Item>>,
  keyOf: (item: Item) => string | number,
) {
  const latchkey = useLatchkey()
  const first = useCachedResource(account, load)
  /** The pages after the first, and which first page they follow. */
  const rest = shallowRef<{ of?: Page<Item>; pages: Page<Item>[] }>({ pages: [] })
  const moreFailure = shallowRef<Failure>()
  const readingAfter = ref<string>()

  const pages = computed(() => {
    const page = first.data.value
    return page ? [page, ...(rest.value.of === page ? rest.value.pages : [])] : []
  })
  const items = computed((): Item[] => [
    ...new Map(pages.value.flatMap((page) => page.items).map((one) => [keyOf(one), one])).values(),
  ])
  const next = computed(() => pages.value.at(-1)?.next)
  const skippedLater = computed(() =>
    pages.value.slice(1).reduce((sum, page) => sum + (page.skipped ?? 0), 0),
  )
  useReads().skipped.push(skippedLater)

  /** Reads the next page; answers whether it is there. */
  async function more(): Promise<boolean> {
    const of = first.data.value
    const cursor = next.value
    if (!of || cursor === undefined || readingAfter.value === cursor) return false
    readingAfter.value = cursor
    moreFailure.value = undefined
    try {
      const page = await load(latchkey, cursor)
      if (first.data.value !== of) return false
      const all = [...pages.value, page]
      const trouble = troubleOf(all)
      if (trouble) throw endless(trouble, 'What came so far stays.')
      rest.value = { of, pages: all.slice(1) }
      return true
    } catch (error) {
      if (first.data.value === of) moreFailure.value = failureOf(error)
      return false
    } finally {
      if (readingAfter.value === cursor) readingAfter.value = undefined
    }
  }

  async function reload() {
    moreFailure.value = undefined
    await first.reload()
  }

  return {
    items,
    isRead: computed(() => first.data.value !== undefined),
    isComplete: computed(() => first.data.value !== undefined && next.value === undefined),
    /** How many there are in all, where the service says so. */
    total: computed(() =>
      first.data.value && next.value === undefined ? items.value.length : first.data.value?.total,
    ),
    failure: first.failure,
    loading: first.loading,
    asOf: first.asOf,
    /** How many entries of what is shown could not be read. */
    skipped: computed(() => first.skipped.value + skippedLater.value),
    reload,
    more,
    readingMore: computed(() => readingAfter.value !== undefined),
    moreFailure,
  }
}

/** Why nothing more is asked for after these pages. */
function troubleOf(pages: readonly Page<unknown>[]): EndlessList | undefined {
  const progress = new ListProgress()
  return pages.map((page) => addPage(progress, page)).at(-1)
}
