import type { StatusDraft, TimedStatus } from '../../../shared/operations/own-status.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import {
  formatDurationBy,
  isGitLabDuration,
  statusFieldMessages,
} from '../../../shared/rules/status-durations.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { formatMoment, formatTimeOrMoment } from '../../ui/time/moments.ts'
import { loadedEmoji, withEmoji } from '../emoji/emoji-book.ts'
import { clearTime, draftOf, exactMoment, visibleStatus } from './draft.ts'

/** A status in a few words. */
export function formatStatus({ message, emoji, busy }: StatusDraft): string {
  return message || emoji.replaceAll('_', ' ') || t(busy ? 'status.busy' : 'status.unnamed')
}

/** A status in a few words, with emoji once they’re loaded. */
function withGlyphs(status: StatusDraft): string {
  const book = loadedEmoji()
  const glyph = book?.byName.get(status.emoji)?.emoji
  const words = glyph && !status.message ? '' : withEmoji(formatStatus(status), book)
  return [glyph, words].filter(Boolean).join(' ')
}

/** Formats a status with its duration. */
export function formatTimedStatus(status: TimedStatus): string {
  const { clear } = status
  const values = { status: formatStatus(status), isBusy: needsBusy(status) }
  if (clear === 'never') return t('status.summary', values)
  return t('status.summaryFor', { ...values, duration: formatDurationBy(t, clear) })
}

/** Whether to append “busy”. If there is neither a message nor an emoji, “busy” is the entire status. */
function needsBusy({ message, emoji, busy }: StatusDraft): boolean {
  return busy && (message !== '' || emoji !== '')
}

const shortUnits = {
  days: 'time.days',
  hours: 'status.hours',
  minutes: 'status.minutes',
  seconds: 'time.seconds',
} as const

/** Formats a duration in short form; empty for never. */
export function shortDuration(clear: TimedStatus['clear']): string {
  return clear === 'never' ? '' : formatDurationBy(t, clear, shortUnits)
}

/** Explains that nothing was set or cleared because the status has changed since it was shown. */
export function conflictMessage(there: UserStatus): string {
  const status = visibleStatus(there, currentTime())
  return status
    ? t('status.setElsewhere', { status: bidiIsolate(formatStatus(draftOf(status))) })
    : t('status.clearedElsewhere')
}

interface SavedStatus {
  now: UserStatus
  ignored: readonly string[]
  theirs: readonly string[]
  /** When Latchkey clears it, since GitLab can’t do so at an exact time. */
  endsAt?: number | undefined
}

/** Reports the saved status and which fields weren’t saved. */
export function statusSavedMessage(
  done: 'saved' | 'set',
  { now, ignored, theirs, endsAt = clearTime(now) }: SavedStatus,
): string {
  const draft = draftOf(now)
  const values = { status: bidiIsolate(withGlyphs(draft)), isBusy: needsBusy(draft) }
  const saved =
    endsAt === undefined
      ? t('status.now', values)
      : t('status.nowUntil', { ...values, time: formatTimeOrMoment(endsAt, currentTime()) })
  return [
    ignored.length > 0
      ? t(`status.${done}Except`, { fields: labelsOf(ignored), count: ignored.length })
      : saved,
    ...(theirs.length > 0 ? [t('saving.changedElsewhere', { fields: labelsOf(theirs) })] : []),
  ].join(' ')
}

/** Describes when a status clears, given a duration or an expiry. */
export function formatClear(clear: string, now: number): string {
  if (clear === '') return t('status.dontClear')
  if (isGitLabDuration(clear)) return formatDurationBy(t, clear)
  return formatMoment(exactMoment(clear) ?? Date.parse(clear), now)
}

function labelsOf(names: readonly string[]): string[] {
  return Object.entries(statusFieldMessages)
    .filter(([name]) => names.includes(name))
    .map(([, id]) => t(id))
}
