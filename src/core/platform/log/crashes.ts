import type { Log } from './log.ts'

interface CrashEvents {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
}

/** Maximum number of errors logged after the first one while Latchkey ends, so a recurring error can't fill the log. */
const maxEntriesAtEnd = 5

/**
 * Logs an uncaught error and ends the process, which may be in any state by then. An unhandled rejection is only
 * logged. `end` is called once and may take a moment.
 */
export function logCrashes(process: CrashEvents, log: Log, end: () => void): void {
  let errors = 0
  process.on('uncaughtException', (error) => {
    errors += 1
    if (errors > 1 + maxEntriesAtEnd) return
    log.error('Uncaught error.', { part: 'main', error })
    if (errors === 1) end()
  })
  process.on('unhandledRejection', (error) => {
    log.error('Unhandled rejection.', { part: 'main', error })
  })
}
