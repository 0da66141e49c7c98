/** Something that is wanted more often than it should be done. */
export interface Throttle {
  /** Does it now, or as soon as the time since the last time is over. */
  run: () => void
  stop: () => void
}

/** Does `work` at most once in so many milliseconds, and always once more after it was last wanted. */
export function createThrottle(work: () => unknown, milliseconds: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false

  function run() {
    isWanted = true
    if (timer === undefined) next()
  }

  function next() {
    timer = undefined
    if (!isWanted) return
    isWanted = false
    timer = setTimeout(next, milliseconds)
    work()
  }

  return {
    run,
    stop() {
      clearTimeout(timer)
      timer = undefined
      isWanted = false
    },
  }
}
