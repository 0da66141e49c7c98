import { type ModerationAction, moderationRules, objectionTo } from '../../../shared/moderation.ts'
import type { Owner } from './owners.ts'
import { type ActionRow, openOf, rowOf } from './rows.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'
import { named, refusal } from './messages.ts'

/** Milliseconds after which an action is not sent without a fresh yes. */
export const lifetimeMs = 7 * 24 * 60 * 60_000

export interface ModerationRequest {
  action: ModerationAction
  id: number
  seen: { username: string; name: string; state: string; bot?: boolean | null }
  reason?: string
  note: boolean
  /** The username as it was typed. */
  confirmed?: string
}

interface Moment {
  now: number
  /** Milliseconds in which it can be taken back. */
  undoMs: number
}

/**
 * Puts an action into the queue. A double click answers the one that is there; what takes back something that was not sent
 * yet takes itself out together with it; otherwise they keep their order. Throws with the sentence why it cannot be.
 */
export function enqueue(
  sql: Sql,
  owner: Owner,
  request: ModerationRequest,
  moment: Moment,
): ActionRow {
  const { action, id, seen } = request
  checkConfirmed(request)
  return sql.transaction(() => {
    const open = openOf(sql, owner.id, id)
    const same = sameAtTheEnd(open, action)
    if (same) return same
    const last = open.findLast((row) => moderationRules[row.action].becomes !== undefined)
    const state = last ? moderationRules[last.action].becomes! : seen.state
    checkRules(owner, request, state, moment.now, last)
    const undone = open.at(-1)
    const cancelsOut = undone !== undefined && isUndoneBy(undone, action)
    dropConflicts(sql, owner, request, moment.now)
    const inserted = insertAction(sql, owner, { ...request, expects: state }, moment, cancelsOut)
    if (cancelsOut) cancelOne(sql, undone.id, moment.now)
    return rowOf(sql, owner.id, inserted)
  })
}

function checkConfirmed({ action, seen, confirmed }: ModerationRequest): void {
  if (action !== 'delete' && action !== 'hard_delete') return
  if (confirmed === seen.username) return
  throw refusal(
    'invalid',
    `The username that was typed is not ${seen.username}.`,
    'Type it exactly as it is written, because nothing brings the account back.',
    { confirmed: [`is not ${seen.username}`] },
  )
}

function checkRules(
  { actor }: Owner,
  { action, id, seen }: ModerationRequest,
  state: string,
  now: number,
  after: ActionRow | undefined,
): void {
  if (state === 'gone') {
    throw refusal(
      'conflict',
      `${named(after!.action)} is queued for ${seen.username}, after which nobody is left.`,
      'Take that back first.',
    )
  }
  const person = { ...seen, id, state }
  const objection = objectionTo(action, person, { id: actor.id, now })
  if (!objection) return
  const message = after ? `Once ${named(after.action)} is done: ${objection.text}` : objection.text
  const kind =
    objection.kind === 'oneself' || objection.kind === 'internal' ? 'invalid' : 'conflict'
  throw refusal(kind, message, 'Nothing was queued.')
}

/** The same action where nothing that follows it changes the state again. */
function sameAtTheEnd(open: readonly ActionRow[], action: ModerationAction): ActionRow | undefined {
  const index = open.findLastIndex((row) => row.action === action)
  const later = open.slice(index + 1)
  const changes = later.some((row) => moderationRules[row.action].becomes !== undefined)
  return index === -1 || changes ? undefined : open[index]
}

/** Only what leads back to just the state in which it began; a deactivated person who is unblocked becomes active. */
function isUndoneBy(row: ActionRow, action: ModerationAction): boolean {
  const isUnsent = row.state === 'undoable' || row.state === 'ready'
  return (
    isUnsent &&
    moderationRules[row.action].undoneBy === action &&
    moderationRules[action].becomes === row.expects
  )
}

/** Who queues it again, with the user as they are now, has decided. */
function dropConflicts(
  sql: Sql,
  owner: Owner,
  { action, id }: ModerationRequest,
  now: number,
): void {
  sql.run(
    `UPDATE actions SET state = 'cancelled', finished = ?
     WHERE owner = ? AND target = ? AND action = ? AND state = 'conflict'`,
    now,
    owner.id,
    id,
    action,
  )
}

function cancelOne(sql: Sql, id: number, now: number): void {
  sql.run(`UPDATE actions SET state = 'cancelled', finished = ? WHERE id = ?`, now, id)
}

/** Writes one action into the queue, as a part of the transaction that is open; returns its id. */
export function insertAction(
  sql: Sql,
  owner: Owner,
  row: Omit<ModerationRequest, 'confirmed'> & { expects: string; run?: number },
  { now, undoMs }: Moment,
  isCancelled = false,
): number {
  const { action, id, seen, expects, run, reason, note } = row
  const isReversible = moderationRules[action].undoneBy !== undefined
  const undo = isReversible ? undoMs : 0
  return sql.run(
    `INSERT INTO actions (owner, run, action, target, username, name, seen, expects, reason, note, state, created,
       not_before, expires, finished, turn)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM actions))`,
    owner.id,
    run ?? null,
    action,
    id,
    seen.username,
    seen.name,
    seen.state,
    expects,
    reason || null,
    note ? 1 : 0,
    isCancelled ? 'cancelled' : undo > 0 ? 'undoable' : 'ready',
    now,
    now + undo,
    now + lifetimeMs,
    isCancelled ? now : null,
  ).id
}
