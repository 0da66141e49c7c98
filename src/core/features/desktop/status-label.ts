import { nameToEmoji } from 'gemoji'
import type { StatusDraft, TimedStatus } from '../../../shared/operations/own-status.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { formatDurationBy } from '../../../shared/rules/status-durations.ts'
import { t } from '../../platform/messages.ts'

/** A status and its duration on one line. */
export function formatTimedStatusLabel(status: TimedStatus): string {
  const { clear } = status
  const line = formatStatusLabel(status)
  if (clear === 'never') return line
  return t('desktop.statusFor', { status: line, duration: formatDurationBy(t, clear) })
}

/** A status as a draft; undefined for an empty one. */
export function toDraft({ emoji, message, availability }: UserStatus): StatusDraft | undefined {
  const draft = { emoji: emoji ?? '', message: message ?? '', busy: availability === 'busy' }
  return draft.emoji || draft.message || draft.busy ? draft : undefined
}

/** A status on one line. An emoji that has no glyph, such as a custom one, is shown by name. */
export function formatStatusLabel({ emoji, message, busy }: StatusDraft): string {
  // guard: emoji-name
  const known = Object.hasOwn(nameToEmoji, emoji) ? nameToEmoji[emoji] : undefined
  const glyph = emoji && (known ?? `:${emoji}:`)
  const status = [glyph, message.trim()].filter(Boolean).join(' ')
  if (!busy) return status || t('status.noMessage')
  return status ? t('desktop.busyStatus', { status }) : t('status.busy')
}
