import { message } from '../../shared/messages/message.ts'
import type { LogOwner } from '../accounts/account-folders.ts'
import type { CopyEntry } from '../audit-log/audit-copy.ts'
import { AuditLog, gapAction } from '../audit-log/audit-log.ts'
import { isolate } from '../platform/log/isolate.ts'
import type { LogFunction } from '../platform/log/log.ts'
import { type Database, openDatabase, openedWith } from '../platform/sqlite/database.ts'
import {
  type DamagedDatabase,
  listDamagedDatabases,
  openDurable,
} from '../platform/sqlite/durable.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { holdMissedDeletions } from './elapsed-time.ts'
import type { JobKind } from './job-kind.ts'
import { keepReadableEntries } from './kept-audit-logs.ts'
import { repairItems } from './repair-items.ts'
import { canSql, jobsOptions, nextSql } from './schema.ts'

export interface JobsFile {
  /** Undefined for an account kept only in memory. */
  path: string | undefined
  kinds: Iterable<Pick<JobKind, 'name'>>
  owner: LogOwner
  /** Where audit logs are archived. */
  auditLogs: string
  /** Copies each audit entry. */
  copyEntry?: CopyEntry | undefined
  /** Milliseconds since 1970. */
  now(): number
  log: LogFunction
}

/**
 * Opens an account's jobs database with its audit log; creates it if missing. Guarantee: committed transactions survive
 * a crash of the process or the computer. If it replaces a damaged file, it pauses the queue, because nobody knows what
 * was sent, and the audit log starts with an entry about the gap. Throws like `openDurable`.
 */
export function openJobs(file: JobsFile): Database {
  const { path } = file
  const database =
    path === undefined ? openDatabase(':memory:', jobsOptions) : openDurable(path, jobsOptions)
  return openedWith(database, () => {
    const sql = new Sql(database)
    const isNew = sql.one('SELECT 1 FROM queues') === undefined
    if (isNew)
      initializeJobs(sql, file, path === undefined ? undefined : listDamagedDatabases(path)[0])
    else {
      // guard: huge-row-at-start
      repairItems(sql, file.now())
      settleInterrupted(sql, file.now())
    }
  })
}

function initializeJobs(
  sql: Sql,
  { kinds, owner: { baseUrl, actor }, auditLogs, copyEntry, now, log }: JobsFile,
  damaged: DamagedDatabase | undefined,
): void {
  if (damaged) {
    log(
      'The action queue was damaged and was kept as the file named here. It was replaced by a new one, which is paused.',
      { document: damaged.file },
    )
    isolate(log, () => keepReadableEntries(damaged, { baseUrl, actor }, auditLogs))
  }
  sql.transaction(() => {
    for (const { name } of kinds) {
      sql.run(
        'INSERT INTO queues (kind, paused, replaced) VALUES (?, ?, ?)',
        name,
        damaged ? 1 : 0,
        damaged ? 1 : 0,
      )
    }
    if (!damaged) return
    new AuditLog({ database: sql.database, now, copy: copyEntry }).add({
      instance: baseUrl,
      actor,
      action: gapAction,
      outcome: 'done',
      answer: message('auditLog.gapText', { file: damaged.file }),
    })
  })
}

/** Settles items and jobs left unfinished by the last process. */
function settleInterrupted(sql: Sql, now: number): void {
  // These may or may not have arrived.
  sql.run(`UPDATE items SET state = ${nextSql('interrupt')} WHERE ${canSql('interrupt')}`)
  // Some of its items may not have been written.
  sql.run(`UPDATE jobs SET state = 'cancelled', starts = created WHERE starts IS NULL`)
  for (let changes = 1; changes > 0;) changes = holdMissedDeletions(sql, now, now)
}
