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

/** Tells the `LastUpdated` of this component how old something is and what is missing; returns whether there is one. */
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
