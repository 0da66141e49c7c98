import { useQuery } from '@tanstack/vue-query'
import type { QueryKey } from '@tanstack/vue-query'
import { computed, onScopeDispose, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'
import { currentTime } from '../../shared/rules/clock.ts'
import type { Age, Failure } from '../../shared/rules/failure.ts'
import type { Host, homeReads } from '../../shared/operations/host.ts'
import { ageOf, callByName, failureOf, fromCache, useHost, withAge } from './latchkey.ts'
import type { AnswerOf, InputOf, LatchkeyClient, LoadResult, OperationName } from './latchkey.ts'
import { isCutOffUntilUserActs } from './cut-off.ts'
import { memoryCacheMs, queryClient } from './query-client.ts'
import { addRead } from './reads.ts'
import { useConnectivityStore } from './connectivity.ts'

interface QueryOptions<T> {
  /**
   * Shows data from memory or the disk cache until GitLab responds. A function replaces the disk cache and turns off
   * keeping data in memory.
   */
  cached?: boolean | (() => ReturnType<typeof fromCache<T>>)
  /** Shows the previous data while a new key loads, for example a list’s next page. */
  keepsPrevious?: boolean
  /** How long (ms) data that another screen loaded stays fresh. */
  staleMs?: number
}

/** A response and its metadata. */
export interface Answer<T> extends AnswerFacts {
  value: T
  /** Whether it’s the response to a write by Latchkey, which says nothing about changes by others. */
  isWritten?: boolean
}

/** A single operation’s response: `useServiceQuery(account, 'users.get', { id })`. */
export function useServiceQuery<Name extends OperationName>(
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
 * The result of a load that may make several calls, identified by `key`. `load` must use the client it receives, which
 * may read from the cache.
 */
export function useAccountQuery<T>(
  account: string,
  key: MaybeRefOrGetter<readonly unknown[]>,
  load: (latchkey: LatchkeyClient) => Promise<T>,
  { cached = false, keepsPrevious, staleMs }: QueryOptions<T> = {},
) {
  const host = useHost()
  const queryKey = computed(() => [account, ...toValue(key)])
  const query = useQuery(
    () => ({
      queryKey: queryKey.value,
      queryFn: async () => answerOf(await withAge(host, load)),
      gcTime: cached === true ? memoryCacheMs : 0,
      ...(staleMs !== undefined && { staleTime: staleMs, refetchOnMount: true }),
      shallow: true,
    }),
    queryClient,
  )
  const loadCached = cached === true ? () => fromCache(host, load) : cached || undefined
  const state = useReadState<Answer<T>>(account, queryKey, query, {
    factsOf: (answer) => answer,
    keepsPrevious,
    loadCached: loadCached && (async () => answerOf(await loadCached())),
  })
  if (cached !== true) onScopeDispose(forgetKey)

  function forgetKey() {
    queryClient.removeQueries({ queryKey: queryKey.value, exact: true, type: 'inactive' })
  }

  /** Replaces the data with a write’s response. */
  function set(value: T) {
    const { skipped } = state
    put(queryKey.value, answerOf({ value, age: ageOf(value), skipped: skipped.value }))
  }

  /** Reloads with a different request, whose data or failure replaces the current one. */
  async function reloadBy(request: (latchkey: LatchkeyClient) => Promise<T>) {
    const queryFn = async () => answerOf(await withAge(host, request))
    await queryClient.cancelQueries({ queryKey: queryKey.value, exact: true }, { silent: true })
    // The screen shows the failure.
    await queryClient.fetchQuery({ queryKey: queryKey.value, queryFn }).catch(() => undefined)
  }

  const { answer, ...others } = state
  return {
    data: computed(() => answer.value?.value),
    isWritten: computed(() => answer.value?.isWritten === true),
    ...others,
    set,
    reloadBy,
  }
}

/** The in-memory data for an operation without input. */
export function cachedAnswer<Name extends OperationName>(account: string, name: Name) {
  return queryClient.getQueryData<Answer<AnswerOf<Name>>>([account, name, {}])
}

/** Replaces the data for an operation without input. */
export function putAnswer<Name extends OperationName>(
  account: string,
  name: Name,
  value: AnswerOf<Name>,
  isWritten: boolean,
): void {
  put([account, name, {}], { ...answerOf({ value, skipped: 0 }), isWritten })
}

/** Returns a query’s value from memory, loading it if necessary. */
export async function ensureAnswer<T>(
  host: Host,
  queryKey: QueryKey,
  load: (latchkey: LatchkeyClient) => Promise<T>,
): Promise<T> {
  const queryFn = async () => answerOf(await withAge(host, load))
  const options = { queryKey, queryFn, gcTime: memoryCacheMs, staleTime: Infinity }
  return (await queryClient.fetchQuery(options)).value
}

/** Applies a write to an in-memory value. Restarts a read in progress, because it may miss the write. */
export function changeAnswer<T>(queryKey: QueryKey, edit: (value: T) => T): void {
  const isBeingRead = queryClient.isFetching({ queryKey, exact: true }) > 0
  const before = queryClient.getQueryData<Answer<T>>(queryKey)
  if (before) put(queryKey, { ...before, value: edit(before.value) })
  else void queryClient.cancelQueries({ queryKey, exact: true })
  if (isBeingRead) void queryClient.refetchQueries({ queryKey, exact: true })
}

/** Stores a response, canceling reads in progress because they’re older. */
function put(queryKey: QueryKey, answer: Answer<unknown>): void {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, answer)
}

/** Loads an operation without input from the disk cache, so that its first screen can show cached data immediately. */
export async function recallAnswer(
  host: Host,
  account: string,
  name: (typeof homeReads)[number],
): Promise<void> {
  const found = await fromCache(host, (latchkey) => callByName(latchkey(account), name, {}))
  if (!found) return
  const queryFn = () => answerOf(found)
  await queryClient.prefetchQuery({ queryKey: [account, name, {}], queryFn, gcTime: memoryCacheMs })
}

function answerOf<T>(loaded: LoadResult<T>): Answer<T>
function answerOf<T>(loaded: LoadResult<T> | undefined): Answer<T> | undefined
function answerOf<T>(loaded: LoadResult<T> | undefined): Answer<T> | undefined {
  return loaded && { ...loaded, asOf: loaded.age?.asOf ?? currentTime() }
}

/** Reloads an operation’s data that’s on screen and marks the rest as stale. */
export async function invalidate(account: string, name: OperationName): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [account, name] })
}

