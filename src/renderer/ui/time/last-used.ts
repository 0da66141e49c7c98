import { fullMoment } from './moments.ts'

/** When something was last used, for a list of facts; nothing if the service doesn't say. */
export function lastUsed(at: string | null | undefined): string[] {
  if (at === undefined) return []
  if (!at) return ['Never used']
  const time = Date.parse(at)
  return [`Last used ${Number.isNaN(time) ? at : fullMoment(time)}`]
}
