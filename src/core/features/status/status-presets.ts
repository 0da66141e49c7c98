import { z } from 'zod'
import { TimedStatus } from '../../../shared/operations/own-status.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../platform/messages.ts'

/** An account’s own presets; absent until they are changed. */
export const StatusPresetsFile = z.object({ presets: z.array(TimedStatus).optional() })

const builtIn = [
  { emoji: 'calendar', message: 'status.presetMeeting', busy: true, clear: '30_minutes' },
  { emoji: 'fork_and_knife', message: 'status.presetLunch', busy: false, clear: '30_minutes' },
  { emoji: 'headphones', message: 'status.presetFocusing', busy: true, clear: '3_hours' },
  { emoji: 'house', message: 'status.presetHome', busy: false, clear: '8_hours' },
  { emoji: 'thermometer', message: 'status.presetSick', busy: true, clear: '1_day' },
  { emoji: 'palm_tree', message: 'status.presetLeave', busy: true, clear: '7_days' },
] as const satisfies readonly (TimedStatus & { message: MessageId })[]

export const builtInPresets = (): TimedStatus[] =>
  builtIn.map((preset) => ({ ...preset, message: t(preset.message) }))
