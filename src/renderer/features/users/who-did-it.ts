import { fullMoment } from '../../ui/time/moments.ts'
import type { Place } from '../../ui/time/moments.ts'

/** Who blocked or unblocked somebody, as the service noted it. */
interface WhoDidIt {
  key: 'blocked_by' | 'unblocked_by'
  /** One sentence without a full stop: "Blocked by @ines, 31 March 2025 at 18:05 CEST". */
  words: string
}

const verbs = { blocked_by: 'Blocked by', unblocked_by: 'Unblocked by' }

/**
 * Reads the custom attributes in which the service notes who did it, as `username/id+time`
 * (`app/services/users/block_service.rb`). One written in another way is left to the list of attributes.
 */
export function whoDidIt(
  attributes: readonly { key: string; value: string }[],
  place?: Place,
): WhoDidIt[] {
  return attributes.flatMap(({ key, value }) => {
    if (key !== 'blocked_by' && key !== 'unblocked_by') return []
    const [, username, time] = /^(.+)\/\d+\+(.+)$/.exec(value) ?? []
    if (!username || !time) return []
    const at = Date.parse(time)
    const when = Number.isNaN(at) ? time : fullMoment(at, place)
    return [{ key, words: `${verbs[key]} @${username}, ${when}` }]
  })
}
