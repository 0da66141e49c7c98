/** Tells the time; given to the sandbox from outside, so that tests can turn it. */
export type Clock = () => Date

export const minute = 60_000
export const hour = 60 * minute
/** Milliseconds. */
export const day = 24 * hour

/** `YYYY-MM-DD`, in UTC. */
export function formatDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The moment so many milliseconds later. */
export function addTime(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds)
}
