import { clockStartingAt, currentTime } from '../../../shared/rules/clock.ts'
import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../failure.ts'

/** A clock that starts at this ISO date and time and runs on from there; without one, the clock of this computer. */
export function clockFrom(start: string | undefined): () => number {
  if (start === undefined) return currentTime
  const time = Date.parse(start)
  if (!Number.isNaN(time)) return clockStartingAt(time)
  throw new FailureError({ kind: 'invalid', message: message('host.invalidTime', { time: start }) })
}
