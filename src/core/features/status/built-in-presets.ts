import { z } from 'zod'
import type { MessageId } from '../../../shared/messages/message.ts'
import { TimedStatus } from '../../../shared/operations/own-status.ts'
import { t } from '../../platform/messages.ts'

const builtIn = [
  { emoji: 'calendar', message: 'status.presetMeeting', busy: true, clear: '30_minutes' },
  { emoji: 'fork_and_knife', message: 'status.presetLunch', busy: false, clear: '30_minutes' },
  { emoji: 'headphones', message: 'status.presetFocusing', busy: true, clear: '3_hours' },
  { emoji: 'house', message: 'status.presetHome', busy: false, clear: '8_hours' },
  { emoji: 'thermometer', message: 'status.presetSick', busy: true, clear: '1_day' },
  { emoji: 'palm_tree', message: 'status.presetLeave', busy: true, clear: '7_days' },
] as const satisfies readonly (TimedStatus & { message: MessageId })[]

/** An account's preset statuses until it has custom ones. */
export function builtInPresets(): TimedStatus[] {
  return builtIn.map((preset) => ({ ...preset, message: t(preset.message) }))
}

/** A stored preset. `words` is the text ID of a built-in one, which is shown in the current language. */
export const StoredPreset = TimedStatus.extend({ words: z.string().optional() })
type StoredPreset = z.output<typeof StoredPreset>

export function toStored(preset: TimedStatus): StoredPreset {
  const same = builtIn.find(
    ({ emoji, message }) => emoji === preset.emoji && t(message) === preset.message,
  )
  return same ? { ...preset, words: same.message } : preset
}

export function fromStored({ words, ...preset }: StoredPreset): TimedStatus {
  const same = builtIn.find(({ message }) => message === words)
  return same ? { ...preset, message: t(same.message) } : preset
}
