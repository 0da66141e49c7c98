import {
  computed,
  getCurrentInstance,
  getCurrentScope,
  inject,
  onScopeDispose,
  provide,
  ref,
  shallowReactive,
} from 'vue'
import type { ComponentInternalInstance, InjectionKey, Ref } from 'vue'
import type { Age } from '../../shared/rules/failure.ts'

/** What a component reads, for its `LastUpdated`. */
export interface Reads {
  /** Ages of the component’s own reads and of its children’s, unless they have their own `LastUpdated`. */
  ages: Ref<Age | undefined>[]
  skipped: Ref<number>[]
  /** For each of these reads, whether it has failed without any data to show. */
  missing: Ref<boolean>[]
  /** The number of `LastUpdated` components that show the age. */
  lastUpdatedCount: Ref<number>
  /** The enclosing component’s reads. */
  outer?: Reads
}

export const readsKey: InjectionKey<Reads> = Symbol('reads')
const componentReads = new WeakMap<ComponentInternalInstance, Reads>()

/**
 * Collects a component’s and its children’s reads. For components that have a `LastUpdated` but read no data
 * themselves.
 */
export function useReads(): Reads {
  const instance = getCurrentInstance()
  const known = instance && componentReads.get(instance)
  if (known) return known
  const outer = instance ? inject(readsKey, undefined) : undefined
  const reads: Reads = {
    ages: shallowReactive([]),
    skipped: shallowReactive([]),
    missing: shallowReactive([]),
    lastUpdatedCount: ref(0),
    outer,
  }
  if (instance) {
    componentReads.set(instance, reads)
    provide(readsKey, reads)
  }
  return reads
}

/** Registers a read’s age and gaps; returns a check for whether a `LastUpdated` shows them. */
export function addRead(
  age: Ref<Age | undefined>,
  skipped: Ref<number>,
  isMissing: Ref<boolean>,
): () => boolean {
  const reads = useReads()
  addAge(reads, age)
  addMissing(reads, isMissing)
  reads.skipped.push(skipped)
  return () => isAgeShown(reads)
}

function addAge({ ages, lastUpdatedCount, outer }: Reads, age: Ref<Age | undefined>): void {
  ages.push(age)
  if (outer) {
    const ageNotShown = computed(() => (lastUpdatedCount.value > 0 ? undefined : age.value))
    addAge(outer, ageNotShown)
  }
  if (getCurrentScope()) onScopeDispose(() => ages.splice(ages.indexOf(age), 1))
}

function addMissing({ missing, lastUpdatedCount, outer }: Reads, isMissing: Ref<boolean>): void {
  missing.push(isMissing)
  if (outer) {
    const isMissingOutside = computed(() => lastUpdatedCount.value === 0 && isMissing.value)
    addMissing(outer, isMissingOutside)
  }
  if (getCurrentScope()) onScopeDispose(() => missing.splice(missing.indexOf(isMissing), 1))
}

function isAgeShown({ lastUpdatedCount, outer }: Reads): boolean {
  return lastUpdatedCount.value > 0 || (outer !== undefined && isAgeShown(outer))
}
