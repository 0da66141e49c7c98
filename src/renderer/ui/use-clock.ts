import { useEventListener, useIntervalFn } from '@vueuse/core'
import { ref } from 'vue'

/** The current time in milliseconds since 1970, updated every second while the page is visible. */
export function useClock() {
  const now = ref(Date.now())
  const update = () => {
    if (!document.hidden) now.value = Date.now()
  }
  useIntervalFn(update, 1000)
  useEventListener(document, 'visibilitychange', update)
  return now
}
