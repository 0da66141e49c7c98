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
import type { Age } from '../../shared/failure.ts'

/** The reads of a component, for the `LastUpdated` below it. */
export interface Reads {
  /** Ages of the component’s reads, and of those within it without a `LastUpdated` of their own. */
  kept: Ref<Age | undefined>[]
  skipped: Ref<number>[]
  /** The number of `LastUpdated` that show the age. */
  marks: Ref<number>
  /** The reads of the component around it. */
  outer?: Reads
}

export const readsKey: InjectionKey<Reads> = Symbol('reads')
const ofComponents = new WeakMap<ComponentInternalInstance, Reads>()

/** Collects the reads of a component and those within it. Call it in components that show a `LastUpdated` but read nothing themselves. */
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

/** Adds the age and the unreadable entries of a read; returns a function that tells whether a `LastUpdated` shows them. */
export function addRead(kept: Ref<Age | undefined>, skipped: Ref<number>): () => boolean {
  const reads = useReads()
  addTo(reads, kept)
  reads.skipped.push(skipped)
  return () => isMarked(reads)
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
