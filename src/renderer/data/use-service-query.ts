import { useQuery } from '@tanstack/vue-query'
import type { QueryKey } from '@tanstack/vue-query'
import { computed, onScopeDispose, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'
import type { Age, Failure } from '../../shared/failure.ts'
import {
  ageOf,
  callByName,
  failureOf,
  fromCache,
  useHost,
  useLatchkey,
  withAge,
} from './latchkey.ts'
import type { AnswerOf, InputOf, Latchkey, Loaded, Operation } from './latchkey.ts'
import { keptFor, queryClient } from './query-client.ts'
import { addRead } from './reads.ts'
import { useConnectivityStore } from './stores/connectivity.ts'

interface QueryOptions<T> {
  /**
   * Shows what is in memory or cached on disk until the service answers. A function reads what is cached on disk its own
   * way; then nothing is kept in memory.
   */
  cached?: boolean | (() => ReturnType<typeof fromCache<T>>)
  /** Shows what was read last while something else is read by a changed key, as the next page of a list. */
  keepsLast?: boolean
}

/** An answer, and what is to be said beside it. */
interface Answer<T> extends AnswerFacts {
  value: T
}

/** What one operation answers, by its name: `useServiceQuery(account, 'users.get', { id })`. */
export function useServiceQuery<Name extends Operation>(
  account: string,
  name: Name,
  input: MaybeRefOrGetter<InputOf<Name>> = {} as InputOf<Name>,
  options?: QueryOptions<AnswerOf<Name>>,
) {
  return useAccountQuery(
    account,
    () => [name, toValue(input)],
    (latchkey) => callByName(latchkey(account || undefined), name, toValue(input)),
    options,
  )
}

/**
 * What a screen reads of a service or of this machine by several calls. `key` says what it is; `load` asks by the `latchkey`
 * that it is given, which may be the one over the cache.
 */
export function useAccountQuery<T>(
  account: string,
  key: MaybeRefOrGetter<readonly unknown[]>,
  load: (latchkey: Latchkey) => Promise<T>,
  { cached = false, keepsLast }: QueryOptions<T> = {},
) {
  const host = useHost()
  const latchkey = useLatchkey()
  const queryKey = computed(() => [account, ...toValue(key)])
  const query = useQuery(
    () => ({
      queryKey: queryKey.value,
      queryFn: async () => answerOf(await withAge(() => load(latchkey))),
      gcTime: cached === true ? keptFor : 0,
      shallow: true,
    }),
    queryClient,
  )
  const loadCached = cached === true ? () => fromCache(host, load) : cached || undefined
  const state = useReadState<Answer<T>>(account, queryKey, query, {
    factsOf: (answer) => answer,
    keepsLast,
    loadCached: loadCached && (async () => answerOf(await loadCached())),
  })
  if (cached !== true) onScopeDispose(forgetKey)

  function forgetKey() {
    queryClient.removeQueries({ queryKey: queryKey.value, exact: true, type: 'inactive' })
  }

  /** Takes over what a write answered. */
  function set(value: T) {
    const { skipped } = state
    const answer = answerOf({ value, age: ageOf(value), skipped: skipped.value })
    queryClient.setQueryData(queryKey.value, answer)
  }

  /** Reads by other means, for which this fails or succeeds as by its own. */
  async function reloadBy(other: () => Promise<T>) {
    const queryFn = async () => answerOf(await withAge(other))
    await queryClient.cancelQueries({ queryKey: queryKey.value, exact: true }, { silent: true })
    // The failure is shown by whoever shows this.
    await queryClient.fetchQuery({ queryKey: queryKey.value, queryFn }).catch(() => undefined)
  }

  const { answer, ...others } = state
  return { data: computed(() => answer.value?.value), ...others, set, reloadBy }
}

function answerOf<T>(loaded: Loaded<T>): Answer<T>
function answerOf<T>(loaded: Loaded<T> | undefined): Answer<T> | undefined
function answerOf<T>(loaded: Loaded<T> | undefined): Answer<T> | undefined {
  return loaded && { ...loaded, asOf: loaded.age?.asOf ?? Date.now() }
}

/** Reads again what is on the screen of an operation, and forgets the rest of it. */
export async function invalidate(account: string, name: Operation): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [account, name] })
}

/** Milliseconds until what is cached on disk is shown; a service that answers sooner is not preceded by it. */
const cacheAfterMs = 150

/** What is said beside an answer. */
interface AnswerFacts {
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
