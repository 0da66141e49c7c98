import type { Log } from './log.ts'

interface Crashing {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
}

/**
 * Notes what nobody caught, and ends: after it nobody knows what still holds. A promise that was refused and left alone is
 * noted only. `end` is called once, and may take a moment.
 */
export function noteCrashes(process: Crashing, log: Log, end: () => void): void {
  let isEnding = false
  process.on('uncaughtException', (error) => {
    log.error('Something went wrong inside Latchkey that nobody expected.', { part: 'main', error })
    if (isEnding) return
    isEnding = true
    end()
  })
  process.on('unhandledRejection', (error) => {
    log.error('Something went wrong inside Latchkey, unnoticed.', { part: 'main', error })
  })
}
