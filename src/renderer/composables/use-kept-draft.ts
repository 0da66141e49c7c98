import { onScopeDispose, watch } from 'vue'
import type { Ref } from 'vue'

/**
 * Keeps what is typed in a form while its page is loaded again, after a crash for example, for this window alone; it goes
 * when the form is left. `name` says which form it is, and for whom. Promise: a field in `secrets` is never kept.
 */
export function useKeptDraft<Draft extends object>(
  name: string,
  draft: Draft,
  isDirty: Ref<boolean>,
  secrets: readonly (keyof Draft)[] = [],
): void {
  const key = `draft:${name}`
  Object.assign(draft, fitting(draft, kept(key), secrets))
  watch(
    [() => draft, isDirty],
    () => {
      const typed = Object.entries(draft).filter(([field]) => !isSecret(field, secrets))
      if (isDirty.value) keep(key, JSON.stringify(Object.fromEntries(typed)))
      else sessionStorage.removeItem(key)
    },
    { deep: true, flush: 'sync' },
  )
  onScopeDispose(() => sessionStorage.removeItem(key))
}

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

/** Fields that the form has too; another version of it may have kept them. */
function fitting<Draft extends object>(
  draft: Draft,
  found: unknown,
  secrets: readonly (keyof Draft)[],
): Partial<Draft> {
  const fields = Object.entries(found ?? {}).filter(
    ([field, value]) =>
      Object.hasOwn(draft, field) &&
      typeof value === typeof draft[field as keyof Draft] &&
      !isSecret(field, secrets),
  )
  return Object.fromEntries(fields) as Partial<Draft>
}

function isSecret(field: string, secrets: readonly PropertyKey[]): boolean {
  return secrets.includes(field)
}
