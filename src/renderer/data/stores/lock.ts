import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LockState } from '../../../shared/app/lock.ts'
import { useHost, useLatchkey } from '../latchkey.ts'
import { queryClient } from '../query-client.ts'

/** Whether Latchkey is locked. A page that is locked begins anew, so that nothing of what it showed is left in it. */
export const useLockStore = defineStore('lock', () => {
  const latchkey = useLatchkey()
  const state = shallowRef<LockState>({
    locked: false,
    asksWho: false,
    pausesQueue: false,
  })

  /** Whether this page was ever open, and so has something to forget. */
  let wasOpen = false

  useHost().on('lock', take)

  function take(next: LockState): LockState {
    if (next.locked) queryClient.clear()
    if (next.locked && wasOpen) beginAnew()
    wasOpen ||= !next.locked
    return (state.value = next)
  }

  async function load() {
    return take(await latchkey().lock.state())
  }

  async function lock() {
    await latchkey().lock.lock()
  }

  async function unlock() {
    take(await latchkey().lock.unlock())
  }

  return { state, load, lock, unlock }
})

/** Whoever would hold the page for something unsaved is not asked: nobody is there to answer. */
function beginAnew(): void {
  const asked = { capture: true }
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), asked)
  // The desktop app does it itself.
  if (!window.latchkey) window.location.reload()
}
