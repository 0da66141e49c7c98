import { onScopeDispose, watch } from 'vue'
import type { Ref } from 'vue'

/**
 * Keeps what is typed in a form while its page is loaded again, after a crash for example, for this window alone; it goes
 * when the form is left. `name` says which form it is, and for whom.
 *
 * Promise: a field in `secrets` is never kept, however deep it lies.
 */
export function useSavedDraft(
  name: string,
  draft: object,
  isDirty: Ref<boolean>,
  secrets: readonly string[] = [],
): void {
  const key = `draft:${name}`
  const found = kept(key)
  if (isRecord(found)) fill(draft as Fields, found, secrets)
  watch(
    [() => draft, isDirty],
    () => {
      if (isDirty.value) keep(key, JSON.stringify(draft, withoutSecrets(secrets)))
      else sessionStorage.removeItem(key)
    },
    { deep: true, flush: 'sync' },
  )
  onScopeDispose(() => sessionStorage.removeItem(key))
}

type Fields = Record<string, unknown>

function kept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // There is no room; what is typed is only as safe as the page then.
  }
}

function withoutSecrets(secrets: readonly string[]) {
  return (field: string, value: unknown) => (secrets.includes(field) ? undefined : value)
}

/** Takes over fields that the form has too; another version of it may have kept them. */
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
