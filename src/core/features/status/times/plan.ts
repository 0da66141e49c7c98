import { t } from '../../../platform/messages.ts'
import type { CalendarKind, CalendarSpan } from '../../../../shared/rules/calendar-spans.ts'
import { statusMessageLimit } from '../../../../shared/rules/limits.ts'
import { truncate } from '../../../../shared/rules/text-length.ts'
import type { StatusDraft } from '../../../../shared/operations/own-status.ts'
import type { PlannedStatus } from '../../../../shared/operations/status-times.ts'
import { type TimeSpan, weeklySpans } from './spans.ts'
import type { StatusTimesFile, StoredCalendar } from './times-file.ts'

/** A status to set at the start of a span and to end at its end. */
export interface PlannedSpan extends PlannedStatus {
  /** Stays the same if the start of the span changes. */
  id: string
  /** Whether it replaces a status set by hand, which is restored afterwards. */
  restores: boolean
}

/**
 * Everything that is planned from a day before a time, in order. At each time, there is at most one: a status for a
 * single time, otherwise one from the calendar, otherwise one from the weekly schedule.
 */
export function plannedSpans(file: StatusTimesFile, now: number): PlannedSpan[] {
  const { calendar, oneTime, schedule } = file
  const once = oneTime.map((item): PlannedSpan => ({ ...item, source: 'once' }))
  const weekly = schedule.flatMap((item) => {
    const { id, status, isOn } = item
    if (!status || !isOn) return []
    return weeklySpans(item, now).map((span): PlannedSpan => ({
      ...span,
      id,
      status,
      restores: true,
      source: 'schedule',
    }))
  })
  const planned: PlannedSpan[] = []
  for (const span of [...once, ...calendarStatuses(calendar, now), ...weekly])
    planned.push(...partsApartFrom(planned, span))
  return planned.toSorted((a, b) => a.from - b.from)
}

/** The statuses from a calendar that is on. */
function calendarStatuses(calendar: StoredCalendar | undefined, now: number): PlannedSpan[] {
  return calendar?.isOn ? calendarPlan(calendar, now) : []
}

/** The statuses from a calendar as if it were on. */
export function calendarPlan(
  { spans, restores, pausedUntil = 0 }: StoredCalendar,
  now: number,
): PlannedSpan[] {
  const resumes = pausedUntil > now ? pausedUntil : 0
  return spans
    .filter(({ to }) => to > resumes)
    .map((span) => ({
      id: calendarSpanId(span),
      source: 'calendar',
      from: Math.max(span.from, resumes),
      to: span.to,
      status: calendarStatus(span),
      restores,
    }))
}

/** The start of a long one isn't known once it is out of the time that was read. */
function calendarSpanId({ to, title }: Pick<CalendarSpan, 'to' | 'title'>): string {
  // Without its title, the status has to be set again.
  return title === undefined ? `calendar ${to}` : `calendar ${to} ${title}`
}

/** The planned span at a time. */
export function activeSpan(planned: readonly PlannedSpan[], now: number): PlannedSpan | undefined {
  return planned.find(({ from, to }) => from <= now && now < to)
}

/** When the current status ends: earlier than it was set for if its span has been shortened or removed since. */
export function endingAt(
  { ending }: StatusTimesFile,
  planned: readonly PlannedSpan[],
  now: number,
): number | undefined {
  if (ending?.plannedId === undefined) return ending?.at
  const active = activeSpan(
    planned.filter(({ id }) => id === ending.plannedId),
    now,
  )
  if (active) return Math.min(ending.at, active.to)
  return ending.source === 'schedule' ? ending.at : Math.min(ending.at, now)
}

/** The handled spans, limited to what is still planned. */
export function begunOf({ begun, schedule, oneTime, calendar }: StatusTimesFile) {
  const ids = new Set([
    ...[...schedule, ...oneTime].map(({ id }) => id),
    ...(calendar?.spans ?? []).map(calendarSpanId),
  ])
  return Object.fromEntries(Object.entries(begun).filter(([id]) => ids.has(id)))
}

/** The parts of a span in which none of the others is active. */
function partsApartFrom(others: readonly TimeSpan[], span: PlannedSpan): PlannedSpan[] {
  return others.reduce(
    (parts, other) =>
      parts.flatMap((part) => {
        if (other.to <= part.from || part.to <= other.from) return [part]
        const pieces = [
          { ...part, to: other.from },
          { ...part, from: other.to },
        ]
        return pieces.filter(({ from, to }) => from < to)
      }),
    [span],
  )
}

const emojis: Record<CalendarKind, string> = {
  'out-of-office': 'palm_tree',
  meeting: 'calendar',
  focus: 'headphones',
}

function calendarStatus(span: CalendarSpan): StatusDraft {
  const message = span.title ?? kindMessage(span)
  return { emoji: emojis[span.kind], message: truncate(message, statusMessageLimit), busy: true }
}

function kindMessage({ kind, from, to }: CalendarSpan): string {
  if (kind === 'meeting') return t('calendar.meeting')
  if (kind === 'focus') return t('calendar.focus')
  const lastDay = new Date(to - 1)
  const isOneDay = new Date(from).toDateString() === lastDay.toDateString()
  return isOneDay ? t('calendar.outOfOffice') : t('calendar.outOfOfficeUntil', { day: lastDay })
}
