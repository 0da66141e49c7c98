import type { QueueState } from '../../../shared/app/queue.ts'
import type { Owner } from './owners.ts'
import { type ActionRow, rowOf } from './rows.ts'
import { unsentStates } from './schema.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { named, refusal } from './messages.ts'

export interface Edited {
  reason?: string
  note: boolean
}

/** Changes the reason of an action that was not sent. Throws with its state where it was. */
export function edit(sql: Sql, owner: Owner, id: number, { reason, note }: Edited): ActionRow {
  sql.run(
    `UPDATE actions SET reason = ?, note = ? WHERE id = ? AND owner = ? AND state IN ${unsentStates}`,
    reason || null,
    note ? 1 : 0,
    id,
    owner.id,
  )
  const row = rowOf(sql, owner.id, id)
  if (row.state === 'undoable' || row.state === 'ready') return row
  throw refusal(
    'conflict',
    `${named(row.action)} for ${row.target.username} ${stateSentences[row.state]}, so its reason stays as it was.`,
    'Nothing was changed.',
  )
}

/** How an action stands, in the middle of a sentence. */
export const stateSentences: Record<QueueState, string> = {
  undoable: 'is queued',
  ready: 'is queued',
  sending: 'is in progress',
  unknown: 'was sent, and what became of it is not known yet',
  conflict: 'needs review',
  done: 'is done',
  refused: 'was refused',
  expired: 'expired and was not sent',
  cancelled: 'was cancelled',
}
