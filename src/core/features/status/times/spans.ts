import type { ScheduledStatus } from '../../../../shared/operations/status-times.ts'

/** When a span starts and ends, in milliseconds since 1970. */
export interface TimeSpan {
  from: number
  to: number
}

type Weekly = Pick<ScheduledStatus, 'days' | 'from' | 'to'>

/** The span that is active at a certain time. */
export function spanAt(item: Weekly, now: number): TimeSpan | undefined {
  return weeklySpans(item, now).find(({ from, to }) => from <= now && now < to)
}

/** Whether two spans overlap in a week without a DST change. */
export function overlap(a: Weekly, b: Weekly): boolean {
  const minutesOf = ({ days, from, to }: Weekly) => {
    const length = (minuteOf(to) - minuteOf(from) + dayMinutes) % dayMinutes || dayMinutes
    return days.map((day) => [(day - 1) * dayMinutes + minuteOf(from), length] as const)
  }
  return minutesOf(a).some(([fromA, lengthA]) =>
    minutesOf(b).some(([fromB, lengthB]) => {
      const later = (fromB - fromA + weekMinutes) % weekMinutes
      return later < lengthA || weekMinutes - later < lengthB
    }),
  )
}

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

/**
 * The spans that start between a day before a time and a week after it. A local time that DST skips moves later by the
 * same amount. If a local time occurs twice, the first occurrence is used.
 */
export function weeklySpans({ days, from, to }: Weekly, now: number): TimeSpan[] {
  const offsets = Array.from({ length: 10 }, (_, day) => day - 1)
  return offsets.flatMap((offset) => {
    const start = localMoment(now, offset, from)
    if (!days.includes(new Date(localMoment(now, offset, '12:00')).getDay() || 7)) return []
    const isNextDay = minuteOf(to) <= minuteOf(from)
    return [{ from: start, to: localMoment(now, offset + (isNextDay ? 1 : 0), to) }]
  })
}

/** A local time of day, this many days after `now`. */
function localMoment(now: number, days: number, time: string): number {
  const today = new Date(now)
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  return new Date(year, month, day + days, 0, minuteOf(time)).getTime()
}

/** The minutes since midnight. */
function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}
