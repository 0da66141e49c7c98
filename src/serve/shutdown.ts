import type { Log } from '../core/platform/log/log.ts'

/** Milliseconds in which all steps may finish. */
const maxWaitMs = 15_000

interface Options {
  /** Closes the parts, in this order. */
  steps: readonly (() => unknown)[]
  log: Pick<Log, 'error'>
  /** Ends the process. */
  exit(code: number): void
  patienceMs?: number
}

/**
 * Returns a function that ends the host. The process ends even if a step fails: it can't be reached any more, and must not keep
 * the data folder locked. A second call ends it at once.
 */
export function createShutdown({ steps, log, exit, patienceMs: patience = maxWaitMs }: Options) {
  let isEnding = false
  return async (code = 0): Promise<void> => {
    if (isEnding) return exit(1)
    isEnding = true
    setTimeout(() => exit(1), patience)
    let isClean = true
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        isClean = false
        log.error('Something could not be closed.', { error })
      }
    }
    exit(isClean ? code : 1)
  }
}
