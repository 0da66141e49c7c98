import {
  computed,
  getCurrentInstance,
  getCurrentScope,
  inject,
  onScopeDispose,
  provide,
  ref,
  shallowReactive,
  shallowRef,
  watch,
} from 'vue'
import type { ComponentInternalInstance, InjectionKey, Ref } from 'vue'
import type { Age, Failure } from '../../shared/failure.ts'
import { ageOf, failureOf, fromCache, useHost, useLatchkey, withAge } from './latchkey.ts'
import type { Latchkey } from './latchkey.ts'
import { useConnectivityStore } from './stores/connectivity.ts'

/** Milliseconds until what is cached is shown; a service that answers sooner is not preceded by it. */
const cacheAfterMs = 150

/**
 * Something of a service that a screen reads, as `useResource`: what the cache has is shown until the service answers, so
 * `load` asks by the `latchkey` that it is given.
 */
export function useCachedResource<T>(account: string, load: (latchkey: Latchkey) => Promise<T>) {
  const host = useHost()
  const latchkey = useLatchkey()
  return useResource(
    account,
    () => load(latchkey),
    () => fromCache(host, load),
  )
}

/**
 * Something that a screen reads: the data, and how old it is, stay while a reload runs or fails.
 *
 * What is shown from before because the service cannot be reached is no failure of the screen where an `LastUpdated` says how old
 * it is. It is read again when the account is back online, as is what failed.
 */
export function useResource<T>(
  account: string,
  load: () => Promise<T>,
  loadCached?: () => ReturnType<typeof fromCache<T>>,
) {
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
  addTo(reads, kept)
  reads.skipped.push(skipped)
  const failure = computed({
    get: () => broken.value ?? (isMarked(reads) ? undefined : kept.value?.failure),
    set: (next: Failure | undefined) => (broken.value = next),
  })
  /** Whether the data is what the cache had, and the service has not answered yet. */
  const isCached = computed(() => kept.value !== undefined && kept.value.failure === undefined)
  let latest = 0
  let isLoaded = false

  async function reload() {
    const turn = ++latest
    loading.value = true
    if (loadCached && !isLoaded) setTimeout(() => void showCached(turn), cacheAfterMs)
    try {
      const { value, age, skipped: missing } = await withAge(load)
      if (turn !== latest) return
      take(value, age, missing)
    } catch (error) {
      if (turn === latest) broken.value = failureOf(error)
    } finally {
      if (turn === latest) loading.value = false
    }
  }

  async function showCached(turn: number) {
    const isWanted = () => turn === latest && loading.value && !isLoaded
    const found = isWanted() ? await loadCached?.() : undefined
    if (found && isWanted()) take(found.value, found.age, found.skipped)
  }

  /** Takes over what a write answered. */
  function set(value: T) {
    take(value, ageOf(value))
  }

  function take(value: T, age: Age | undefined, missing = skipped.value) {
    isLoaded = true
    skipped.value = missing
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
  return { data, failure, loading, asOf, age: kept, isCached, skipped, reload, set }
}

/** What a component reads, for the `LastUpdated` below it. */
export interface Reads {
  /** Of the component, and of those within it that have no `LastUpdated` of their own. */
  kept: Ref<Age | undefined>[]
  skipped: Ref<number>[]
  /** How many `LastUpdated` say how old it is. */
  marks: Ref<number>
  /** Those of the component around it. */
  outer?: Reads
}

export const readsKey: InjectionKey<Reads> = Symbol('reads')
const ofComponents = new WeakMap<ComponentInternalInstance, Reads>()

/** One for all that a component and those within it read; called by who shows an `LastUpdated` and reads nothing itself. */
export function useReads(): Reads {
  const instance = getCurrentInstance()
  const known = instance && ofComponents.get(instance)
  if (known) return known
  const outer = instance ? inject(readsKey, undefined) : undefined
  const reads: Reads = {
    kept: shallowReactive([]),
    skipped: shallowReactive([]),
    marks: ref(0),
    outer,
  }
  if (instance) {
    ofComponents.set(instance, reads)
    provide(readsKey, reads)
  }
  return reads
}

function addTo({ kept: all, marks, outer }: Reads, kept: Ref<Age | undefined>): void {
  all.push(kept)
  if (outer) {
    const unmarked = computed(() => (marks.value > 0 ? undefined : kept.value))
    addTo(outer, unmarked)
  }
  if (getCurrentScope()) onScopeDispose(() => all.splice(all.indexOf(kept), 1))
}

function isMarked({ marks, outer }: Reads): boolean {
  return marks.value > 0 || (outer !== undefined && isMarked(outer))
}
