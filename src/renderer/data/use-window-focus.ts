import { useEventListener } from '@vueuse/core'

/** Calls when the window gets the focus back, at most once in so many milliseconds. */
export function useWindowFocus(every: number, call: () => unknown): void {
  let last = Date.now()
  useEventListener('focus', () => {
    if (Date.now() - last < every) return
    last = Date.now()
    call()
  })
}
