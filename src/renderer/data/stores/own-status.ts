import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AppApi } from '../../../shared/app/index.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { useHost, useLatchkey } from '../latchkey.ts'

type Api = AppApi['ownStatus']

/** The last status that each account got from Latchkey, shared by the status screen and "Go anywhere". */
export const useOwnStatusStore = defineStore('own-status', () => {
  const latchkey = useLatchkey()
  const latest = shallowRef<ReadonlyMap<string, UserStatus>>(new Map())

  function put(account: string, status: UserStatus) {
    latest.value = new Map([...latest.value, [account, status]])
  }

  /** Accounts whose status is being written by this page, so that their events are ignored. */
  const writing = new Set<string>()
  // The tray sets statuses, too.
  useHost().on('status', ({ account, status }) => {
    const isKnown = JSON.stringify(latest.value.get(account)) === JSON.stringify(status)
    if (!isKnown && !writing.has(account)) put(account, status)
  })

  /** Runs a write, which saves nothing if the status had changed meanwhile. */
  async function write<Outcome extends { outcome: string; now: UserStatus }>(
    account: string,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    writing.add(account)
    try {
      const outcome = await work()
      if (outcome.outcome === 'saved') put(account, outcome.now)
      return outcome
    } finally {
      writing.delete(account)
    }
  }

  return {
    of: (account: string) => latest.value.get(account),
    save: (account: string, edit: Parameters<Api['save']>[0]) =>
      write(account, () => latchkey(account).ownStatus.save(edit)),
    set: (account: string, status: Parameters<Api['set']>[0]) =>
      write(account, () => latchkey(account).ownStatus.set(status)),
    clear: (account: string, seen: Parameters<Api['clear']>[0]) =>
      write(account, () => latchkey(account).ownStatus.clear(seen)),
    restore: (account: string, status: UserStatus) =>
      write(account, () => latchkey(account).ownStatus.restore({ status })),
  }
})
