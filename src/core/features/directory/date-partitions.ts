import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import type { DatePartition } from './sync-state.ts'

/** When a page's users were created, in milliseconds since 1970. */
export interface CreationTimeRange {
  first: number
  last: number
}

const dayMs = 24 * 60 * 60 * 1000
/** Narrower partitions aren't split, because we couldn't verify that the service respects their bounds. */
const minSplitMs = 16 * dayMs
/** How much partitions overlap, because services round times differently. */
const overlapMs = dayMs

/** The time range in which a page's users were created; undefined if one of them has no creation time. */
export function timeSpan(users: readonly AdminListUser[]): CreationTimeRange | undefined {
  const times = users.map(({ created_at: at }) => (at ? Date.parse(at) : NaN))
  if (times.length === 0 || times.some(Number.isNaN)) return undefined
  return { first: Math.min(...times), last: Math.max(...times) }
}

/** Whether all of a page's users are inside its partition. */
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
 * range, after which the remaining users were normally created.
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

/** Puts the partition's bounds into its next cursor. Both parts continue after the same user. */
export function limitCursor(partition: DatePartition): DatePartition {
  if (partition.cursor === undefined) return partition
  const query = new URLSearchParams(partition.cursor)
  query.delete('created_after')
  query.delete('created_before')
  for (const [name, value] of Object.entries(toQuery(partition))) query.set(name, value)
  return { ...partition, cursor: query.toString() }
}

/** Query parameters that select a partition. */
export function toQuery({ after, before }: DatePartition): Record<string, string> {
  return {
    ...(after !== undefined && { created_after: new Date(after).toISOString() }),
    ...(before !== undefined && { created_before: new Date(before).toISOString() }),
  }
}
