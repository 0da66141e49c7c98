import type { Account } from '../../../shared/operations/accounts.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Failure } from '../../platform/failure.ts'
import { fieldChanges } from '../../audit-log/changes.ts'
import type { AuditLog } from '../../audit-log/audit-log.ts'
import type { NoteWrite } from './note.ts'
import type { LogOwner } from '../../accounts/account-folders.ts'
import type { Outcome } from './outcome.ts'
import { holdLaterSteps } from './plans/follow-plan.ts'
import { openStates } from './schema.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'
import { type ActionRow, toActionRow } from './queue-store.ts'

/** Stores the outcome of an action and of adding its reason to the note: in the row and the audit log together, or in neither. */
export function recordOutcome(
  { sql, auditLog }: { sql: Sql; auditLog: Pick<AuditLog, 'add'> },
  owner: LogOwner,
  row: ActionRow,
  outcome: Outcome,
  /** When to try again, where it waits, and now; in milliseconds since 1970. */
  { next, now }: { next: number; now: number },
): void {
  if (outcome.kind === 'withdrawn') return
  sql.transaction(() => {
    const change = toRowChange(row, outcome, { next, now })
    const columns = Object.keys(change)
    // An action that was cancelled or forgotten in the meantime stays so.
    const { changes } = sql.run(
      `UPDATE actions SET ${columns.map((column) => `${column} = ?`).join(', ')}
       WHERE id = ? AND position = ? AND state IN ('ready', 'sending', 'unknown')`,
      ...Object.values(change),
      row.id,
      row.position,
    )
    if (change.state === 'ready') endWithRun(sql, row, now)
    if (changes > 0 && (change.state === 'refused' || change.state === 'conflict')) {
      holdLaterSteps(sql, row, change.state, now)
    }
    const wasSent = row.before !== undefined && !(changes === 0 && isVerifiedAgain(sql, row))
    const writes = 'writes' in outcome ? outcome.writes : undefined
    // A task writes to several objects, or to the fields of the user: each write has its entry.
    for (const write of writes ?? []) auditLog.add({ ...commonAuditFields(owner, row), ...write })
    if (!wasSent || !isAudited(outcome, changes === 0)) return
    if (!writes) auditLog.add(toAuditEntry(owner, row, outcome))
    const { noteWrite } = outcome.kind === 'done' ? outcome : {}
    if (noteWrite) auditLog.add(toNoteAuditEntry(owner, row, noteWrite))
  })
}

/** An action that was in progress when its run was cancelled, and did not happen, is not sent again. */
function endWithRun(sql: Sql, { id, run }: ActionRow, now: number): void {
  if (run === undefined) return
  sql.run(
    `UPDATE actions SET state = 'cancelled', finished = ?
     WHERE id = ? AND state = 'ready' AND run IN (SELECT id FROM runs WHERE state = 'cancelled')`,
    now,
    id,
  )
}

/** Adds the actions that were sent and never answered to the audit log before they are forgotten. */
export function recordUnknown(
  { sql, auditLog }: { sql: Sql; auditLog: Pick<AuditLog, 'add'> },
  owner: LogOwner,
): void {
  const rows = sql.all(`SELECT * FROM actions WHERE state = 'unknown' ORDER BY position`)
  for (const row of rows) recordDismissed(auditLog, owner, toActionRow(row))
}

/** Adds an action to the audit log whose outcome will not be looked for any more. */
export function recordDismissed(
  auditLog: Pick<AuditLog, 'add'>,
  owner: LogOwner,
  row: ActionRow,
): void {
  const failure: Failure = row.failure ?? {
    kind: 'unknown-outcome',
    message: message('queue.noAnswer'),
  }
  auditLog.add(toAuditEntry(owner, row, { kind: 'unknown', failure, accepted: row.accepted }))
}

/** Whether it only moved in the queue in the meantime, so that its outcome will be found out and noted once more. */
function isVerifiedAgain(sql: Sql, { id }: ActionRow): boolean {
  return (
    sql.one(
      `SELECT 1 FROM actions WHERE id = ? AND state IN ${openStates} AND before IS NOT NULL`,
      id,
    ) !== undefined
  )
}

type Change = Record<string, string | number | null>

function toRowChange(
  row: ActionRow,
  outcome: Outcome,
  { next, now }: { next: number; now: number },
) {
  const attempts = row.attempts + 1
  switch (outcome.kind) {
    case 'done':
      return finishedChange('done', outcome.after, outcome.notice, now)
    case 'refused':
      return finishedChange('refused', outcome.after, outcome.failure, now)
    case 'conflict': {
      const { after, usernameNow, failure } = outcome
      return {
        state: 'conflict',
        after,
        username_now: usernameNow ?? null,
        failure: JSON.stringify(failure),
      } satisfies Change
    }
    case 'unknown': {
      const { failure, accepted, snapshot } = outcome
      return {
        state: 'unknown',
        ...(snapshot !== undefined && { snapshot: JSON.stringify(snapshot) }),
        checks: row.state === 'unknown' ? row.checks + 1 : 0,
        accepted: accepted ? 1 : 0,
        attempts,
        not_before: next,
        failure: JSON.stringify(failure),
      } satisfies Change
    }
    case 'delayed':
      return {
        state: 'ready',
        attempts,
        not_before: next,
        before: null,
        failure: JSON.stringify(outcome.failure),
      } satisfies Change
    default:
      return { state: 'ready', attempts, not_before: next, checks: 0 } satisfies Change
  }
}

function finishedChange(
  state: 'done' | 'refused',
  after: string | undefined,
  failure: Failure | undefined,
  now: number,
): Change {
  return {
    state,
    after: after ?? null,
    failure: failure ? JSON.stringify(failure) : null,
    finished: now,
  }
}

/** The audit log has what was done from here, what the service refused, and what was given up without an answer. */
function isAudited({ kind }: Outcome, isForgotten: boolean): boolean {
  return (
    kind === 'done' ||
    kind === 'refused' ||
    kind === 'conflict' ||
    (kind === 'unknown' && isForgotten)
  )
}

/** The owner of the audit log entries of an account. */
export function logOwner({ baseUrl, user }: Pick<Account, 'baseUrl' | 'user'>): LogOwner {
  return { baseUrl, actor: { id: user.id, username: user.username } }
}

type Entry = Parameters<AuditLog['add']>[0]

/** The note is written by a request of its own, which has an entry of its own. */
function toNoteAuditEntry(owner: LogOwner, row: ActionRow, write: NoteWrite): Entry {
  return {
    ...commonAuditFields(owner, row),
    action: 'users.modify',
    fields: ['note'],
    changes: fieldChanges({ note: write.after }, { note: write.before }),
    outcome: write.outcome,
    answer: write.answer,
  }
}

function toAuditEntry(owner: LogOwner, row: ActionRow, outcome: Outcome): Entry {
  const failure = 'failure' in outcome ? outcome.failure : undefined
  const answer = failure?.message ?? ('notice' in outcome ? outcome.notice?.message : undefined)
  return {
    ...commonAuditFields(owner, row),
    action: row.action,
    before: row.before,
    after: 'after' in outcome ? outcome.after : undefined,
    outcome: outcome.kind === 'done' || outcome.kind === 'refused' ? outcome.kind : 'unknown',
    answer,
  }
}

function commonAuditFields(owner: LogOwner, { target, reason, run }: ActionRow) {
  return {
    instance: owner.baseUrl,
    actor: owner.actor,
    target: { id: target.id, username: target.username },
    reason,
    run,
  }
}
