import type { QueryKey } from '@tanstack/vue-query'
import { computed, onScopeDispose, watch } from 'vue'
import type { Ref } from 'vue'
import type { Age, Failure } from '../../shared/failure.ts'
import { failureOf } from './latchkey.ts'
import { queryClient } from './query-client.ts'
import { addRead } from './reads.ts'
import { useConnectivityStore } from './stores/connectivity.ts'

/** Milliseconds until what is cached on disk is shown; a service that answers sooner is not preceded by it. */
const cacheAfterMs = 150

/** What is said beside an answer. */
export interface AnswerFacts {
  /** How old the oldest part of it is, where one was kept from before. */
  age?: Age
  /** When it was read, in milliseconds since 1970. */
  asOf: number
  /** How many entries of it could not be read. */
  skipped: number
}

/** The parts of a TanStack query that are needed here. */
interface AnyQuery<Data> {
  data: Ref<Data | undefined>
  error: Ref<Error | null>
  isFetching: Ref<boolean>
  isLoading: Ref<boolean>
  refetch(): Promise<unknown>
}

interface ReadOptions<Data> {
  factsOf(data: Data): AnswerFacts
  /** Shows what was read last while something else is read by a changed key. */
  keepsLast?: boolean
  /** Reads what the cache on disk has. */
  loadCached?: () => Promise<Data | undefined>
}

/**
 * What every screen shows of a query: its data, age and failure, which stay while it is read again or that fails.
 *
 * What is shown from before because the service cannot be reached is no failure of the screen where a `LastUpdated` says how
 * old it is. It is read again when the account is back online, as is what failed.
 */
export function useReadState<Data>(
  account: string,
  queryKey: Ref<QueryKey>,
  query: AnyQuery<Data>,
  { factsOf, loadCached, keepsLast = false }: ReadOptions<Data>,
) {
  /** What was in memory before this screen asked. */
  const remembered = query.data.value
  const data = computed<Data | undefined>(
    (before) => query.data.value ?? (keepsLast ? before : undefined),
  )
  const facts = computed(() => data.value && factsOf(data.value))
  const age = computed((): Age | undefined => {
    if (!facts.value) return undefined
    return data.value === remembered ? { asOf: facts.value.asOf } : facts.value.age
  })
  const skipped = computed(() => facts.value?.skipped ?? 0)
  const isMarked = addRead(age, skipped)

  /** Stays until something is read, so that the button that tries again keeps its place. */
  const broken = computed<{ key: QueryKey; failure?: Failure }>((before) => {
    const key = queryKey.value
    if (query.error.value) return { key, failure: failureOf(query.error.value) }
    return {
      key,
      failure: query.isLoading.value && before?.key === key ? before.failure : undefined,
    }
  })

  /** Begins anew also where nothing was read yet: what is under way may tell of before. */
  async function reload(): Promise<void> {
    const filter = { queryKey: queryKey.value, exact: true }
    void queryClient.cancelQueries(filter, { silent: true })
    await query.refetch()
  }

  async function showCached() {
    const isWanted = () => query.isFetching.value && data.value === undefined
    const found = isWanted() ? await loadCached?.() : undefined
    if (found && isWanted()) queryClient.setQueryData(queryKey.value, found)
  }
  if (loadCached) {
    const timer = setTimeout(() => void showCached(), cacheAfterMs)
    onScopeDispose(() => clearTimeout(timer))
  }

  const connectivity = useConnectivityStore()
  watch(
    () => connectivity.of(account).state,
    (state) => {
      if (state === 'online' && (broken.value.failure || age.value) && !query.isFetching.value) {
        void reload()
      }
    },
  )

  return {
    answer: data,
    failure: computed(() => broken.value.failure ?? (isMarked() ? undefined : age.value?.failure)),
    loading: query.isFetching,
    asOf: computed(() => facts.value?.asOf),
    age,
    /** Whether the data is from before, and the service has not answered yet. */
    isCached: computed(() => age.value !== undefined && age.value.failure === undefined),
    skipped,
    reload,
  }
}
