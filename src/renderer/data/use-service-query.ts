import { useQuery } from '@tanstack/vue-query'
import { computed, onScopeDispose, toValue } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { ageOf, callByName, fromCache, useHost, useLatchkey, withAge } from './latchkey.ts'
import type { AnswerOf, InputOf, Latchkey, Loaded, Operation } from './latchkey.ts'
import { keptFor, queryClient } from './query-client.ts'
import { useReadState } from './use-read-state.ts'
import type { AnswerFacts } from './use-read-state.ts'

export interface QueryOptions<T> {
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
