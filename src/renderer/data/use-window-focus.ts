import { onScopeDispose } from 'vue'

/** Calls when the window gets the focus back, at most once in so many milliseconds. */
export function useWindowFocus(every: number, call: () => unknown): void {
  let last = Date.now()

  function onFocus() {
    if (Date.now() - last < every) return
    last = Date.now()
    call()
  }
  window.addEventListener('focus', onFocus)
  onScopeDispose(() => window.removeEventListener('focus', onFocus))
}
