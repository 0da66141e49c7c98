/** One occurrence of a calendar's event, with the facts that decide whether it becomes a status. */
export interface CalendarOccurrence {
  /** In milliseconds since 1970. */
  from: number
  to: number
  /** Whether it has days instead of times. */
  isAllDay: boolean
  title: string
  /** Whether its title must never be shown to others. */
  isPrivate: boolean
  /** Whether the calendar's owner declined it. */
  isDeclined: boolean
  /** Whether it doesn't take up its time. */
  isFree: boolean
  isCanceled: boolean
  /** Whether the calendar itself marks it as out of office. */
  isOutOfOffice: boolean
}

/** What a status from a calendar is about. */
export const calendarKinds = ['out-of-office', 'meeting', 'focus'] as const
export type CalendarKind = (typeof calendarKinds)[number]

/** A time in which a calendar has something to show. */
export interface CalendarSpan {
  from: number
  to: number
  kind: CalendarKind
  /** Absent if the title must not be shown. */
  title?: string
}

/** Meetings with less time (ms) than this between them are one. */
export const shortestBreakMs = 5 * 60_000
/** How long (ms) something lasts to count as a whole day, which is shorter when clocks change. */
const dayMs = 23 * 3_600_000

/** Words of titles in five languages. */
const outOfOffice = words(
  [
    'out of office',
    'ooo',
    'vacation',
    'holidays?',
    'pto',
    'annual leave',
    'sick leave',
    'on leave',
  ],
  ['day off', 'parental leave', 'urlaub', 'abwesend', 'abwesenheit', 'ferien', 'krank'],
  ['elternzeit', 'congés?', 'vacances', 'absente?', 'absence', 'arrêt maladie', 'vacaciones'],
  ['ausente', 'fuera de la oficina', 'baja médica', 'día libre'],
  ['休暇', '不在', '有給', '休み'],
)
const focus = words(
  ['focus', 'focus time', 'deep work', 'fokus', 'fokuszeit', 'temps de concentration'],
  ['concentration', 'tiempo de concentración', 'concentración', '集中'],
)

/** Matches any of these as whole words. Japanese doesn't separate words. */
function words(...lists: readonly string[][]): RegExp {
  const alternatives = lists
    .flat()
    .map((word) =>
      /\p{Script=Han}/u.test(word) ? word : `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`,
    )
  return new RegExp(alternatives.join('|'), 'iu')
}

/** What an occurrence is shown as; undefined if it isn't shown. */
export function calendarKind(occurrence: CalendarOccurrence): CalendarKind | undefined {
  const { from, to, title, isAllDay, isDeclined, isFree, isCanceled } = occurrence
  if (to <= from || isDeclined || isFree || isCanceled) return undefined
  const isLong = isAllDay || to - from >= dayMs
  if (occurrence.isOutOfOffice || (isLong && outOfOffice.test(title))) return 'out-of-office'
  // Such as a birthday or a week on call.
  if (isLong) return undefined
  return focus.test(title) ? 'focus' : 'meeting'
}

/**
 * The spans of a calendar, in order and without overlaps. Of overlapping occurrences, shows the longest time out of
 * office, otherwise the one that ends last.
 */
export function calendarSpans(
  occurrences: readonly CalendarOccurrence[],
  { hasTitles }: { hasTitles: boolean },
): CalendarSpan[] {
  const shown = occurrences
    .flatMap((occurrence) => {
      const kind = calendarKind(occurrence)
      return kind ? [toSpan(occurrence, kind, hasTitles)] : []
    })
    .toSorted((a, b) => a.from - b.from)
  const edges = [...new Set(shown.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b)
  const spans: CalendarSpan[] = []
  let active: CalendarSpan[] = []
  let next = 0
  edges.forEach((from, index) => {
    while (next < shown.length && shown[next]!.from <= from) active.push(shown[next++]!)
    active = active.filter(({ to }) => to > from)
    const to = edges[index + 1]
    const [first, ...others] = active
    if (first && to !== undefined)
      append(spans, { ...others.reduce(moreImportant, first), from, to })
  })
  return spans
}

function toSpan(
  { from, to, title, isPrivate }: CalendarOccurrence,
  kind: CalendarKind,
  hasTitles: boolean,
): CalendarSpan {
  // guard: calendar-title
  const isShown = hasTitles && !isPrivate && title !== ''
  return { from, to, kind, ...(isShown && { title }) }
}

function moreImportant(a: CalendarSpan, b: CalendarSpan): CalendarSpan {
  const [isAway, isOtherAway] = [a.kind === 'out-of-office', b.kind === 'out-of-office']
  if (isAway !== isOtherAway) return isAway ? a : b
  if (isAway) return b.to - b.from > a.to - a.from ? b : a
  return b.to > a.to ? b : a
}

/** Appends a span, or extends the last one if it is the same and not much earlier. */
function append(spans: CalendarSpan[], span: CalendarSpan): void {
  const last = spans.at(-1)
  const isSame = last?.kind === span.kind && last.title === span.title
  const gap = last ? span.from - last.to : Infinity
  const isOne = isSame && (gap === 0 || (span.kind === 'meeting' && gap < shortestBreakMs))
  if (last && isOne) last.to = span.to
  else spans.push(span)
}
