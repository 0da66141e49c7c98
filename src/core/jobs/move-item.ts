import { createFailureError } from '../platform/failures.ts'
import type { QueuePlace } from '../../shared/operations/queue.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import { maxStored } from '../platform/sqlite/stored-row.ts'
import type { JobItem } from './job-kind.ts'
import type { JobStore } from './job-store.ts'
import { unsentStatesSql } from './schema.ts'

interface PendingItem {
  id: number
  lane: number
  position: number
}

/**
 * Moves a pending item within its queue (the single items or those of its job), in the open transaction. Other items of its
 * lane move with it if necessary. Guarantee: the order within a lane never changes; throws if it would have to. Returns the IDs
 * of the moved items; empty if the item was already in that position.
 */
export function moveJobItem(
  store: JobStore,
  { id, job, target }: JobItem,
  to: QueuePlace,
): number[] {
  const { sql } = store
  const line = pendingSiblings(store, job)
  const at = line.findIndex((pending) => pending.id === id)
  const { moved, positions } = placements[to](sql, line, at)
  if (moved.length === 0) return []
  const lanes = [...new Set([...positions.keys()].map(({ lane }) => lane))]
  const before = lanes.map((lane) => orderOf(store, lane))
  for (const [pending, position] of positions) {
    sql.run('UPDATE items SET position = ? WHERE id = ?', position, pending.id)
  }
  const isKept = lanes.every((lane, index) => orderOf(store, lane) === before[index])
  if (!isKept) {
    throw createFailureError('queue.orderKept', { username: target.username })
  }
  return moved.map((pending) => pending.id)
}

interface Placement {
  /** The items that move to the new position. */
  moved: PendingItem[]
  /** The new positions, including those of the items that make room. */
  positions: Map<PendingItem, number>
}

const placements: Record<QueuePlace, (sql: Sql, line: PendingItem[], at: number) => Placement> = {
  first(sql, line, at) {
    const laneItems = line.slice(0, at + 1).filter(({ lane }) => lane === line[at]!.lane)
    if (laneItems.length === at + 1) return noChange
    const first = extremePosition(sql, 'min') - laneItems.length
    return { moved: laneItems, positions: new Map(laneItems.map((one, nth) => [one, first + nth])) }
  },
  last(sql, line, at) {
    const laneItems = line.slice(at).filter(({ lane }) => lane === line[at]!.lane)
    if (laneItems.length === line.length - at) return noChange
    const last = extremePosition(sql, 'max') + 1
    return { moved: laneItems, positions: new Map(laneItems.map((one, nth) => [one, last + nth])) }
  },
  up(_, line, at) {
    const other = line.findLastIndex((one, nth) => nth < at && one.lane !== line[at]!.lane)
    if (other === -1) return noChange
    const moved = line.slice(other + 1, at + 1)
    return { moved, positions: reassignPositions([...moved, line[other]!]) }
  },
  down(_, line, at) {
    const other = line.findIndex((one, nth) => nth > at && one.lane !== line[at]!.lane)
    if (other === -1) return noChange
    const moved = line.slice(at, other)
    return { moved, positions: reassignPositions([line[other]!, ...moved]) }
  },
}

const noChange: Placement = { moved: [], positions: new Map() }

/** These items' positions, reassigned in this order. */
function reassignPositions(order: readonly PendingItem[]): Map<PendingItem, number> {
  const positions = order.map(({ position }) => position).sort((a, b) => a - b)
  return new Map(order.map((one, nth) => [one, positions[nth]!]))
}

/** The pending items of the same job, or the single ones, in queue order. */
function pendingSiblings({ sql, kind }: JobStore, job: number | undefined): PendingItem[] {
  return sql
    .all(
      `SELECT id, lane, position FROM items WHERE kind = ? AND job IS ? AND state IN ${unsentStatesSql} ORDER BY position`,
      kind,
      job ?? null,
    )
    .map(({ id, lane, position }) => ({
      id: Number(id),
      lane: Number(lane),
      position: Number(position),
    }))
}

/** A lane's open items, as a key for comparison. */
function orderOf(store: JobStore, lane: number): string {
  return store
    .openIn(lane)
    .map(({ id }) => id)
    .join()
}

function extremePosition(sql: Sql, which: 'min' | 'max'): number {
  return Number(
    sql.one(`SELECT ${which}(position) AS position FROM items WHERE abs(position) < ${maxStored}`)![
      'position'
    ],
  )
}
