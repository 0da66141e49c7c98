import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { StatusDraft } from '../../shared/app/own-status.ts'
import type { UserStatus } from '../../shared/service/current-user.ts'
import { useLatchkey } from '../latchkey.ts'
import type { ClearPreset } from '../time/clear-after.ts'

export type ClearChoice = ClearPreset | 'never' | 'keep'

/** The status that each account was last given from here, so that the status screen and "Go anywhere" agree. */
export const useOwnStatusStore = defineStore('own-status', () => {
  const latchkey = useLatchkey()
  const latest = shallowRef<ReadonlyMap<string, UserStatus>>(new Map())

  function keep(account: string, status: UserStatus) {
    latest.value = new Map([...latest.value, [account, status]])
  }

  async function set(account: string, draft: StatusDraft, clear: ClearChoice) {
    keep(account, await latchkey(account).ownStatus.set({ ...draft, clear }))
  }

  async function clear(account: string) {
    keep(account, await latchkey(account).ownStatus.clear())
  }

  return { of: (account: string) => latest.value.get(account), set, clear }
})
