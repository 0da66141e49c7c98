/** Work that is requested more often than it should run. */
export interface Throttle {
  /** Runs the work now, or once enough time has passed since the last run. */
  run: () => void
  stop: () => void
}

/** Runs `work` at most once in so many milliseconds, and always once after the last request. */
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
