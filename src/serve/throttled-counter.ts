/** Counts frequent events, and reports them from time to time. */
export interface ThrottledCounter {
  add(): void
  close(): void
}

/** Reports the first at once, and those of each following period together. */
export function createThrottledCounter(
  everyMs: number,
  report: (count: number) => void,
): ThrottledCounter {
  let count = 0
  let timer: NodeJS.Timeout | undefined
  function flush() {
    timer = undefined
    if (count === 0) return
    report(count)
    count = 0
    timer = setTimeout(flush, everyMs).unref()
  }
  return {
    add() {
      count += 1
      if (!timer) flush()
    },
    close: () => clearTimeout(timer),
  }
}
