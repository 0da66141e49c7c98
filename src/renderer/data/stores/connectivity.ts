import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Connectivity } from '../../../shared/app/connectivity.ts'
import { failureOfState } from '../connectivity-messages.ts'
import { useHost, useLatchkey } from '../latchkey.ts'

const aMinute = 60_000

/** What the last answers of each account's instance tell. */
export const useConnectivityStore = defineStore('connectivity', () => {
  const latchkey = useLatchkey()
  const states = shallowRef<ReadonlyMap<string, Connectivity>>(new Map())

  useHost().on('connectivity', (next) => take([next]))

  function take(list: Connectivity[]) {
    states.value = new Map([...states.value, ...list.map((one) => [one.account, one] as const)])
  }

  function of(account: string): Connectivity {
    return states.value.get(account) ?? { account, state: 'unknown' }
  }

  /** Whether an account's instance could not be reached when it was asked last. */
  function isAway(account: string): boolean {
    return failureOfState(of(account)) !== undefined
  }

  async function load() {
    take(await latchkey().connectivity.list())
  }

  /** Says that somebody has this page before them: now, when they come back to it, and once a minute. Returns what ends it. */
  function sayInUse(): () => void {
    const say = (networkIsBack?: true) => {
      if (document.hidden) return
      // Said again in a minute, and nothing else is lost.
      latchkey()
        .connectivity.inUse({ networkIsBack })
        .catch(() => undefined)
    }
    const seen = () => say()
    const back = () => say(true)
    const timer = setInterval(seen, aMinute)
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('focus', seen)
    window.addEventListener('online', back)
    seen()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('focus', seen)
      window.removeEventListener('online', back)
    }
  }

  /** Looks at once whether the service can be reached. */
  async function tryNow(account: string): Promise<Connectivity> {
    const state = await latchkey(account).connectivity.tryNow()
    take([state])
    return state
  }

  return { of, isAway, load, sayInUse, tryNow }
})
