import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'

/** What one screen can ask another to do, which then shows the outcome. */
type RequestKind =
  | 'add-email'
  | 'create-token'
  | 'edit-reason'
  | 'import-keys'
  | 'never-renew'
  | 'new-rule'
  | 'replace-token'
  | 'review-selection'
  | 'revoke-token'
  | 'rotate-sign-in-token'
  | 'rotate-token'
  | 'sign-out'
  | 'verify-export'

/**
 * Requests to screens by account. Kept in memory rather than the URL, because opening a URL must not change anything.
 */
export const useRequestsStore = defineStore('requests', () => {
  const open = shallowReactive(new Map<string, string>())
  const key = (account: string, kind: RequestKind) => `${kind} ${account}`

  function put(account: string, kind: RequestKind, argument = '') {
    open.set(key(account, kind), argument)
  }

  /** Removes a request and returns its argument; undefined if there is none. */
  function take(account: string, kind: RequestKind): string | undefined {
    const argument = peek(account, kind)
    open.delete(key(account, kind))
    return argument
  }

  const peek = (account: string, kind: RequestKind) => open.get(key(account, kind))

  return { put, take, peek }
})
