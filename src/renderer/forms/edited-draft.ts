import { computed, reactive, ref, shallowRef } from 'vue'
import { type RecordFields, type IsSameFieldValue, threeWay } from '../../shared/rules/three-way.ts'

export interface EditedDraftOptions<Draft> {
  same?: IsSameFieldValue
  /** The initial values, if they differ from the base. */
  start?: Draft | undefined
}

/**
 * A form for data that others may change while it’s open. `base` has the values both sides last agreed on. Typed
 * changes are kept separate from changes by others.
 */
export function createEditedDraft<Draft extends object>(
  from: Draft,
  { same = (_name, a, b) => a === b, start }: EditedDraftOptions<Draft> = {},
) {
  const state = reactive({ draft: { ...(start ?? from) }, base: { ...from } }) as unknown as {
    draft: Draft
    base: Draft
  }
  const { draft } = state
  const base = computed(() => state.base)
  /** GitLab’s values for fields that changed both locally and on GitLab. */
  const conflicts = shallowRef<Partial<Draft>>({})
  const changed = computed(() => differing(base.value, draft))
  const isDirty = computed(() => differing(start ?? base.value, draft).length > 0)
  /** Whether the form shows cached values, which can’t be merged with edits. */
  const isPreview = ref(false)
  const isDecided = computed(() => Object.keys(conflicts.value).length === 0)

  function differing(a: Draft, b: Draft): (keyof Draft & string)[] {
    const fields = Object.keys(b) as (keyof Draft & string)[]
    return fields.filter((field) => !same(field, a[field], b[field]))
  }

  /** Adopts GitLab’s values except in edited fields. */
  function adopt(next: Draft) {
    const merged = threeWay(
      base.value as RecordFields,
      draft as RecordFields,
      next as RecordFields,
      same,
    )
    const conflicting = isPreview.value ? [] : merged.conflicts
    Object.assign(draft, pick(next, merged.theirs))
    conflicts.value = pick(next, conflicting)
    state.base = { ...next, ...pick(base.value, conflicting) }
    isPreview.value = false
  }

  /** Shows cached values until GitLab responds, unless there’s a restored draft. */
  function preview(cached: Draft) {
    if (isDirty.value) return
    Object.assign(draft, cached)
    state.base = { ...cached }
    isPreview.value = true
  }

  /** Adopts GitLab’s values after a save. Rejected values and later edits stay in the form. */
  function saved(sent: Draft, accepted: readonly string[], after: Draft) {
    const rejected = differing(base.value, sent).filter((field) => !accepted.includes(field))
    state.base = { ...base.value, ...pick(sent, accepted), ...pick(after, rejected) }
    adopt(after)
  }

  function keepTheirs(field: keyof Draft & string) {
    Object.assign(draft, pick(conflicts.value, [field]))
    useMine(field)
  }

  function useMine(field: keyof Draft & string) {
    const { [field]: theirs, ...others } = conflicts.value
    state.base = { ...base.value, ...(theirs !== undefined && { [field]: theirs }) }
    conflicts.value = others as Partial<Draft>
  }

  /** Replaces the base and keeps edits. */
  function rebase(next: Draft) {
    state.base = { ...next }
  }

  function discard() {
    state.base = { ...base.value, ...conflicts.value }
    conflicts.value = {}
    Object.assign(draft, start ?? base.value)
  }

  return {
    /** The draft and its base, so that both survive a reload. */
    state,
    draft,
    base,
    changed,
    isDirty,
    conflicts,
    isPreview,
    isDecided,
    adopt,
    preview,
    saved,
    keepTheirs,
    useMine,
    rebase,
    discard,
  }
}

function pick<Draft extends object>(from: Draft, fields: readonly string[]): Partial<Draft> {
  return Object.fromEntries(
    Object.entries(from).filter(([field]) => fields.includes(field)),
  ) as Partial<Draft>
}
