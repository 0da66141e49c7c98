import { fullMoment } from '../../ui/time/moments.ts'

/** What happened at a moment of ISO 8601, for a list of facts; nothing where there is no moment. */
export function momentFact(what: string, at: string | null | undefined): string[] {
  const time = Date.parse(at ?? '')
  return Number.isNaN(time) ? [] : [`${what} ${fullMoment(time)}`]
}

/** Where a key of this computer was found. */
export function placeFacts(place: string, also: readonly string[]): string[] {
  return also.length > 0 ? [place, `also in ${also.join(', ')}`] : [place]
}
