import { nameToEmoji } from 'gemoji'
import type { StatusDraft, TimedStatus } from '../../../shared/app/own-status.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { clearStatusAfterMessages } from '../../../shared/service/status-limits.ts'
import { t } from '../../infra/messages.ts'

const presets = [
  { emoji: 'calendar', message: 'desktop.presetMeeting', busy: true, clear: '30_minutes' },
  { emoji: 'fork_and_knife', message: 'desktop.presetLunch', busy: false, clear: '30_minutes' },
  { emoji: 'headphones', message: 'desktop.presetFocusing', busy: true, clear: '3_hours' },
  { emoji: 'house', message: 'desktop.presetHome', busy: false, clear: '8_hours' },
  { emoji: 'thermometer', message: 'desktop.presetSick', busy: true, clear: '1_day' },
  { emoji: 'palm_tree', message: 'desktop.presetLeave', busy: true, clear: '7_days' },
] as const satisfies readonly (TimedStatus & { message: MessageId })[]

/** Statuses that one click sets. */
export function statusPresets(): TimedStatus[] {
  return presets.map((preset) => ({ ...preset, message: t(preset.message) }))
}

/** A status in one line, with its duration. */
export function formatTimedStatus(status: TimedStatus): string {
  const { clear } = status
  const line = formatStatus(status)
  if (clear === 'never') return line
  return t('desktop.statusFor', { status: line, duration: t(clearStatusAfterMessages[clear]) })
}

/** A status as a draft; undefined if it is empty. */
export function toDraft({ emoji, message, availability }: UserStatus): StatusDraft | undefined {
  const draft = { emoji: emoji ?? '', message: message ?? '', busy: availability === 'busy' }
  return draft.emoji || draft.message || draft.busy ? draft : undefined
}

/** A status in one line. An emoji without a glyph, such as an instance's own, is shown by its name. */
export function formatStatus({ emoji, message, busy }: StatusDraft): string {
  const glyph = emoji && (nameToEmoji[emoji] ?? `:${emoji}:`)
  const status = [glyph, message.trim()].filter(Boolean).join(' ')
  if (!busy) return status || t('desktop.noMessage')
  return status ? t('desktop.busyStatus', { status }) : t('desktop.busy')
}
