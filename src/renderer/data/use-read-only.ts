import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { readOnlyToken } from '../../shared/read-only-token.ts'
import { useAccountsStore } from './stores/accounts.ts'

/** Why the shown account can't make changes; undefined if it can. */
export function useReadOnly(): ComputedRef<string | undefined> {
  const accounts = useAccountsStore()
  return computed(() => (accounts.active?.canWrite === false ? readOnlyToken.message : undefined))
}
