import type { QueuePlace } from '../../../shared/app/queue.ts'
import { stateSentences } from './edit.ts'
import type { Owner } from './owners.ts'
import { openOf, rowOf } from './rows.ts'
import { unsentStates } from './schema.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { named, refusal } from './messages.ts'

interface Pending {
  id: number
  target: number
  turn: number
}

/**
 * Gives an action that waits another place among those that wait beside it: single ones, or those of its run. Other actions
 * on the same person come along where they have to. Promise: what is done to one person keeps its order; throws where it
 * could not. Returns the ids of what moved, none where it was at that place already.
 */
export function move(sql: Sql, owner: Owner, id: number, to: QueuePlace): number[] {
  return sql.transaction(() => {
    const row = rowOf(sql, owner.id, id)
    if (row.state !== 'undoable' && row.state !== 'ready') {
      throw refusal(
        'conflict',
        `${named(row.action)} for ${row.target.username} ${stateSentences[row.state]}, so it has no place in the queue any more.`,
        'Look at the list of actions again.',
      )
    }
    const line = pendingBeside(sql, owner, row.run)
    const at = line.findIndex((one) => one.id === id)
    const { moved, turns } = placements[to](sql, line, at)
    if (moved.length === 0) return []
    const people = [...new Set([...turns.keys()].map((one) => one.target))]
    const before = people.map((target) => laneOf(sql, owner, target))
    for (const [one, turn] of turns)
      sql.run('UPDATE actions SET turn = ? WHERE id = ?', turn, one.id)
    const isKept = people.every((target, nth) => laneOf(sql, owner, target) === before[nth])
    if (!isKept) {
      throw refusal(
        'conflict',
        `It would pass another action on the same person (${row.target.username}, or whoever it would change places with).`,
        'What is done to one person keeps its order: wait for the other one, or take it back first.',
      )
    }
    return moved.map((one) => one.id)
  })
}

interface Placement {
  /** What goes where it was wanted. */
  moved: Pending[]
  /** The new turns, also of what makes room. */
  turns: Map<Pending, number>
}

const placements: Record<QueuePlace, (sql: Sql, line: Pending[], at: number) => Placement> = {
  first(sql, line, at) {
    const own = line.slice(0, at + 1).filter(({ target }) => target === line[at]!.target)
    if (own.length === at + 1) return none
    const first = extreme(sql, 'min') - own.length
    return { moved: own, turns: new Map(own.map((one, nth) => [one, first + nth])) }
  },
  last(sql, line, at) {
    const own = line.slice(at).filter(({ target }) => target === line[at]!.target)
    if (own.length === line.length - at) return none
    const last = extreme(sql, 'max') + 1
    return { moved: own, turns: new Map(own.map((one, nth) => [one, last + nth])) }
  },
  up(_, line, at) {
    const other = line.findLastIndex((one, nth) => nth < at && one.target !== line[at]!.target)
    if (other === -1) return none
    const moved = line.slice(other + 1, at + 1)
    return { moved, turns: shared([...moved, line[other]!]) }
  },
  down(_, line, at) {
    const other = line.findIndex((one, nth) => nth > at && one.target !== line[at]!.target)
    if (other === -1) return none
    const moved = line.slice(at, other)
    return { moved, turns: shared([line[other]!, ...moved]) }
  },
}

const none: Placement = { moved: [], turns: new Map() }

/** The turns that these have among them, in another order. */
function shared(order: readonly Pending[]): Map<Pending, number> {
  const turns = order.map(({ turn }) => turn).sort((a, b) => a - b)
  return new Map(order.map((one, nth) => [one, turns[nth]!]))
}

/** What waits beside an action, in its order. */
function pendingBeside(sql: Sql, owner: Owner, run: number | undefined): Pending[] {
  return sql
    .all(
      `SELECT id, target, turn FROM actions WHERE owner = ? AND run IS ? AND state IN ${unsentStates} ORDER BY turn`,
      owner.id,
      run ?? null,
    )
    .map(({ id, target, turn }) => ({ id: Number(id), target: Number(target), turn: Number(turn) }))
}

/** The order of what is open for a person. */
function laneOf(sql: Sql, owner: Owner, target: number): string {
  return openOf(sql, owner.id, target)
    .map(({ id }) => id)
    .join()
}

function extreme(sql: Sql, which: 'min' | 'max'): number {
  return Number(sql.one(`SELECT ${which}(turn) AS turn FROM actions`)!['turn'])
}
