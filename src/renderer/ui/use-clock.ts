import { onScopeDispose, ref } from 'vue'

/** The current time in milliseconds since 1970, updated every second while the page is visible. */
export function useClock() {
  const now = ref(Date.now())
  const tick = () => {
    if (!document.hidden) now.value = Date.now()
  }
  const timer = setInterval(tick, 1000)
  document.addEventListener('visibilitychange', tick)
  onScopeDispose(() => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  })
  return now
}
