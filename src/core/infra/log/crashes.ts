import type { Log } from './log.ts'

interface CrashEvents {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
}

/** Errors noted after the first one, while Latchkey ends: what fails again and again must not fill the log. */
const maxEntriesAtEnd = 5

/**
 * Notes what nobody caught, and ends: after it nobody knows what still holds. A promise that was refused and left alone is
 * noted only. `end` is called once, and may take a moment.
 */
export function logCrashes(process: CrashEvents, log: Log, end: () => void): void {
  let errors = 0
  process.on('uncaughtException', (error) => {
    errors += 1
    if (errors > 1 + maxEntriesAtEnd) return
    log.error('Something went wrong inside Latchkey that nobody expected.', { part: 'main', error })
    if (errors === 1) end()
  })
  process.on('unhandledRejection', (error) => {
    log.error('Something went wrong inside Latchkey, unnoticed.', { part: 'main', error })
  })
}
