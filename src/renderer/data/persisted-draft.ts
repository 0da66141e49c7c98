import { onScopeDispose, watch } from 'vue'
import type { Ref } from 'vue'

/**
 * Saves a form’s typed values over a reload, for example after a crash, for this window only. Leaving the form deletes them.
 * `name` identifies the form and its subject.
 *
 * Promise: a field in `secrets` is never saved, at any depth.
 */
export function persistDraft(
  name: string,
  draft: object,
  isDirty: Ref<boolean>,
  secrets: readonly string[] = [],
): void {
  const key = `draft:${name}`
  const found = load(key)
  if (isRecord(found)) fill(draft as Fields, found, secrets)
  watch(
    [() => draft, isDirty],
    () => {
      if (isDirty.value) save(key, JSON.stringify(draft, withoutSecrets(secrets)))
      else sessionStorage.removeItem(key)
    },
    { deep: true, flush: 'sync' },
  )
  onScopeDispose(() => sessionStorage.removeItem(key))
}

type Fields = Record<string, unknown>

function load(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

function save(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // The storage is full. The values are then lost with the page.
  }
}

function withoutSecrets(secrets: readonly string[]) {
  return (field: string, value: unknown) => (secrets.includes(field) ? undefined : value)
}

/** Takes over fields that the form still has; another version of it may have saved them. */
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
