import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Results of actions that the user dismissed, until the page is reloaded. */
export const useDismissedStore = defineStore('dismissed', () => {
  const dismissed = shallowRef<ReadonlySet<string>>(new Set())
  const key = (account: string, action: number) => `${account} ${action}`

  return {
    has: (account: string, action: number) => dismissed.value.has(key(account, action)),
    add: (account: string, action: number) => {
      dismissed.value = new Set([...dismissed.value, key(account, action)])
    },
  }
})
