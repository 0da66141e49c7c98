import type { RuleFields } from '../../../shared/operations/rules.ts'

type Weekly = Pick<RuleFields, 'days' | 'at'>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** How far back (ms) missed times are counted. */
const lookBackMs = 400 * dayMs

/** The times of a rule after `from` and up to `to`, oldest first (ms since 1970). */
export function ruleTimes(weekly: Weekly, from: number, to: number): number[] {
  const start = Math.max(from, to - lookBackMs)
  const times: number[] = []
  for (let day = localDayOf(start - dayMs); day <= localDayOf(to + dayMs); day += dayMs) {
    const time = timeOn(weekly, day)
    if (time !== undefined && time > start && time <= to) times.push(time)
  }
  return times
}

/** The first time of a rule after a moment. */
export function nextRuleTime(weekly: Weekly, after: number): number {
  return ruleTimes(weekly, after, after + 9 * dayMs)[0] ?? Infinity
}

/** The time on a calendar day, given as its start in UTC; undefined if the rule has none. */
function timeOn({ days, at }: Weekly, day: number): number | undefined {
  if (!days.includes(new Date(day).getUTCDay() || 7)) return undefined
  const [hours, minutes] = at.split(':').map(Number) as [number, number]
  return firstMomentAt(day, hours * 60 + minutes)
}

/**
 * When the local clock first shows this time of day. If the clock skips it, the moment at which the clock is moved
 * forward; if it shows it twice, the first time.
 */
function firstMomentAt(day: number, minutes: number): number {
  const date = new Date(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  let moment = new Date(year, month, date.getUTCDate(), 0, minutes).getTime()
  while (localClock(moment - minuteMs) >= day + minutes * minuteMs) moment -= minuteMs
  return moment
}

function localDayOf(moment: number): number {
  return Math.floor(localClock(moment) / dayMs) * dayMs
}

/** What the local clock shows at a moment, as if it were UTC (ms since 1970). */
function localClock(moment: number): number {
  return moment - new Date(moment).getTimezoneOffset() * minuteMs
}
