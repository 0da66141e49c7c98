import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { HostFacts } from '../../shared/operations/device.ts'
import { useLatchkey } from '../bridge/latchkey.ts'

/** The page’s host and operating system, loaded before the first screen. */
export const useHostFactsStore = defineStore('host-facts', () => {
  const latchkey = useLatchkey()
  const facts = shallowRef<HostFacts>({ host: 'browser', system: 'other' })

  async function load() {
    facts.value = await latchkey().device.host()
  }

  return { facts, load }
})
