import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Connectivity } from '../../shared/app/connectivity.ts'
import { useHost, useLatchkey } from '../latchkey.ts'

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

  async function load() {
    take(await latchkey().connectivity.list())
  }

  return { of, load }
})
