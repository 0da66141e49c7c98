import { nameToEmoji } from 'gemoji'
import type { StatusDraft } from '../../shared/app/own-status.ts'
import type { ClearStatusAfter } from '../../shared/service/current-user.ts'

/** Statuses that one click sets, with the time after which each clears itself. */
export const statusPresets: readonly {
  draft: StatusDraft
  clear: ClearStatusAfter
  for: string
}[] = [
  preset('calendar', 'In a meeting', true, '30_minutes', '30 minutes'),
  preset('fork_and_knife', 'At lunch', false, '30_minutes', '30 minutes'),
  preset('headphones', 'Focusing', true, '3_hours', '3 hours'),
  preset('house', 'Working from home', false, '8_hours', '8 hours'),
  preset('thermometer', 'Off sick', true, '1_day', '1 day'),
  preset('palm_tree', 'On leave', true, '7_days', '7 days'),
]

function preset(
  emoji: string,
  message: string,
  busy: boolean,
  clear: ClearStatusAfter,
  time: string,
) {
  return { draft: { emoji, message, busy }, clear, for: time }
}

/** A status in one line; an emoji that has no glyph, as an instance's own, is called by its name. */
export function statusLine({ emoji, message, busy }: StatusDraft): string {
  const glyph = emoji && (nameToEmoji[emoji] ?? `:${emoji}:`)
  const words = [glyph, message.trim()].filter(Boolean).join(' ')
  if (!busy) return words || 'No words'
  return words ? `${words} (busy)` : 'Busy'
}
