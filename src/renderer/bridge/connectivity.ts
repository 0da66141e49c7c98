import { defineStore } from 'pinia'
import { ref, shallowReactive, watch } from 'vue'
import type { Connectivity } from '../../shared/operations/connectivity.ts'
import { connectivityFailure } from './connectivity-messages.ts'
import { useHost, useLatchkey } from './latchkey.ts'

const minuteMs = 60_000

/** Whether each account’s instance is reachable, judging by its latest responses. */
export const useConnectivityStore = defineStore('connectivity', () => {
  const latchkey = useLatchkey()
  const states = shallowReactive(new Map<string, Connectivity>())

  const isHostReachable = ref(true)

  useHost().on('connectivity', (next) => putAll([next]))

  function putAll(list: Connectivity[]) {
    for (const state of list) states.set(state.account, state)
  }

  function of(account: string): Connectivity {
    const known = states.get(account) ?? { account, state: 'unknown' }
    // While the host is unreachable, the last known state may be outdated.
    return isHostReachable.value ? known : { ...known, state: 'unknown' }
  }

  function setHostReachable(isReachable: boolean) {
    isHostReachable.value = isReachable
  }

  /** Whether the last attempt to reach the account’s instance failed. */
  function isAway(account: string): boolean {
    return connectivityFailure(of(account)) !== undefined
  }

  async function load() {
    putAll(await latchkey().connectivity.list())
  }

  /**
   * Reports that the page is in use: immediately, whenever it becomes visible, and every minute while an instance is
   * unreachable. Returns a function that stops it.
   */
  function reportActivity(): () => void {
    const report = (networkIsBack?: true) => {
      if (document.hidden) return
      // A failed report doesn’t matter: while one is needed, another follows within a minute.
      latchkey()
        .connectivity.inUse({ networkIsBack })
        .catch(() => undefined)
    }
    const onVisible = () => report()
    const onOnline = () => report(true)
    const stopWatching = watch(
      () => [...states.keys()].some(isAway),
      (isAnyAway, _, onCleanup) => {
        onVisible()
        if (!isAnyAway) return
        const timer = setInterval(onVisible, minuteMs)
        onCleanup(() => clearInterval(timer))
      },
      { immediate: true, flush: 'sync' },
    )
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('focus', onVisible)
    window.addEventListener('online', onOnline)
    return () => {
      stopWatching()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', onVisible)
      window.removeEventListener('online', onOnline)
    }
  }

  /** Checks immediately whether the instance is reachable. */
  async function tryNow(account: string): Promise<Connectivity> {
    const state = await latchkey(account).connectivity.tryNow()
    putAll([state])
    return state
  }

  return { of, isAway, isHostReachable, setHostReachable, load, reportActivity, tryNow }
})
