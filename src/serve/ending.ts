import type { Log } from '../core/infra/log/log.ts'

/** Milliseconds in which all steps may finish. */
const patienceMs = 15_000

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
export function createEnding({ steps, log, exit, patienceMs: patience = patienceMs }: Options) {
  let isEnding = false
  return async (code = 0): Promise<void> => {
    if (isEnding) return exit(1)
    isEnding = true
    setTimeout(() => exit(1), patience)
    let isWhole = true
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        isWhole = false
        log.error('Something could not be closed.', { error })
      }
    }
    exit(isWhole ? code : 1)
  }
}
