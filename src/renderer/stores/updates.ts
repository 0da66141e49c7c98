import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Updates } from '../../shared/operations/updates.ts'
import { useHost, useLatchkey } from '../bridge/latchkey.ts'

/** The state of updates to Latchkey itself. */
export const useUpdatesStore = defineStore('updates', () => {
  const latchkey = useLatchkey()
  const updates = shallowRef<Updates>({ state: 'off', why: 'browser' })
  /** Whether an update needs a decision that the user hasn’t postponed. */
  const isActionNeeded = computed(() => {
    const now = updates.value
    return now.state === 'ready' || (now.state === 'available' && now.deferral === undefined)
  })

  useHost().on('updates', update)

  function update(next: Updates) {
    updates.value = next
  }

  return {
    updates,
    isActionNeeded,
    load: async () => update(await latchkey().updates.get()),
    check: async () => update(await latchkey().updates.check()),
    download: async () => update(await latchkey().updates.download()),
    later: async () => update(await latchkey().updates.later()),
    skip: async () => update(await latchkey().updates.skip()),
    install: async () => update(await latchkey().updates.install()),
  }
})
