import type { QueuePlace } from '../../../shared/app/queue.ts'
import { message } from '../../../shared/messages/message.ts'
import { tooLateMessage } from './edit.ts'
import { openActionsOn, getActionRow } from './rows.ts'
import { unsentStates } from './schema.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { queueError } from './persist.ts'

interface Pending {
  id: number
  target: number
  position: number
}

/**
 * Moves a pending action among the pending ones beside it: single ones, or those of its run. Other actions on the same user
 * move with it where they have to. Promise: the actions on one user keep their order; throws where they couldn't. Returns the
 * IDs of the actions that moved, none where it was at that place already.
 */
export function move(sql: Sql, id: number, to: QueuePlace): number[] {
  return sql.transaction(() => {
    const row = getActionRow(sql, id)
    if (row.state !== 'undoable' && row.state !== 'ready') {
      throw queueError('conflict', tooLateMessage(row), message('queue.notMoved'))
    }
    const line = pendingBeside(sql, row.run)
    const at = line.findIndex((one) => one.id === id)
    const { moved, positions } = placements[to](sql, line, at)
    if (moved.length === 0) return []
    const users = [...new Set([...positions.keys()].map((one) => one.target))]
    const before = users.map((target) => laneOf(sql, target))
    for (const [one, position] of positions)
      sql.run('UPDATE actions SET position = ? WHERE id = ?', position, one.id)
    const isKept = users.every((target, nth) => laneOf(sql, target) === before[nth])
    if (!isKept) {
      throw queueError(
        'conflict',
        message('queue.orderKept', { username: row.target.username }),
        message('queue.orderKeptHint'),
      )
    }
    return moved.map((one) => one.id)
  })
}

interface Placement {
  /** The actions that move to the wanted place. */
  moved: Pending[]
  /** The new positions, also of the actions that make room. */
  positions: Map<Pending, number>
}

const placements: Record<QueuePlace, (sql: Sql, line: Pending[], at: number) => Placement> = {
  first(sql, line, at) {
    const own = line.slice(0, at + 1).filter(({ target }) => target === line[at]!.target)
    if (own.length === at + 1) return none
    const first = extreme(sql, 'min') - own.length
    return { moved: own, positions: new Map(own.map((one, nth) => [one, first + nth])) }
  },
  last(sql, line, at) {
    const own = line.slice(at).filter(({ target }) => target === line[at]!.target)
    if (own.length === line.length - at) return none
    const last = extreme(sql, 'max') + 1
    return { moved: own, positions: new Map(own.map((one, nth) => [one, last + nth])) }
  },
  up(_, line, at) {
    const other = line.findLastIndex((one, nth) => nth < at && one.target !== line[at]!.target)
    if (other === -1) return none
    const moved = line.slice(other + 1, at + 1)
    return { moved, positions: shared([...moved, line[other]!]) }
  },
  down(_, line, at) {
    const other = line.findIndex((one, nth) => nth > at && one.target !== line[at]!.target)
    if (other === -1) return none
    const moved = line.slice(at, other)
    return { moved, positions: shared([line[other]!, ...moved]) }
  },
}

const none: Placement = { moved: [], positions: new Map() }

/** The positions of these actions, given out in another order. */
function shared(order: readonly Pending[]): Map<Pending, number> {
  const positions = order.map(({ position }) => position).sort((a, b) => a - b)
  return new Map(order.map((one, nth) => [one, positions[nth]!]))
}

/** The pending actions beside an action, in their order. */
function pendingBeside(sql: Sql, run: number | undefined): Pending[] {
  return sql
    .all(
      `SELECT id, target, position FROM actions WHERE run IS ? AND state IN ${unsentStates} ORDER BY position`,
      run ?? null,
    )
    .map(({ id, target, position }) => ({
      id: Number(id),
      target: Number(target),
      position: Number(position),
    }))
}

/** The order of the open actions on a user. */
function laneOf(sql: Sql, target: number): string {
  return openActionsOn(sql, target)
    .map(({ id }) => id)
    .join()
}

function extreme(sql: Sql, which: 'min' | 'max'): number {
  return Number(sql.one(`SELECT ${which}(position) AS position FROM actions`)!['position'])
}
