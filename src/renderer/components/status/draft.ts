import type { SeenStatus, StatusDraft, TimedStatus } from '../../../shared/operations/own-status.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import {
  commonDurations,
  type GitLabDuration,
  isGitLabDuration,
  longerDuration,
  longestStatusMs,
  nearestDuration,
  type StatusDuration,
} from '../../../shared/rules/status-durations.ts'
import { clearsAt } from '../../ui/time/clear-after.ts'

const emptyDraft: StatusDraft = { emoji: '', message: '', busy: false }

/** The status form. `clear` is a duration, the current expiry, an exact time (see `exactEnd`), or empty for never. */
export type StatusFormDraft = StatusDraft & { clear: string }

export const emptyForm: StatusFormDraft = { ...emptyDraft, clear: '' }

/** A status’s content, without its expiry. */
export function draftOf(status: UserStatus | undefined): StatusDraft {
  if (!status) return emptyDraft
  return {
    emoji: status.emoji ?? '',
    message: status.message ?? '',
    busy: status.availability === 'busy',
  }
}

/** The form’s initial values for a status. */
export function formOf(status: UserStatus | undefined): StatusFormDraft {
  return { ...draftOf(status), clear: status?.clear_status_at ?? '' }
}

/** The status that a form was filled from. */
export function originalStatus({ emoji, message, busy, clear }: StatusFormDraft): SeenStatus {
  return {
    emoji,
    message,
    availability: busy ? 'busy' : 'not_set',
    clear_status_at: clear === '' ? null : clear,
  }
}

const exactPrefix = 'exactly '

/** The `clear` value that makes Latchkey clear the status at an exact time (ms since 1970). */
export function exactEnd(moment: number): string {
  return `${exactPrefix}${new Date(moment).toISOString()}`
}

/** The time in a `clear` value from `exactEnd`; undefined for other values. */
export function exactMoment(clear: string): number | undefined {
  return clear.startsWith(exactPrefix) ? Date.parse(clear.slice(exactPrefix.length)) : undefined
}

/** The `clear` value to send. For an exact time, that’s a duration which ends later. */
export function clearChoice(
  { clear }: StatusFormDraft,
  now: number,
): GitLabDuration | 'never' | 'keep' {
  if (clear === '') return 'never'
  const exact = exactMoment(clear)
  if (exact !== undefined) return longerDuration(exact - now)
  return isGitLabDuration(clear) ? clear : 'keep'
}

/** A status to save. `keep` leaves its expiry unchanged, and `endsAt` makes Latchkey clear it earlier. */
export type StatusChange = StatusDraft & {
  clear: StatusDuration | 'never' | 'keep'
  endsAt?: number
}

/** Predicts the status after a change, for display until GitLab responds. */
export function expectedStatus(
  { emoji, message, busy, clear, endsAt, base }: StatusChange & { base?: SeenStatus },
  now: number,
): UserStatus {
  const kept = clear === 'keep' ? base?.clear_status_at : undefined
  const end = endsAt ?? (clear === 'keep' || clear === 'never' ? undefined : clearsAt(clear, now))
  return {
    emoji,
    message,
    availability: busy ? 'busy' : 'not_set',
    clear_status_at: kept ?? (end === undefined ? null : new Date(end).toISOString()),
  }
}

/** Makes a form’s status reusable, with its end as the closest duration. `endsAt` is when Latchkey clears it. */
export function timedStatus(form: StatusFormDraft, now: number, endsAt?: number): TimedStatus {
  const { emoji, message, busy } = form
  const exact = exactMoment(form.clear)
  const choice = clearChoice(form, now)
  const clear =
    exact === undefined && choice !== 'keep'
      ? choice
      : nearestDuration((exact ?? endsAt ?? Date.parse(form.clear)) - now, commonDurations)
  return { emoji, message: message.trim(), busy, clear }
}

/** Whether the form’s expiry, selected or kept, has passed. */
export function keepsPast(draft: StatusFormDraft, now: number): boolean {
  const exact = exactMoment(draft.clear)
  if (exact !== undefined) return exact <= now
  return clearChoice(draft, now) === 'keep' && Date.parse(draft.clear) <= now
}

/** Whether the form’s exact time is further ahead than a status may last. */
export function endsTooLate({ clear }: StatusFormDraft, now: number): boolean {
  return (exactMoment(clear) ?? now) > now + longestStatusMs
}

/** When a status clears (ms since 1970); undefined for never. */
export function clearTime(status: UserStatus | undefined): number | undefined {
  const at = Date.parse(status?.clear_status_at ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** The status, unless it’s empty or expired. GitLab may still return expired ones. */
export function visibleStatus(status: UserStatus | undefined, now: number): UserStatus | undefined {
  const { emoji, message, busy } = draftOf(status)
  const expired = (clearTime(status) ?? Infinity) <= now
  return (emoji || message || busy) && !expired ? status : undefined
}
