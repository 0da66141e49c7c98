import type { Log } from '../core/infra/log/log.ts'

/** Milliseconds in which everything may come to its end; somebody waits for that. */
const patienceMs = 15_000

interface Options {
  /** What to close, in this order. */
  steps: readonly (() => unknown)[]
  log: Pick<Log, 'error'>
  /** Ends the process. */
  exit(code: number): void
  patienceMs?: number
}

/**
 * Returns what ends the host. Whatever goes wrong on the way, the process ends: nobody reaches it any more, and it must not
 * keep the data folder from the next start. Asking a second time ends it at once.
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
