import { nameToEmoji } from 'gemoji'
import type { StatusDraft, TimedStatus } from '../../../shared/app/own-status.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { clearStatusAfterLabels } from '../../../shared/service/status-limits.ts'
import { t } from '../../infra/messages.ts'

/** Statuses that one click sets. */
export const statusPresets: readonly TimedStatus[] = [
  { emoji: 'calendar', message: 'In a meeting', busy: true, clear: '30_minutes' },
  { emoji: 'fork_and_knife', message: 'At lunch', busy: false, clear: '30_minutes' },
  { emoji: 'headphones', message: 'Focusing', busy: true, clear: '3_hours' },
  { emoji: 'house', message: 'Working from home', busy: false, clear: '8_hours' },
  { emoji: 'thermometer', message: 'Off sick', busy: true, clear: '1_day' },
  { emoji: 'palm_tree', message: 'On leave', busy: true, clear: '7_days' },
]

/** A status in one line, with how long it lasts where it ends by itself. */
export function timedStatusLine(status: TimedStatus): string {
  const { clear } = status
  const line = statusLine(status)
  return clear === 'never' ? line : `${line}, for ${t(clearStatusAfterLabels[clear])}`
}

/** What a status says; undefined where it says nothing. */
export function draftOf({ emoji, message, availability }: UserStatus): StatusDraft | undefined {
  const draft = { emoji: emoji ?? '', message: message ?? '', busy: availability === 'busy' }
  return draft.emoji || draft.message || draft.busy ? draft : undefined
}

/** A status in one line; an emoji that has no glyph, as an instance's own, is called by its name. */
export function statusLine({ emoji, message, busy }: StatusDraft): string {
  const glyph = emoji && (nameToEmoji[emoji] ?? `:${emoji}:`)
  const words = [glyph, message.trim()].filter(Boolean).join(' ')
  if (!busy) return words || 'No words'
  return words ? `${words} (busy)` : 'Busy'
}
