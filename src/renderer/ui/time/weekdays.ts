import { currentLocale } from '../messages.ts'

/** A weekday’s name, where 1 is Monday. */
export function weekdayName(day: number, weekday: 'short' | 'long'): string {
  // 1 January 2024 was a Monday.
  return new Intl.DateTimeFormat(currentLocale(), { weekday, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, day),
  )
}
