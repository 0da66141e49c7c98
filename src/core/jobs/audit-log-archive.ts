import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type LogOwner, accountFiles } from '../accounts/account-folders.ts'
import { AuditLog } from '../audit-log/audit-log.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { keepAuditLog, keepDamagedFiles } from './kept-audit-logs.ts'
import { type JobsFile, openJobs } from './open-jobs.ts'
import { recordUnknown } from './record-outcome.ts'

/**
 * Archives a signed-out account's audit log, including its damaged files. Sent items without a response are recorded as
 * unknown; all other items are dropped. Throws if the log can't be written.
 */
export function archiveAuditLog(
  folder: string,
  owner: LogOwner,
  options: Pick<JobsFile, 'auditLogs' | 'now' | 'log'>,
): void {
  const path = join(folder, accountFiles.jobs)
  if (existsSync(path)) archiveFile({ ...options, path, owner, kinds: [archived] })
  keepDamagedFiles(path, owner, options.auditLogs)
}

/** Placeholder kind for a database that no longer sends anything. */
const archived = { name: 'archived' }

function archiveFile(file: JobsFile): void {
  const database = openJobs(file)
  try {
    const auditLog = new AuditLog({ database, now: file.now })
    const sql = new Sql(database)
    sql.transaction(() => {
      recordUnknown({ sql, auditLog }, file.owner)
      sql.run('DELETE FROM items')
    })
    keepAuditLog(auditLog, file.owner, file.auditLogs)
  } finally {
    database.close()
  }
}
