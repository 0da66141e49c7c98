import type { SeenStatus, StatusDraft, TimedStatus } from '../../../shared/operations/own-status.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import {
  commonDurations,
  type GitLabDuration,
  isGitLabDuration,
  longerDuration,
  nearestDuration,
  type StatusDuration,
} from '../../../shared/rules/status-durations.ts'
import { clearsAt } from '../../ui/time/clear-after.ts'

const emptyDraft: StatusDraft = { emoji: '', message: '', busy: false }

/** The status form. `clear` is a duration, the current expiry, an exact moment (see `exactEnd`), or empty for never. */
export type StatusFormDraft = StatusDraft & { clear: string }

export const emptyForm: StatusFormDraft = { ...emptyDraft, clear: '' }

/** The content of a status. */
export function draftOf(status: UserStatus | undefined): StatusDraft {
  if (!status) return emptyDraft
  return {
    emoji: status.emoji ?? '',
    message: status.message ?? '',
    busy: status.availability === 'busy',
  }
}

/** The initial form for a status. */
export function formOf(status: UserStatus | undefined): StatusFormDraft {
  return { ...draftOf(status), clear: status?.clear_status_at ?? '' }
}

/** The status a form was filled from. */
export function originalStatus({ emoji, message, busy, clear }: StatusFormDraft): SeenStatus {
  return {
    emoji,
    message,
    availability: busy ? 'busy' : 'not_set',
    clear_status_at: clear === '' ? null : clear,
  }
}

const exactPrefix = 'exactly '

/** The `clear` value for an exact moment, in milliseconds since 1970, at which Latchkey clears the status. */
export function exactEnd(moment: number): string {
  return `${exactPrefix}${new Date(moment).toISOString()}`
}

/** The moment of such a value; undefined for others. */
export function exactMoment(clear: string): number | undefined {
  return clear.startsWith(exactPrefix) ? Date.parse(clear.slice(exactPrefix.length)) : undefined
}

/** A form’s `clear` value as sent: for an exact moment, a duration that ends later. */
export function clearChoice(
  { clear }: StatusFormDraft,
  now: number,
): GitLabDuration | 'never' | 'keep' {
  if (clear === '') return 'never'
  const exact = exactMoment(clear)
  if (exact !== undefined) return longerDuration(exact - now)
  return isGitLabDuration(clear) ? clear : 'keep'
}

/** A status to save. `keep` leaves its expiry unchanged; with `endsAt`, Latchkey clears it earlier. */
export type StatusChange = StatusDraft & {
  clear: StatusDuration | 'never' | 'keep'
  endsAt?: number
}

/** The expected status after a change, until GitLab responds. */
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

/** A form as a reusable status. A time becomes the closest duration; `endsAt` is when Latchkey clears the current status. */
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

/** Whether the selected or kept expiry has passed. */
export function keepsPast(draft: StatusFormDraft, now: number): boolean {
  const exact = exactMoment(draft.clear)
  if (exact !== undefined) return exact <= now
  return clearChoice(draft, now) === 'keep' && Date.parse(draft.clear) <= now
}

/** When a status clears, in milliseconds since 1970; undefined for never. */
export function clearTime(status: UserStatus | undefined): number | undefined {
  const at = Date.parse(status?.clear_status_at ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** The status unless it is empty or expired; GitLab may still return an expired one. */
export function visibleStatus(status: UserStatus | undefined, now: number): UserStatus | undefined {
  const { emoji, message, busy } = draftOf(status)
  const expired = (clearTime(status) ?? Infinity) <= now
  return (emoji || message || busy) && !expired ? status : undefined
}
