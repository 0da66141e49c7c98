import { computed, getCurrentInstance, provide, ref, shallowReactive, shallowRef, watch } from 'vue'
import type { ComponentInternalInstance, InjectionKey, Ref, ShallowRef } from 'vue'
import type { Age, Failure } from '../../shared/failure.ts'
import { ageOf, failureOf, withAge } from '../latchkey.ts'
import { useConnectivityStore } from '../stores/connectivity.ts'

/**
 * Something that a screen reads: the data, and how old it is, stay while a reload runs or fails.
 *
 * What is shown from before because the service cannot be reached is no failure of the screen where an `AsOf` says how old
 * it is. It is read again when the account is back online, as is what failed.
 */
export function useResource<T>(account: string, load: () => Promise<T>) {
  const data = shallowRef<T>()
  const broken = shallowRef<Failure>()
  /** Since when the data was kept, and why there is none of now. */
  const kept = shallowRef<Age>()
  const loading = ref(false)
  /** When the data was read, in milliseconds since 1970. */
  const asOf = ref<number>()
  /** How many entries of what was read could not be read. */
  const skipped = ref(0)
  const reads = useReads()
  reads.kept.push(kept)
  reads.skipped.push(skipped)
  const failure = computed({
    get: () => broken.value ?? (reads.marks.value > 0 ? undefined : kept.value?.failure),
    set: (next: Failure | undefined) => (broken.value = next),
  })
  let latest = 0

  async function reload() {
    const turn = ++latest
    loading.value = true
    try {
      const { value, age, skipped: missing } = await withAge(load)
      if (turn !== latest) return
      take(value, age)
      skipped.value = missing
    } catch (error) {
      if (turn === latest) broken.value = failureOf(error)
    } finally {
      if (turn === latest) loading.value = false
    }
  }

  /** Takes over what a write answered. */
  function set(value: T) {
    take(value, ageOf(value))
  }

  function take(value: T, age: Age | undefined) {
    data.value = value
    broken.value = undefined
    kept.value = age
    asOf.value = age?.asOf ?? Date.now()
  }

  const connectivity = useConnectivityStore()
  watch(
    () => connectivity.of(account).state,
    (state) => {
      if (state === 'online' && (broken.value || kept.value) && !loading.value) void reload()
    },
  )

  void reload()
  return { data, failure, loading, asOf, skipped, reload, set }
}

/** What a component reads, for the `AsOf` below it. */
export interface Reads {
  kept: ShallowRef<Age | undefined>[]
  skipped: Ref<number>[]
  /** How many `AsOf` say how old it is. */
  marks: Ref<number>
}

export const readsKey: InjectionKey<Reads> = Symbol('reads')
const ofComponents = new WeakMap<ComponentInternalInstance, Reads>()

/** One for all that a component reads. */
export function useReads(): Reads {
  const instance = getCurrentInstance()
  const known = instance && ofComponents.get(instance)
  if (known) return known
  const reads: Reads = { kept: shallowReactive([]), skipped: shallowReactive([]), marks: ref(0) }
  if (instance) {
    ofComponents.set(instance, reads)
    provide(readsKey, reads)
  }
  return reads
}
