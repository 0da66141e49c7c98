import { t } from '../../ui/messages.ts'
import { type TimeFormat, fullMoment } from '../../ui/time/moments.ts'

/** A block or unblock of a user, as recorded by GitLab. */
interface BlockEvent {
  key: 'blocked_by' | 'unblocked_by'
  /** For example "Blocked by @ines, 31 March 2025 at 18:05 CEST". */
  text: string
}

/**
 * Parses the custom attributes that GitLab uses to record who blocked or unblocked a user: `username/id+time`
 * (`app/services/users/block_service.rb`). Values in other formats are only shown in the attribute list.
 */
export function blockHistory(
  attributes: readonly { key: string; value: string }[],
  place?: TimeFormat,
): BlockEvent[] {
  return attributes.flatMap(({ key, value }) => {
    if (key !== 'blocked_by' && key !== 'unblocked_by') return []
    const [, username, time] = /^(.+)\/\d+\+(.+)$/.exec(value) ?? []
    if (!username || !time) return []
    const at = Date.parse(time)
    const moment = Number.isNaN(at) ? time : fullMoment(at, place)
    const id = key === 'blocked_by' ? 'user.blockedBy' : 'user.unblockedBy'
    return [{ key, text: t(id, { username, moment }) }]
  })
}
