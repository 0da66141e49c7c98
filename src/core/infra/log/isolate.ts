import type { LogFunction } from './log.ts'

/** Does what only follows from something else, and must not look like its failure. Tells whether it was done. */
export function isolate(log: LogFunction, act: () => unknown): boolean {
  try {
    act()
    return true
  } catch (error) {
    log('Something that follows from a change failed.', { error })
    return false
  }
}
