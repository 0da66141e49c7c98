import { onScopeDispose } from 'vue'
import { useLatchkey } from '../data/latchkey.ts'
import { useHostFactsStore } from '../data/stores/host-facts.ts'
import { useSettingsStore } from '../data/stores/settings.ts'

/** The minimum time between two reports. */
const everyMs = 15_000
const events = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const

/** In a browser, reports that the page is in use if Latchkey locks itself after inactivity. */
export function useActivity(): void {
  const latchkey = useLatchkey()
  const settings = useSettingsStore()
  const { facts } = useHostFactsStore()
  if (facts.host === 'electron') return
  let reportedAt = 0

  function report() {
    const now = Date.now()
    if (settings.settings.lockMinutes === 0 || now - reportedAt < everyMs) return
    reportedAt = now
    // After a failure the next event reports again.
    latchkey()
      .lock.inUse()
      .catch(() => (reportedAt = 0))
  }

  const options = { capture: true, passive: true }
  for (const event of events) window.addEventListener(event, report, options)
  onScopeDispose(() => {
    for (const event of events) window.removeEventListener(event, report, options)
  })
}
