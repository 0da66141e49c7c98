import { z } from 'zod'
import { TimedStatus } from '../../../shared/operations/own-status.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { t } from '../../platform/messages.ts'

/** An account’s own presets; absent until they are changed. Versions before had built-in ones only. */
export const StatusPresetsFile = z.object({ presets: z.array(TimedStatus).optional() })
type StatusPresetsFile = z.output<typeof StatusPresetsFile>

/** Returns the file with an account’s presets. */
type StatusPresetsFiles = (account: string) => Pick<JsonFile<StatusPresetsFile>, 'read' | 'write'>

const builtIn = [
  { emoji: 'calendar', message: 'status.presetMeeting', busy: true, clear: '30_minutes' },
  { emoji: 'fork_and_knife', message: 'status.presetLunch', busy: false, clear: '30_minutes' },
  { emoji: 'headphones', message: 'status.presetFocusing', busy: true, clear: '3_hours' },
  { emoji: 'house', message: 'status.presetHome', busy: false, clear: '8_hours' },
  { emoji: 'thermometer', message: 'status.presetSick', busy: true, clear: '1_day' },
  { emoji: 'palm_tree', message: 'status.presetLeave', busy: true, clear: '7_days' },
] as const satisfies readonly (TimedStatus & { message: MessageId })[]

interface StatusPresetsOptions {
  fileOf: StatusPresetsFiles
  /** Called after presets were saved. */
  onChange(): void
}

/** The statuses of each account that one click sets. */
export class StatusPresets {
  readonly #options: StatusPresetsOptions

  constructor(options: StatusPresetsOptions) {
    this.#options = options
  }

  of(account: string): TimedStatus[] {
    const { presets } = this.#options.fileOf(account).read()
    return presets ?? builtIn.map((preset) => ({ ...preset, message: t(preset.message) }))
  }

  /** Throws a failure if the disk fails. */
  save(account: string, presets: TimedStatus[]): TimedStatus[] {
    this.#options.fileOf(account).write({ presets })
    this.#options.onChange()
    return presets
  }
}
