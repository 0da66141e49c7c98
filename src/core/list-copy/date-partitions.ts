import type { CopiedEntry } from './copy-store.ts'
import type { DatePartition } from './sync-state.ts'

/** When a page's entries were created, in milliseconds since 1970. */
export interface CreationTimeRange {
  first: number
  last: number
}

const dayMs = 24 * 60 * 60 * 1000
/** Narrower partitions aren't split, because we couldn't verify that the service respects their bounds. */
const minSplitMs = 16 * dayMs
/** How much partitions overlap, because services round times differently. */
const overlapMs = dayMs

/** The time range in which a page's entries were created; undefined if one of them has no creation time. */
export function timeSpan(entries: readonly CopiedEntry[]): CreationTimeRange | undefined {
  const times = entries.map(creationTime)
  if (times.length === 0 || times.some(Number.isNaN)) return undefined
  return { first: Math.min(...times), last: Math.max(...times) }
}

/** Whether entries are in the order of their creation. */
export function isSortedByTime(entries: readonly CopiedEntry[]): boolean {
  const times = entries.map(creationTime)
  return times.every((time, index) => index === 0 || time >= times[index - 1]!)
}

function creationTime({ created_at: at }: CopiedEntry): number {
  return at ? Date.parse(at) : NaN
}

/** Whether all of a page's entries are inside its partition. */
export function isPageInPartition(
  { after, before }: DatePartition,
  { ids, span }: { ids: readonly number[]; span: CreationTimeRange | undefined },
): boolean {
  if (ids.length === 0 || (after === undefined && before === undefined)) return true
  if (!span) return false
  return (
    span.first >= (after ?? -Infinity) - overlapMs && span.last <= (before ?? Infinity) + overlapMs
  )
}

/**
 * Splits the rest of a partition in half by creation time; undefined if that isn't useful. `span`: the last page's time
 * range, after which the remaining entries were normally created.
 */
export function splitPartition(
  partition: DatePartition,
  { span, number, now }: { span: CreationTimeRange; number: number; now: number },
): [DatePartition, DatePartition] | undefined {
  const from = Math.max(partition.after ?? -Infinity, span.first)
  const to = partition.before ?? now
  if (to - from < minSplitMs) return undefined
  const middle = Math.round((from + to) / 2)
  const lower = { ...partition, before: middle + overlapMs / 2 }
  const upper = { ...partition, number, after: middle - overlapMs / 2, skipped: undefined }
  return [limitCursor(lower), limitCursor(upper)]
}

/** An estimate of how many pages a partition has left, based on the last page's time range. */
export function pagesLeft({ before }: DatePartition, span: CreationTimeRange, now: number): number {
  return ((before ?? now) - span.first) / Math.max(1, span.last - span.first)
}

/** Puts the partition's bounds into its next cursor. Both parts continue after the same entry. */
export function limitCursor(partition: DatePartition): DatePartition {
  if (partition.cursor === undefined) return partition
  const query = new URLSearchParams(partition.cursor)
  query.delete('created_after')
  query.delete('created_before')
  for (const [name, value] of Object.entries(toQuery(partition))) query.set(name, value)
  return { ...partition, cursor: query.toString() }
}

/**
 * The rest of a partition of a list that is sorted by creation: it starts at the time of the page's last entry, or
 * continues by page number while all entries have the same time.
 */
export function continueAfter(
  partition: DatePartition,
  asked: DatePartition,
  { next, span }: { next: string | undefined; span: CreationTimeRange | undefined },
): DatePartition {
  const isLater = span !== undefined && span.last > Math.max(asked.after ?? -Infinity, span.first)
  if (!isLater || next === undefined)
    return limitCursor({ ...partition, cursor: next, done: next === undefined })
  const done = span.last > (partition.before ?? Infinity)
  return { ...partition, after: span.last, cursor: undefined, done }
}

/** Whether a partition continues at a page number, which would be another page of each half. */
export function isByPageNumber({ cursor }: DatePartition): boolean {
  return cursor !== undefined && new URLSearchParams(cursor).has('page')
}

/** Query parameters that select a partition. */
export function toQuery({ after, before }: DatePartition): Record<string, string> {
  return {
    ...(after !== undefined && { created_after: new Date(after).toISOString() }),
    ...(before !== undefined && { created_before: new Date(before).toISOString() }),
  }
}
