import { type Ref, computed, ref, watch } from 'vue'
import type { Failure } from '../../shared/rules/failure.ts'
import { currentTime } from '../../shared/rules/clock.ts'

/** A form’s draft as stored. */
interface StoredDraft {
  /** When it last changed (ms since 1970). */
  at: number
  values: unknown
}

const prefix = 'draft:'

/**
 * Keeps a form’s typed values in this window, across reloads and other screens, until they’re saved or discarded.
 * `name` identifies the form and what it’s about, including any account ID. Returns when the values were typed, if that
 * was on an earlier visit.
 *
 * Guarantee: fields listed in `secrets` are never stored, at any depth.
 */
export function persistDraft(
  name: string,
  draft: object,
  isDirty: Ref<boolean>,
  secrets: readonly string[] = [],
): Ref<number | undefined> {
  const key = prefix + name
  const found = load(key)
  const typedAt = ref(found?.at)
  if (found && isRecord(found.values)) fill(draft as Fields, found.values, secrets)
  watch(
    [() => draft, isDirty],
    () => {
      if (isDirty.value) return save(key, draft, secrets)
      typedAt.value = undefined
      sessionStorage.removeItem(key)
    },
    { deep: true, flush: 'sync' },
  )
  return computed(() => (isDirty.value ? typedAt.value : undefined))
}

/**
 * Stores the failure of a creation whose response was lost alongside the form’s draft. Without it, the form would look
 * unsent when the user returns, and submitting it would create a duplicate.
 */
export function persistLostCreation(name: string) {
  const key = `${prefix}lost ${name}`
  return {
    load(): Failure | undefined {
      try {
        const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
        return isRecord(found) && isRecord(found['creation'])
          ? (found as unknown as Failure)
          : undefined
      } catch {
        return undefined
      }
    },
    save(failure: Failure | undefined) {
      if (!failure?.creation) return sessionStorage.removeItem(key)
      try {
        sessionStorage.setItem(key, JSON.stringify(failure))
      } catch {
        // If storage is full, a reload loses the failure.
      }
    },
  }
}

/** Whether closing the window would lose a draft. */
export function hasDrafts(): boolean {
  return draftKeys().length > 0
}

/** Deletes a form’s draft or a signed-out account’s drafts, by a part of their names, or all drafts. */
export function forgetDrafts(name = ''): void {
  for (const key of draftKeys()) if (key.includes(name)) sessionStorage.removeItem(key)
}

function draftKeys(): string[] {
  const keys = Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at))
  return keys.filter((key) => key !== null).filter((key) => key.startsWith(prefix))
}

type Fields = Record<string, unknown>

function load(key: string): StoredDraft | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isRecord(found) && typeof found['at'] === 'number'
      ? { at: found['at'], values: found['values'] }
      : undefined
  } catch {
    return undefined
  }
}

function save(key: string, values: object, secrets: readonly string[]): void {
  try {
    const stored: StoredDraft = { at: currentTime(), values }
    sessionStorage.setItem(key, JSON.stringify(stored, withoutSecrets(secrets)))
  } catch {
    // If storage is full, a reload loses the values.
  }
}

function withoutSecrets(secrets: readonly string[]) {
  return (field: string, value: unknown) => (secrets.includes(field) ? undefined : value)
}

/** Adopts stored fields that fit the form and ignores the rest. */
function fill(draft: Fields, found: Fields, secrets: readonly string[]): void {
  for (const [field, value] of Object.entries(found)) {
    if (!Object.hasOwn(draft, field) || secrets.includes(field)) continue
    const own = draft[field]
    if (isRecord(own)) {
      if (isRecord(value)) fill(own, value, secrets)
    } else if (kindOf(own) === kindOf(value)) draft[field] = value
  }
}

function isRecord(value: unknown): value is Fields {
  return kindOf(value) === 'object'
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
