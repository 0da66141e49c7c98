import { createFailureError } from '../failures.ts'
import { clockStartingAt, currentTime } from '../../../shared/rules/clock.ts'

/** A clock that starts at this ISO date and time and keeps running; by default, this computer's clock. */
export function clockFrom(start: string | undefined): () => number {
  if (start === undefined) return currentTime
  const time = Date.parse(start)
  if (!Number.isNaN(time)) return clockStartingAt(time)
  throw createFailureError('host.invalidTime', { time: start })
}
