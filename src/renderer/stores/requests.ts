import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'

/** What one screen asks another one to do: only that one can show what becomes of it. */
type RequestKind =
  | 'add-email'
  | 'create-token'
  | 'edit-reason'
  | 'import-keys'
  | 'review-selection'
  | 'revoke-token'
  | 'rotate-token'
  | 'sign-out'

/** Requests to screens, by account. In memory, not in the address, because opening an address must change nothing. */
export const useRequestsStore = defineStore('requests', () => {
  const open = shallowReactive(new Map<string, string>())
  const key = (account: string, kind: RequestKind) => `${kind} ${account}`

  function put(account: string, kind: RequestKind, argument = '') {
    open.set(key(account, kind), argument)
  }

  /** The argument of a request, once; undefined without one. */
  function take(account: string, kind: RequestKind): string | undefined {
    const argument = peek(account, kind)
    open.delete(key(account, kind))
    return argument
  }

  const peek = (account: string, kind: RequestKind) => open.get(key(account, kind))

  return { put, take, peek }
})
