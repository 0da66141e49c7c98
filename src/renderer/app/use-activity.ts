import { useEventListener } from '@vueuse/core'
import { useLatchkey } from '../data/latchkey.ts'
import { useHostFactsStore } from '../data/stores/host-facts.ts'
import { useSettingsStore } from '../data/stores/settings.ts'

/** The minimum time between two reports. */
const intervalMs = 15_000

/** In a browser, reports that the page is in use if Latchkey locks itself after inactivity. */
export function useActivity(): void {
  const latchkey = useLatchkey()
  const settings = useSettingsStore()
  if (useHostFactsStore().facts.host === 'electron') return
  let reportedAt = 0

  function report() {
    const now = Date.now()
    if (settings.settings.lockMinutes === 0 || now - reportedAt < intervalMs) return
    reportedAt = now
    // After a failure the next event reports again.
    latchkey()
      .lock.inUse()
      .catch(() => (reportedAt = 0))
  }

  useEventListener(['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'], report, {
    capture: true,
    passive: true,
  })
}
