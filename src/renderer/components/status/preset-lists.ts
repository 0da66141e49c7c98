import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { isSameTimedStatus, isCoveredBy } from '../../../shared/rules/status-durations.ts'

const includes = (list: readonly TimedStatus[], one: TimedStatus) =>
  list.some((other) => isSameTimedStatus(one, other))

/** Moves a list item, clamping its position to the list. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const place = Math.max(0, Math.min(to, list.length - 1))
  return list.toSpliced(from, 1).toSpliced(place, 0, list[from]!)
}

/** The recent statuses that aren’t presets. Those already on screen stay in place, and new ones come first. */
export function shownRecents(
  recent: readonly TimedStatus[],
  presets: readonly TimedStatus[],
  shown: readonly TimedStatus[],
): TimedStatus[] {
  const others = recent.filter((one) => !presets.some((preset) => isCoveredBy(one, preset)))
  return [
    ...others.filter((one) => !includes(shown, one)),
    ...shown.filter((one) => includes(others, one)),
  ]
}
