import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LockState } from '../../shared/operations/lock.ts'
import { useHost, useLatchkey } from '../bridge/latchkey.ts'
import { forgetDrafts } from './persisted-draft.ts'
import { queryClient } from '../bridge/query-client.ts'
import { useHostFactsStore } from './host-facts.ts'
import { useSettingsStore } from './settings.ts'

/** Whether Latchkey is locked. Locking reloads the page, so that no data stays in memory. */
export const useLockStore = defineStore('lock', () => {
  const latchkey = useLatchkey()
  const state = shallowRef<LockState>({
    locked: false,
    verifiesUser: false,
    pausesQueue: false,
  })

  /** Whether this page was ever unlocked and may therefore contain data. */
  let wasUnlocked = false

  useHost().on('lock', update)

  function update(next: LockState): LockState {
    if (next.locked) queryClient.clear()
    if (next.locked && wasUnlocked) {
      forgetDrafts()
      reload()
    }
    wasUnlocked ||= !next.locked
    return (state.value = next)
  }

  async function load() {
    return update(await latchkey().lock.state())
  }

  async function lock() {
    await latchkey().lock.lock()
  }

  async function unlock() {
    update(await latchkey().lock.unlock())
  }

  return { state, load, lock, unlock }
})

/** Reloads without asking about unsaved changes, because the user may be away. */
function reload(): void {
  const options = { capture: true }
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), options)
  // The desktop app reloads the page on its own.
  if (!window.latchkey) window.location.reload()
}

/** The minimum interval (ms) between activity reports. */
const intervalMs = 15_000

/** Reports activity, but only in a browser with auto-lock on. */
export function reportActivity(): void {
  const latchkey = useLatchkey()
  const settings = useSettingsStore()
  if (useHostFactsStore().facts.host === 'electron') return
  let reportedAt = -intervalMs

  function report({ timeStamp }: Event) {
    if (settings.settings.lockMinutes === 0 || timeStamp - reportedAt < intervalMs) return
    reportedAt = timeStamp
    // If this fails, the next event reports again.
    latchkey()
      .lock.inUse()
      .catch(() => (reportedAt = -intervalMs))
  }

  useEventListener(['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'], report, {
    capture: true,
    passive: true,
  })
}
