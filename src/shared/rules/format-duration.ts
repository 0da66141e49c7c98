import type { MessageId } from '../messages/message.ts'
import type { Translator } from '../messages/translator.ts'

const unitMs = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000 }
type Unit = keyof typeof unitMs
/** The messages for counts of each unit. */
export type DurationMessages = Record<Unit, MessageId>

const unitMessages: DurationMessages = {
  days: 'time.days',
  hours: 'time.hours',
  minutes: 'time.minutes',
  seconds: 'time.seconds',
}

/** Formats a whole number of seconds (in ms) without rounding, such as “1 hour 30 minutes”. */
export function formatMilliseconds(
  t: Translator['t'],
  milliseconds: number,
  messages = unitMessages,
): string {
  let remaining = milliseconds
  const parts = (Object.keys(unitMs) as Unit[]).flatMap((unit) => {
    const count = Math.floor(remaining / unitMs[unit])
    remaining -= count * unitMs[unit]
    return count > 0 ? [t(messages[unit], { count })] : []
  })
  if (parts.length === 0) return t('time.none')
  return parts.reduce((larger, smaller) => t('time.combined', { larger, smaller }))
}
