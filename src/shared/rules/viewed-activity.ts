/**
 * How “View as” changed a user's last activity. GitLab counts requests with `sudo` as activity by the user, so after a
 * view the date no longer reflects the user's own activity. Days are `YYYY-MM-DD`.
 */
export interface ViewedActivity {
  /** Their last activity before the view; null if they were never active. */
  before: string | null
  /** The first and last day that GitLab recorded because of a view. */
  first: string
  last: string
}

/** When a user was last active themselves. Replaces a day that only a view caused with the day before the view. */
export function ownActivity<Day extends string | null | undefined>(
  day: Day,
  viewed: ViewedActivity | undefined,
): Day | string | null {
  return viewed && isFromView(day, viewed) ? viewed.before : day
}

/** The activity to store for a user viewed on `today`; undefined if their last activity doesn't change. */
export function activityAfterView(
  today: string,
  day: string | null,
  previous: ViewedActivity | undefined,
): ViewedActivity | undefined {
  if (previous && isFromView(day, previous))
    return { ...previous, last: laterDay(previous.last, today) }
  if (day && day.slice(0, 10) >= today) return undefined
  return { before: day, first: today, last: today }
}

function isFromView(day: string | null | undefined, { first, last }: ViewedActivity): boolean {
  if (!day) return false
  const date = day.slice(0, 10)
  return first <= date && date <= last
}

function laterDay(one: string, other: string): string {
  return one > other ? one : other
}
