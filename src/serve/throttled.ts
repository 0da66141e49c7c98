/** Counts what happens often, and reports it now and then. */
export interface Throttled {
  add(): void
  close(): void
}

/** Reports the first at once, and those of the time after it together. */
export function throttled(everyMs: number, report: (count: number) => void): Throttled {
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
