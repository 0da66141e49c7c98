import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { ref, watch } from 'vue'

/** The current time in milliseconds since 1970, updated every second while the page is visible. */
export function useClock() {
  const now = ref(Date.now())
  const { pause, resume } = useIntervalFn(() => (now.value = Date.now()), 1000, {
    immediate: false,
    immediateCallback: true,
  })
  const visibility = useDocumentVisibility()
  watch(visibility, (seen) => (seen === 'hidden' ? pause() : resume()), { immediate: true })
  return now
}
