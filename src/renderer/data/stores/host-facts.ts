import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { HostFacts } from '../../../shared/app/device.ts'
import { useLatchkey } from '../latchkey.ts'

/** The host of this page and its system; loaded before the first screen. */
export const useHostFactsStore = defineStore('host-facts', () => {
  const latchkey = useLatchkey()
  const facts = shallowRef<HostFacts>({ host: 'browser', system: 'other' })

  async function load() {
    facts.value = await latchkey().device.host()
  }

  return { facts, load }
})
