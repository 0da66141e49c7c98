import type { MessageId } from '../../../shared/messages/message.ts'
import { formatMoment, timeOfDay } from '../../ui/time/moments.ts'

/** The next full hour that is at least half an hour away, in milliseconds since 1970. */
export function nextHour(now: number): number {
  const at = new Date(now + 90 * 60_000)
  at.setMinutes(0, 0, 0)
  return at.getTime()
}

/** Common end times, in local time. */
export function commonMoments(now: number): { label: MessageId; moment: number }[] {
  const midnight = (days: number) => {
    const at = new Date(now)
    at.setHours(24 * days, 0, 0, 0)
    return at.getTime()
  }
  const weekday = new Date(now).getDay()
  return [
    { label: 'status.endOfDay', moment: midnight(1) },
    { label: 'status.nextMonday', moment: midnight((8 - weekday) % 7 || 7) },
  ]
}

/** Whether two timestamps fall on the same local day. */
export function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

/** Formats a date and time, or just the time if it is today. */
export function shortMoment(at: number, now: number): string {
  if (!isSameDay(at, now)) return formatMoment(at, now)
  const time = new Date(at)
  return timeOfDay(time.getHours() * 60 + time.getMinutes())
}
