import { useInfiniteQuery } from '@tanstack/vue-query'
import type { InfiniteData, QueryKey } from '@tanstack/vue-query'
import { type MaybeRefOrGetter, computed, ref, toValue, watch } from 'vue'
import { currentTime } from '../../shared/rules/clock.ts'
import type { Page } from '../../shared/gitlab/index.ts'
import { type ListProblem, ListProgress } from '../../shared/rules/list-progress.ts'
import { countPage, endless } from './all-pages.ts'
import { callByName, failureOf, fromCache, useHost, useLatchkey, withAge } from './latchkey.ts'
import type { AnswerOf, InputOf, LatchkeyClient, LoadResult, OperationName } from './latchkey.ts'
import { memoryCacheMs, queryClient } from './query-client.ts'
import { useAccountQuery, useReadState } from './use-service-query.ts'

type Cursor = string | undefined
type PageAnswer<Item> = LoadResult<Page<Item>> & { asOf: number }
type Pages<Item> = InfiniteData<PageAnswer<Item>, Cursor>

/**
 * A paged list from GitLab; `isComplete` turns true once everything is loaded.
 *
 * Rows that shift to the next page between requests are deduplicated by `keyOf`. Reloading starts over on page one.
 */
export function usePagedList<Item>(
  account: string,
  key: MaybeRefOrGetter<readonly unknown[]>,
  load: (latchkey: LatchkeyClient, cursor?: string) => Promise<Page<Item>>,
  keyOf: (item: Item) => string | number,
) {
  const host = useHost()
  const queryKey = computed((): QueryKey => [account, ...toValue(key)])
  const onlyFirst = { pages: 1 }

  const query = useInfiniteQuery<PageAnswer<Item>, Error, Pages<Item>, QueryKey, Cursor>(
    () => ({
      queryKey: queryKey.value,
      queryFn: ({ pageParam }) => read(pageParam),
      initialPageParam: undefined,
      getNextPageParam: ({ value }) => value.next,
      gcTime: memoryCacheMs,
      shallow: true,
      ...onlyFirst,
    }),
    queryClient,
  )
  const state = useReadState<Pages<Item>>(account, queryKey, withoutPageErrors(query), {
    factsOf: ({ pages: [first, ...later] }) => ({
      age: first?.age,
      asOf: first?.asOf ?? 0,
      skipped:
        (first?.skipped ?? 0) + later.reduce((sum, { value }) => sum + (value.skipped ?? 0), 0),
    }),
    async loadCached() {
      const found = await fromCache(host, load)
      return found && { pages: [{ ...found, asOf: found.age.asOf }], pageParams: [undefined] }
    },
  })

  async function read(cursor: Cursor): Promise<PageAnswer<Item>> {
    const before = cursor === undefined ? [] : pages.value
    const loaded = await withAge(host, (latchkey) => load(latchkey, cursor))
    const problem = listProblem([...before, loaded.value])
    if (problem && before.length > 0) throw endless(problem, 'failures.partOfList')
    return { ...loaded, asOf: loaded.age?.asOf ?? currentTime() }
  }

  const pages = computed(() => (state.answer.value?.pages ?? []).map(({ value }) => value))
  const items = computed((): Item[] => [
    ...new Map(pages.value.flatMap((page) => page.items).map((one) => [keyOf(one), one])).values(),
  ])
  const isRead = computed(() => pages.value.length > 0)
  const isComplete = computed(() => isRead.value && pages.value.at(-1)?.next === undefined)

  /** Loads the next page; returns whether it succeeded. */
  async function more(): Promise<boolean> {
    if (!query.hasNextPage.value || query.isFetchingNextPage.value) return false
    // A reload in progress may change what comes next.
    if (query.isFetching.value) await query.refetch({ cancelRefetch: false })
    const { length } = pages.value
    await query.fetchNextPage()
    return pages.value.length > length
  }

  const { answer: _, ...others } = state
  return {
    ...others,
    items,
    isRead,
    isComplete,
    /** The total. Until all pages are loaded, it’s known only if GitLab sends it. */
    total: computed(() => (isComplete.value ? items.value.length : pages.value[0]?.total)),
    more,
    readingMore: query.isFetchingNextPage,
    moreFailure: computed(() => {
      const { isFetchNextPageError, isFetchingNextPage, error } = query
      if (!isFetchNextPageError.value || isFetchingNextPage.value) return undefined
      return failureOf(error.value)
    }),
  }
}

