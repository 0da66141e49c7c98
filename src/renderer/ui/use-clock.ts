import { onScopeDispose, ref } from 'vue'

/** The time now, in milliseconds since 1970, a second fresh; stands still while the page is hidden. */
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
