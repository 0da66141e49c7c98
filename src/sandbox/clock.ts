import { clockStartingAt, currentTime } from '../shared/rules/clock.ts'

/** Returns the current time. Passed as an option so tests can set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date(currentTime())

/** A clock that starts at the given time and keeps running. */
export function clockFrom(start: Date): Clock {
  const now = clockStartingAt(start.getTime())
  return () => new Date(now())
}

export const minute = 60_000
export const hour = 60 * minute
/** In milliseconds. */
export const day = 24 * hour

/** `YYYY-MM-DD`, in UTC. */
export function formatDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The time that is `milliseconds` later. */
export function addTime(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds)
}
