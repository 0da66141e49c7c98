import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { SafeModeState } from '../../../shared/app/safe-mode.ts'
import { useHost, useLatchkey } from '../latchkey.ts'

/** Whether safe mode is on, in which nothing is loaded or sent because the last starts failed. */
export const useSafeModeStore = defineStore('safe-mode', () => {
  const latchkey = useLatchkey()
  const state = shallowRef<SafeModeState>({ on: false })

  useHost().on('safeMode', update)

  function update(next: SafeModeState) {
    state.value = next
  }

  return {
    state,
    load: async () => update(await latchkey().safeMode.state()),
    leave: async () => update(await latchkey().safeMode.leave()),
  }
})
