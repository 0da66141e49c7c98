import type { StatusDraft } from '../../../shared/app/own-status.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'

export const emptyDraft: StatusDraft = { emoji: '', message: '', busy: false }

/** What a status says, as the form holds it. */
export function draftOf(status: UserStatus | undefined): StatusDraft {
  if (!status) return emptyDraft
  return {
    emoji: status.emoji ?? '',
    message: status.message ?? '',
    busy: status.availability === 'busy',
  }
}

/** When a status clears itself, in milliseconds since 1970; nothing for one that stays. */
export function clearTime(status: UserStatus | undefined): number | undefined {
  const at = Date.parse(status?.clear_status_at ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** The status if it says something and has not expired; the service may still return one that has. */
export function visibleStatus(status: UserStatus | undefined, now: number): UserStatus | undefined {
  const { emoji, message, busy } = draftOf(status)
  const expired = (clearTime(status) ?? Infinity) <= now
  return (emoji || message || busy) && !expired ? status : undefined
}

/** Whether two drafts say the same. */
export function sameDraft(a: StatusDraft, b: StatusDraft): boolean {
  return a.emoji === b.emoji && a.message === b.message && a.busy === b.busy
}
