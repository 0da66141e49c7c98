import type { SeenStatus, StatusDraft } from '../../../shared/app/own-status.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { clearStatusAfter } from '../../../shared/service/status-limits.ts'
import type { ClearPreset } from '../../ui/time/clear-after.ts'

const emptyDraft: StatusDraft = { emoji: '', message: '', busy: false }

/** A status as the form holds it. `clear` is a duration, or the moment that is set now, or empty where it stays. */
export type StatusFormDraft = StatusDraft & { clear: string }

export const emptyForm: StatusFormDraft = { ...emptyDraft, clear: '' }

/** What a status says. */
export function draftOf(status: UserStatus | undefined): StatusDraft {
  if (!status) return emptyDraft
  return {
    emoji: status.emoji ?? '',
    message: status.message ?? '',
    busy: status.availability === 'busy',
  }
}

/** A status as the form begins with it. */
export function formOf(status: UserStatus | undefined): StatusFormDraft {
  return { ...draftOf(status), clear: status?.clear_status_at ?? '' }
}

/** The status that a form was filled from. */
export function seenStatus({ emoji, message, busy, clear }: StatusFormDraft): SeenStatus {
  return {
    emoji,
    message,
    availability: busy ? 'busy' : 'not_set',
    clear_status_at: clear === '' ? null : clear,
  }
}

/** The choice of a form as it is sent. */
export function clearChoice({ clear }: StatusFormDraft): ClearPreset | 'never' | 'keep' {
  if (clear === '') return 'never'
  return clearStatusAfter.find((preset) => preset === clear) ?? 'keep'
}

/** Whether a form keeps a time that is over by now. */
export function keepsPast(draft: StatusFormDraft, now: number): boolean {
  return clearChoice(draft) === 'keep' && Date.parse(draft.clear) <= now
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
