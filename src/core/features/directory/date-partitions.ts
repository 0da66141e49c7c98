import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import type { DatePartition } from './sync-state.ts'

/** The creation times of the users of a page, in milliseconds since 1970. */
export interface Span {
  first: number
  last: number
}

const dayMs = 24 * 60 * 60 * 1000
/** Narrower parts aren’t divided, because it couldn’t be checked whether the service respects them. */
const narrowestMs = 16 * dayMs
/** How much parts overlap, because services round times differently. */
const overlapMs = dayMs

/** The span of creation times of a page; undefined if a user has none. */
export function spanOf(people: readonly AdminListUser[]): Span | undefined {
  const times = people.map(({ created_at: at }) => (at ? Date.parse(at) : NaN))
  if (times.length === 0 || times.some(Number.isNaN)) return undefined
  return { first: Math.min(...times), last: Math.max(...times) }
}

/** Whether all users of a page are in its window; `span` is that of the page. */
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
 * Divides the rest of a window in the middle, by creation time; undefined if that isn’t useful. `span` is that of the last page: in
 * the usual order, later users were created after it.
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

/** The estimated number of pages left in a window, from the span of its last page. */
export function pagesLeft({ before }: DatePartition, span: Span, now: number): number {
  return ((before ?? now) - span.first) / Math.max(1, span.last - span.first)
}

/** The window with its own ends in its next cursor. The order continues from the same user in every part. */
export function within(window: DatePartition): DatePartition {
  if (window.cursor === undefined) return window
  const query = new URLSearchParams(window.cursor)
  query.delete('created_after')
  query.delete('created_before')
  for (const [name, value] of Object.entries(endsOf(window))) query.set(name, value)
  return { ...window, cursor: query.toString() }
}

/** The parameters of a request that select a window. */
export function endsOf({ after, before }: DatePartition): Record<string, string> {
  return {
    ...(after !== undefined && { created_after: new Date(after).toISOString() }),
    ...(before !== undefined && { created_before: new Date(before).toISOString() }),
  }
}
