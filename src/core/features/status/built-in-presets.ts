import type { MessageId } from '../../../shared/messages/message.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { t } from '../../platform/messages.ts'

const builtIn = [
  { emoji: 'calendar', message: 'status.presetMeeting', busy: true, clear: '30_minutes' },
  { emoji: 'fork_and_knife', message: 'status.presetLunch', busy: false, clear: '30_minutes' },
  { emoji: 'headphones', message: 'status.presetFocusing', busy: true, clear: '3_hours' },
  { emoji: 'house', message: 'status.presetHome', busy: false, clear: '8_hours' },
  { emoji: 'thermometer', message: 'status.presetSick', busy: true, clear: '1_day' },
  { emoji: 'palm_tree', message: 'status.presetLeave', busy: true, clear: '7_days' },
] as const satisfies readonly (TimedStatus & { message: MessageId })[]

/** The preset statuses, until an account has its own. */
export function builtInPresets(): TimedStatus[] {
  return builtIn.map((preset) => ({ ...preset, message: t(preset.message) }))
}
