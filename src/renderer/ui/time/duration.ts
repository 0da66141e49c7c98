import { formatMilliseconds } from '../../../shared/rules/format-duration.ts'
import { t } from '../messages.ts'

/** Formats a duration exactly: 5400 seconds is "1 hour 30 minutes". */
export function formatDuration(seconds: number): string {
  return formatMilliseconds(t, seconds * 1000)
}

/** Joins the parts of a duration, largest first. */
export function joinDurations(parts: readonly string[]): string {
  if (parts.length === 0) return t('time.none')
  return parts.reduce((larger, smaller) => t('time.combined', { larger, smaller }))
}
