import { ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import { failureOf } from '../latchkey.ts'
import { useConnectivityStore } from '../stores/connectivity.ts'

/**
 * Something that a screen reads: the data, and how old it is, stay while a reload runs or fails.
 *
 * What failed for want of a connection is read again when the account is back online.
 */
export function useResource<T>(account: string, load: () => Promise<T>) {
  const data = shallowRef<T>()
  const failure = shallowRef<Failure>()
  const loading = ref(false)
  /** When the data was read, in milliseconds since 1970. */
  const asOf = ref<number>()
  let latest = 0

  async function reload() {
    const turn = ++latest
    loading.value = true
    try {
      const value = await load()
      if (turn === latest) set(value)
    } catch (error) {
      if (turn === latest) failure.value = failureOf(error)
    } finally {
      if (turn === latest) loading.value = false
    }
  }

  /** Takes over what a write answered. */
  function set(value: T) {
    data.value = value
    failure.value = undefined
    asOf.value = Date.now()
  }

  const connectivity = useConnectivityStore()
  watch(
    () => connectivity.of(account).state,
    (state) => {
      if (state === 'online' && failure.value && !loading.value) void reload()
    },
  )

  void reload()
  return { data, failure, loading, asOf, reload, set }
}
