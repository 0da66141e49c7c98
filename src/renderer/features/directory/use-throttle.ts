import { useTimeoutFn } from '@vueuse/core'

/** Runs `work` at most once per interval and always after the last request. Stops when the component unmounts. */
export function useThrottle(work: () => unknown, intervalMs: number): () => void {
  let isRequested = false
  const { isPending, start } = useTimeoutFn(runIfRequested, intervalMs, { immediate: false })

  function runIfRequested() {
    if (!isRequested) return
    isRequested = false
    start()
    work()
  }

  return () => {
    isRequested = true
    if (!isPending.value) runIfRequested()
  }
}
