import type { LastActivity } from '../../../shared/gitlab/current-user.ts'
import { currentLocale } from '../../ui/messages.ts'
import { dayNumber, dayOf } from '../../ui/time/days.ts'

export type SortKey = 'name' | 'day'
export interface SortOrder {
  by: SortKey
  descending: boolean
}

/** The date of a user’s last activity. Older GitLab versions only have `last_activity_at`. */
export function activityDay({ last_activity_on, last_activity_at }: LastActivity): string {
  return (last_activity_on ?? last_activity_at ?? '').slice(0, 10)
}

/** Sorts entries; those of the same day by name. */
export function sortedActivities(
  entries: readonly LastActivity[],
  { by, descending }: SortOrder,
): LastActivity[] {
  const direction = descending ? -1 : 1
  const names = new Intl.Collator(currentLocale(), { numeric: true })
  const byName = (a: LastActivity, b: LastActivity) => names.compare(a.username, b.username)
  const byDay = (a: LastActivity, b: LastActivity) => compare(activityDay(a), activityDay(b))
  return entries.toSorted((a, b) =>
    by === 'name' ? direction * byName(a, b) : direction * byDay(a, b) || byName(a, b),
  )
}

/** Filters entries by username. */
export function matchingActivities(
  entries: readonly LastActivity[],
  typed: string,
): LastActivity[] {
  const text = typed.trim().replace(/^@/, '').toLowerCase()
  return entries.filter(({ username }) => username.toLowerCase().includes(text))
}

/** How many users were last active in a week. */
export interface Week {
  /** The Monday, as `YYYY-MM-DD`. */
  start: string
  count: number
}

/** Counts by week, including empty weeks. Starts with the earliest entry, or at `from` if that is later. */
export function countByWeek(entries: readonly LastActivity[], from: string, to: string): Week[] {
  const days = entries.map((entry) => dayNumber(activityDay(entry))).filter(Number.isFinite)
  if (days.length === 0) return []
  const earliest = days.reduce((a, b) => Math.min(a, b))
  const latest = days.reduce((a, b) => Math.max(a, b), dayNumber(to))
  const first = monday(Math.max(earliest, dayNumber(from)))
  const counts = new Array<number>(Math.floor((monday(latest) - first) / 7) + 1).fill(0)
  for (const day of days) {
    const week = Math.floor((monday(day) - first) / 7)
    if (week >= 0) counts[week]! += 1
  }
  return counts.map((count, index) => ({ start: dayOf(first + 7 * index), count }))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** The Monday of a day’s week. Days are counted from 1 January 1970, a Thursday. */
function monday(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7)
}
