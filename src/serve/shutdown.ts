import type { Log } from '../core/platform/log/log.ts'

/** Timeout (ms) for all steps together. */
const maxWaitMs = 15_000

interface Options {
  /** Closes the parts, in this order. */
  steps: readonly (() => unknown)[]
  log: Pick<Log, 'error'>
  /** Exits the process. */
  exit(code: number): void
  patienceMs?: number
}

/**
 * Returns a function that shuts the host down. The process exits even if a step fails, because by then it is
 * unreachable and must not keep the data folder locked. A second call exits immediately.
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
        log.error('Closing a component failed.', { error })
      }
    }
    exit(isClean ? code : 1)
  }
}
