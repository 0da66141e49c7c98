import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AppApi } from '../../../shared/app/index.ts'
import type { SeenStatus, TimedStatus } from '../../../shared/app/own-status.ts'
import { currentTime } from '../../../shared/clock.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { noStatus } from '../../../shared/status-end.ts'
import { useHost, useLatchkey } from '../latchkey.ts'
import { expectedStatus, type StatusChange } from '../status/draft.ts'

type Api = AppApi['ownStatus']
type Statuses = ReadonlyMap<string, UserStatus>

/** The last status that each account got from Latchkey, and the one that is being saved. */
export const useOwnStatusStore = defineStore('own-status', () => {
  const latchkey = useLatchkey()
  const latest = shallowRef<Statuses>(new Map())
  /** What is there once the running write succeeds. */
  const pending = shallowRef<Statuses>(new Map())

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
    expected: UserStatus,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    writing.add(account)
    pending.value = new Map([...pending.value, [account, expected]])
    try {
      const outcome = await work()
      if (outcome.outcome === 'saved') put(account, outcome.now)
      return outcome
    } finally {
      writing.delete(account)
      const isLatest = pending.value.get(account) === expected
      if (isLatest) pending.value = new Map([...pending.value].filter(([id]) => id !== account))
    }
  }

  return {
    of: (account: string) => latest.value.get(account),
    pendingOf: (account: string) => pending.value.get(account),
    save: (account: string, edit: StatusChange & { base: SeenStatus }) =>
      write(account, expectedStatus(edit, currentTime()), () =>
        latchkey(account).ownStatus.save(edit),
      ),
    set: (account: string, status: TimedStatus & { base?: SeenStatus }) =>
      write(account, expectedStatus(status, currentTime()), () =>
        latchkey(account).ownStatus.set(status),
      ),
    clear: (account: string, seen: Parameters<Api['clear']>[0]) =>
      write(account, noStatus, () => latchkey(account).ownStatus.clear(seen)),
    restore: (account: string, input: { status: UserStatus; base?: UserStatus | undefined }) =>
      write(account, input.status, () => latchkey(account).ownStatus.restore(input)),
  }
})
