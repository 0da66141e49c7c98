import type { LogFunction } from './log.ts'

/** Runs a side effect whose failure is only logged. Returns whether it succeeded. */
export function isolate(log: LogFunction, act: () => unknown): boolean {
  try {
    act()
    return true
  } catch (error) {
    log('Something that follows from a change failed.', { error })
    return false
  }
}
