import { onScopeDispose } from 'vue'
import { useLatchkey } from '../data/latchkey.ts'
import { useHostFactsStore } from '../data/stores/host-facts.ts'
import { useSettingsStore } from '../data/stores/settings.ts'

/** How often the Node side is told, at most. */
const everyMs = 15_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'] as const

/** In a browser, tells the Node side that somebody is using the page, where it locks itself when nobody does. */
export function useActivity(): void {
  const latchkey = useLatchkey()
  const settings = useSettingsStore()
  const { facts } = useHostFactsStore()
  if (facts.host === 'electron') return
  let toldAt = 0

  function tell() {
    const now = Date.now()
    if (settings.settings.lockMinutes === 0 || now - toldAt < everyMs) return
    toldAt = now
    // What does not get there is said again with the next sign.
    latchkey()
      .lock.inUse()
      .catch(() => (toldAt = 0))
  }

  const options = { capture: true, passive: true }
  for (const sign of signs) window.addEventListener(sign, tell, options)
  onScopeDispose(() => {
    for (const sign of signs) window.removeEventListener(sign, tell, options)
  })
}
