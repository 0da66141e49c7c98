import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Results of actions that the user dismissed, until the page is reloaded. */
export const useDismissedStore = defineStore('dismissed', () => {
  const seen = shallowRef<ReadonlySet<string>>(new Set())
  const key = (account: string, action: number) => `${account} ${action}`

  return {
    has: (account: string, action: number) => seen.value.has(key(account, action)),
    add: (account: string, action: number) => {
      seen.value = new Set([...seen.value, key(account, action)])
    },
  }
})
