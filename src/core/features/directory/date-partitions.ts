import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import type { DatePartition } from './sync-state.ts'

/** When the people of a page were created, in milliseconds since 1970. */
export interface Span {
  first: number
  last: number
}

const dayMs = 24 * 60 * 60 * 1000
/** Parts that are narrower are not divided: whether they are kept to could not be told. */
const narrowestMs = 16 * dayMs
/** Parts overlap by so much, because services round times in ways of their own. */
const overlapMs = dayMs

/** The times between which the people of a page were created; undefined where one of them does not say. */
export function spanOf(people: readonly AdminListUser[]): Span | undefined {
  const times = people.map(({ created_at: at }) => (at ? Date.parse(at) : NaN))
  if (times.length === 0 || times.some(Number.isNaN)) return undefined
  return { first: Math.min(...times), last: Math.max(...times) }
}

/** Whether a page holds nobody whom its window does not; `span` is that of the page. */
export function isWithin(
  { after, before }: DatePartition,
  people: readonly AdminListUser[],
  span: Span | undefined,
): boolean {
  if (people.length === 0 || (after === undefined && before === undefined)) return true
  if (!span) return false
  return (
    span.first >= (after ?? -Infinity) - overlapMs && span.last <= (before ?? Infinity) + overlapMs
  )
}

/**
 * Divides what is left of a window by the time of creation, in the middle; undefined where that makes no sense. `span` is that
 * of the last page: in the usual order nobody follows who was created before, in another one anybody may.
 */
export function halves(
  window: DatePartition,
  { span, number, now }: { span: Span; number: number; now: number },
): [DatePartition, DatePartition] | undefined {
  const from = Math.max(window.after ?? -Infinity, span.first)
  const to = window.before ?? now
  if (to - from < narrowestMs) return undefined
  const middle = Math.round((from + to) / 2)
  const lower = { ...window, before: middle + overlapMs / 2 }
  const upper = { ...window, number, after: middle - overlapMs / 2, skipped: undefined }
  return [within(lower), within(upper)]
}

/** How much of a window is left, as far as the last page tells: pages, roughly. */
export function pagesLeft({ before }: DatePartition, span: Span, now: number): number {
  return ((before ?? now) - span.first) / Math.max(1, span.last - span.first)
}

/** The window with its own ends in what asks for its next page. The order goes on from the same person in every part. */
export function within(window: DatePartition): DatePartition {
  if (window.cursor === undefined) return window
  const query = new URLSearchParams(window.cursor)
  query.delete('created_after')
  query.delete('created_before')
  for (const [name, value] of Object.entries(endsOf(window))) query.set(name, value)
  return { ...window, cursor: query.toString() }
}

/** What of a request makes it ask for a window. */
export function endsOf({ after, before }: DatePartition): Record<string, string> {
  return {
    ...(after !== undefined && { created_after: new Date(after).toISOString() }),
    ...(before !== undefined && { created_before: new Date(before).toISOString() }),
  }
}
