import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { StatusDraft } from '../../shared/app/own-status.ts'
import type { UserStatus } from '../../shared/service/current-user.ts'
import { useHost, useLatchkey } from '../latchkey.ts'
import type { ClearPreset } from '../time/clear-after.ts'

export type ClearChoice = ClearPreset | 'never' | 'keep'

/** The status that each account was last given from here, so that the status screen and "Go anywhere" agree. */
export const useOwnStatusStore = defineStore('own-status', () => {
  const latchkey = useLatchkey()
  const latest = shallowRef<ReadonlyMap<string, UserStatus>>(new Map())

  function keep(account: string, status: UserStatus) {
    latest.value = new Map([...latest.value, [account, status]])
  }

  /** Accounts whose status is just being written from here; the answer tells of it. */
  const writing = new Set<string>()
  // The tray gives statuses too.
  useHost().on('status', ({ account, status }) => {
    const isKnown = JSON.stringify(latest.value.get(account)) === JSON.stringify(status)
    if (!isKnown && !writing.has(account)) keep(account, status)
  })

  async function write(account: string, work: () => Promise<UserStatus>) {
    writing.add(account)
    try {
      keep(account, await work())
    } finally {
      writing.delete(account)
    }
  }

  const set = (account: string, draft: StatusDraft, clear: ClearChoice) =>
    write(account, () => latchkey(account).ownStatus.set({ ...draft, clear }))

  const clear = (account: string) => write(account, () => latchkey(account).ownStatus.clear())

  return { of: (account: string) => latest.value.get(account), set, clear }
})
