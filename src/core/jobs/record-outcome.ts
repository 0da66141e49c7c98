import { createFailure } from '../platform/failures.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import type { LogOwner } from '../accounts/account-folders.ts'
import type { AuditLog } from '../audit-log/audit-log.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import type { JobItem, JobKind, JobOutcome } from './job-kind.ts'
import { toJobItem } from './job-rows.ts'
import { holdIfRefusedAlike } from './refused-alike.ts'
import { canSql, nextSql, openStatesSql } from './schema.ts'

/** Stores an item's outcome and its audit entries atomically. */
export function recordOutcome(
  { sql, auditLog, kind }: { sql: Sql; auditLog: Pick<AuditLog, 'add'>; kind: JobKind },
  owner: LogOwner,
  item: JobItem,
  outcome: JobOutcome,
  /** When to try again, and the current time (ms since 1970). */
  { next, now }: { next: number; now: number },
): void {
  if (outcome.kind === 'withdrawn') return
  const record = () => {
    const change = {
      ...toItemChange(item, outcome, { next, now }),
      first_request: item.firstRequest ?? null,
      last_answer: item.lastAnswer ?? null,
    }
    const columns = Object.keys(change)
    // Doesn't touch items that have since been canceled or deleted.
    const { changes } = sql.run(
      `UPDATE items SET state = ${nextSql(outcome.kind)}, ${columns.map((column) => `${column} = ?`).join(', ')}
       WHERE id = ? AND position = ? AND ${canSql(outcome.kind)}`,
      ...Object.values(change),
      item.id,
      item.position,
    )
    if (outcome.kind === 'delayed' || outcome.kind === 'again') endWithJob(sql, item, now)
    if (changes > 0 && (outcome.kind === 'refused' || outcome.kind === 'conflict')) {
      kind.onStopped?.(sql, item, outcome.kind, now)
    }
    if (changes > 0 && outcome.kind === 'refused' && outcome.sent && kind.writes) {
      holdIfRefusedAlike(sql, item, outcome.failure)
    }
    if (changes > 0 && outcome.kind === 'done') kind.onDone?.(sql, item, now)
    const wasSent = item.before !== undefined && !(changes === 0 && isVerifiedAgain(sql, item))
    const writes = 'writes' in outcome ? outcome.writes : undefined
    for (const write of writes ?? []) auditLog.add({ ...commonFields(owner, item), ...write })
    if (!wasSent || !isAudited(outcome, changes === 0)) return
    if (!writes) auditLog.add(toAuditEntry(owner, item, outcome))
    const { furtherWrites = [] } = outcome.kind === 'done' ? outcome : {}
    for (const write of furtherWrites) auditLog.add({ ...commonFields(owner, item), ...write })
  }
  if (kind.writes) sql.transaction(record)
  else withoutSync(sql, () => sql.transaction(record))
}

/** Skips fsync for reads, which are simply repeated after a power failure. */
function withoutSync(sql: Sql, change: () => void): void {
  sql.database.exec('PRAGMA synchronous = NORMAL')
  try {
    change()
  } finally {
    sql.database.exec('PRAGMA synchronous = FULL')
  }
}

/** Cancels an in-progress item that didn't take effect if its job was canceled. */
function endWithJob(sql: Sql, { id, job }: JobItem, now: number): void {
  if (job === undefined) return
  sql.run(
    `UPDATE items SET state = ${nextSql('cancel')}, finished = ?
     WHERE id = ? AND state = 'ready' AND job IN (SELECT id FROM jobs WHERE state = 'cancelled')`,
    now,
    id,
  )
}

/** Adds sent items without a response to the audit log before they are deleted. */
export function recordUnknown(
  { sql, auditLog }: { sql: Sql; auditLog: Pick<AuditLog, 'add'> },
  owner: LogOwner,
): void {
  const rows = sql.all(
    `SELECT * FROM items WHERE state = 'unknown' AND before IS NOT NULL ORDER BY position`,
  )
  for (const row of rows) recordDismissed(auditLog, owner, toJobItem(row))
}

/** Adds an item to the audit log if its outcome will no longer be looked up. */
export function recordDismissed(
  auditLog: Pick<AuditLog, 'add'>,
  owner: LogOwner,
  item: JobItem,
): void {
  const failure: UnformattedFailure = item.failure ?? createFailure('queue.noAnswer')
  auditLog.add(toAuditEntry(owner, item, { kind: 'unknown', failure, accepted: item.accepted }))
}