/** Operations that return a page of a locally stored list. */
type PageOperation = {
  [Name in OperationName]: AnswerOf<Name> extends { items: unknown[]; total: number } ? Name : never
}[OperationName]

interface Rows<Item> {
  items: Item[]
  total: number
}

type ItemsOf<Name extends PageOperation> =
  AnswerOf<Name> extends { items: infer Items extends unknown[] } ? Items : never

/** A page of a locally stored list: rows `offset` to `offset + size` of `total`. */
export function useOffsetPages<Name extends PageOperation>(
  account: string,
  name: Name,
  size: number,
  /** The rest of the operation’s input. Changing it returns to the first page. */
  filter: () => Omit<InputOf<Name>, 'offset' | 'limit'>,
) {
  type Item = ItemsOf<Name>[number]
  const latchkey = useLatchkey()
  const offset = ref(0)
  const inputAt = (start: number) =>
    ({ ...filter(), offset: start, limit: size }) as unknown as InputOf<Name>
  const page = useAccountQuery(
    account,
    () => [name, inputAt(offset.value)],
    async (client) => {
      const start = offset.value
      const loaded = await callByName(client(account || undefined), name, inputAt(start))
      return Object.assign({ offset: start }, loaded as AnswerOf<Name> & Rows<Item>)
    },
    { keepsPrevious: true },
  )
  const answer = page.data
  const total = computed(() => answer.value?.total ?? 0)

  watch(filter, (now, before) => {
    if (JSON.stringify(now) !== JSON.stringify(before)) offset.value = 0
  })
  // The current page may no longer exist.
  watch(total, (rows) => {
    if (rows > 0 && offset.value >= rows) offset.value = Math.floor((rows - 1) / size) * size
  })

  return {
    ...page,
    isRead: computed(() => answer.value !== undefined),
    offset,
    size,
    total,
    items: computed((): Item[] => answer.value?.items ?? []),
    /** Returns a row of the page; undefined for others. A new function for each page that loads. */
    rowAt: computed(() => {
      const { items, offset: start } = answer.value ?? { items: [], offset: 0 }
      return (index: number): Item | undefined => items[index - start]
    }),
    /** Moves to a page around these rows unless the current one includes them. */
    showRows(first: number, last: number) {
      if (first < offset.value || last >= offset.value + size)
        offset.value = Math.max(0, Math.round((first + last - size) / 2))
    },
    /** Loads the rows in a range, including both ends. */
    async rowsBetween(first: number, last: number): Promise<Item[]> {
      const rows: Item[] = []
      for (let start = first; start <= last; start += size) {
        const answered = await callByName(latchkey(account), name, inputAt(start))
        rows.push(...(answered as Rows<Item>).items)
      }
      return rows.slice(0, last - first + 1)
    },
  }
}

/** Hides later pages’ failures, because the pages already loaded remain valid. */
function withoutPageErrors<Query extends ReturnType<typeof useInfiniteQuery>>(query: Query) {
  return {
    ...query,
    error: computed(() => (query.isFetchNextPageError.value ? null : query.error.value)),
  }
}

/** The problem that rules out requesting more pages, if any. */
function listProblem(pages: readonly Page<unknown>[]): ListProblem | undefined {
  const progress = new ListProgress()
  return pages.map((page) => countPage(progress, page)).at(-1)
}