/** How long (ms) to wait for GitLab before showing data from the disk cache. */
const cacheAfterMs = 150

/** A response’s metadata, for display. */
interface AnswerFacts {
  /** The age of the oldest cached part, if any. */
  age?: Age
  /** When it was read (ms since 1970). */
  asOf: number
  /** The number of unreadable entries. */
  skipped: number
}

/** The parts of a TanStack query that are used here. */
interface AnyQuery<Data> {
  data: Ref<Data | undefined>
  error: Ref<Error | null>
  isFetching: Ref<boolean>
  isLoading: Ref<boolean>
  isStale: Ref<boolean>
  refetch(): Promise<unknown>
}

interface ReadOptions<Data> {
  factsOf(data: Data): AnswerFacts
  /** Shows the previous data while a new key loads. */
  keepsPrevious?: boolean
  /** Reads from the disk cache. */
  loadCached?: () => Promise<Data | undefined>
}

/**
 * A query’s state for screens: its data, age and failure, all kept during a reload.
 *
 * Cached data shown offline isn’t a failure if a `LastUpdated` shows its age, unless there’s something the user can do,
 * such as choosing a certificate. Cached data and failed reads are reloaded when the account is back online.
 */
export function useReadState<Data>(
  account: string,
  queryKey: Ref<QueryKey>,
  query: AnyQuery<Data>,
  { factsOf, loadCached, keepsPrevious = false }: ReadOptions<Data>,
) {
  /** Stale data that was already in memory when this screen opened. */
  const initialData = query.isStale.value ? query.data.value : undefined
  const data = computed<Data | undefined>(
    (before) => query.data.value ?? (keepsPrevious ? before : undefined),
  )
  const facts = computed(() => data.value && factsOf(data.value))
  const age = computed((): Age | undefined => {
    if (!facts.value) return undefined
    return data.value === initialData ? { asOf: facts.value.asOf } : facts.value.age
  })
  const skipped = computed(() => facts.value?.skipped ?? 0)
  /** Survives reloads until one succeeds, so that the retry button stays in place. */
  const lastFailure = computed<{ key: QueryKey; failure?: Failure }>((before) => {
    const key = queryKey.value
    if (query.error.value) return { key, failure: failureOf(query.error.value) }
    return {
      key,
      failure: query.isLoading.value && before?.key === key ? before.failure : undefined,
    }
  })

  const isMissing = computed(() => data.value === undefined && !!lastFailure.value.failure)
  const isAgeShown = addRead(age, skipped, isMissing)

  /** Why cached data is shown, unless a `LastUpdated` already explains it. */
  const cutOff = computed(() => {
    const cacheReason = age.value?.failure
    return cacheReason && isAgeShown() && !isCutOffUntilUserActs(cacheReason)
      ? undefined
      : cacheReason
  })

  /** Starts a new request even if one is running, because the running one’s response may be outdated. */
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
      if (
        state === 'online' &&
        (lastFailure.value.failure || age.value) &&
        !query.isFetching.value
      ) {
        void reload()
      }
    },
  )

  return {
    answer: data,
    failure: computed(() => {
      // The connection mark already says so, and each read of the screen would repeat it.
      if (data.value !== undefined && !connectivity.isHostReachable) return undefined
      return lastFailure.value.failure ?? cutOff.value
    }),
    loading: query.isFetching,
    asOf: computed(() => facts.value?.asOf),
    age,
    /** Whether the data is cached and GitLab hasn’t responded yet. */
    isCached: computed(() => age.value !== undefined && age.value.failure === undefined),
    skipped,
    reload,
  }
}