/** Whether the item was only moved in the queue, in which case its outcome will be looked up and recorded again. */
function isVerifiedAgain(sql: Sql, { id }: JobItem): boolean {
  return (
    sql.one(
      `SELECT 1 FROM items WHERE id = ? AND state IN ${openStatesSql} AND before IS NOT NULL`,
      id,
    ) !== undefined
  )
}

type Change = Record<string, string | number | null>

function toItemChange(
  item: JobItem,
  outcome: Exclude<JobOutcome, { kind: 'withdrawn' }>,
  { next, now }: { next: number; now: number },
) {
  const attempts = item.attempts + 1
  const snapshotOf = ({ snapshot }: { snapshot?: unknown }): Change =>
    snapshot === undefined ? {} : { snapshot: JSON.stringify(snapshot) }
  const resultOf = ({ result }: { result?: unknown }): Change =>
    result === undefined ? {} : { result: JSON.stringify(result) }
  const targetOf = ({ target }: { target?: number }): Change =>
    target === undefined ? {} : { target }
  switch (outcome.kind) {
    case 'done': {
      const { after, notice } = outcome
      return {
        ...finishedChange(after, notice, now),
        ...resultOf(outcome),
        ...targetOf(outcome),
      } satisfies Change
    }
    case 'refused':
      return {
        ...finishedChange(outcome.after, outcome.failure, now),
        ...resultOf(outcome),
        ...targetOf(outcome),
      } satisfies Change
    case 'conflict': {
      const { after, usernameNow, failure } = outcome
      return {
        after,
        username_now: usernameNow ?? null,
        failure: JSON.stringify(failure),
      } satisfies Change
    }
    case 'unknown':
      return {
        ...snapshotOf(outcome),
        ...resultOf(outcome),
        checks: item.state === 'unknown' ? item.checks + 1 : 0,
        accepted: outcome.accepted ? 1 : 0,
        attempts,
        not_before: next,
        failure: JSON.stringify(outcome.failure),
      } satisfies Change
    case 'delayed':
      return {
        snapshot: null,
        ...snapshotOf(outcome),
        ...resultOf(outcome),
        ...targetOf(outcome),
        attempts,
        not_before: next,
        before: null,
        failure: JSON.stringify(outcome.failure),
      } satisfies Change
    case 'again':
      return {
        ...snapshotOf(outcome),
        ...resultOf(outcome),
        ...targetOf(outcome),
        attempts,
        not_before: next,
        checks: 0,
      } satisfies Change
  }
}

function finishedChange(
  after: string | undefined,
  failure: UnformattedFailure | undefined,
  now: number,
) {
  return {
    after: after ?? null,
    failure: failure ? JSON.stringify(failure) : null,
    finished: now,
  } satisfies Change
}

/** The audit log contains completed and refused actions, and actions abandoned without a response. */
function isAudited({ kind }: JobOutcome, isForgotten: boolean): boolean {
  return (
    kind === 'done' ||
    kind === 'refused' ||
    kind === 'conflict' ||
    (kind === 'unknown' && isForgotten)
  )
}

/** Who owns an account's audit entries. */
export function logOwner({ baseUrl, user }: Pick<Account, 'baseUrl' | 'user'>): LogOwner {
  return { baseUrl, actor: { id: user.id, username: user.username } }
}

type Entry = Parameters<AuditLog['add']>[0]

function toAuditEntry(owner: LogOwner, item: JobItem, outcome: JobOutcome): Entry {
  const failure = 'failure' in outcome ? outcome.failure : undefined
  const answer = failure?.message ?? ('notice' in outcome ? outcome.notice?.message : undefined)
  return {
    ...commonFields(owner, item),
    action: item.action,
    before: item.before,
    after: 'after' in outcome ? outcome.after : undefined,
    outcome: outcome.kind === 'done' || outcome.kind === 'refused' ? outcome.kind : 'unknown',
    answer,
  }
}

function commonFields({ baseUrl, actor }: LogOwner, { target, reason, job }: JobItem) {
  const { id, username } = target
  return {
    instance: baseUrl,
    actor,
    target: id === undefined ? undefined : { id, username },
    reason,
    run: job,
  }
}
