import { t } from '../messages.ts'
import { joinDurations } from './duration.ts'

const units = [
  { id: 'time.days', minutes: 24 * 60 },
  { id: 'time.hours', minutes: 60 },
  { id: 'time.minutes', minutes: 1 },
] as const

/** Formats the remaining time in its two largest units. Rounds up to whole minutes, so it’s never zero. */
export function formatTimeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return t('time.none')
  if (milliseconds < 60_000) return t('time.lessThanAMinute')
  let minutesLeft = Math.ceil(milliseconds / 60_000)
  const counts = units.map(({ id, minutes }) => {
    const count = Math.floor(minutesLeft / minutes)
    minutesLeft -= count * minutes
    return { id, count }
  })
  const first = counts.findIndex(({ count }) => count > 0)
  const shown = counts.slice(first, first + 2).filter(({ count }) => count > 0)
  return joinDurations(shown.map(({ id, count }) => t(id, { count })))
}
