import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type LogOwner, accountFiles } from '../../accounts/account-folders.ts'
import { AuditLog } from '../../audit-log/audit-log.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import { keepAuditLog, keepDamagedFiles } from './kept-audit-logs.ts'
import { type QueueFile, openQueue } from './open-queue.ts'
import { recordUnknown } from './record-outcome.ts'

/**
 * Keeps the audit log from the folder of an account that signed out, with the damaged files beside it. From its queue only the
 * actions that were sent and never answered are kept. Throws where it can't be kept.
 */
export function archiveAuditLog(
  folder: string,
  owner: LogOwner,
  options: Pick<QueueFile, 'auditLogs' | 'now' | 'log'>,
): void {
  const path = join(folder, accountFiles.queue)
  if (existsSync(path)) archiveFile({ ...options, path, owner })
  keepDamagedFiles(path, owner, options.auditLogs)
  keepDamagedFiles(join(folder, accountFiles.onboarding), owner, options.auditLogs)
}

function archiveFile(file: QueueFile): void {
  const database = openQueue(file)
  try {
    const auditLog = new AuditLog({ database, now: file.now })
    const sql = new Sql(database)
    sql.transaction(() => {
      recordUnknown({ sql, auditLog }, file.owner)
      sql.run('DELETE FROM actions')
    })
    keepAuditLog(auditLog, file.owner, file.auditLogs)
  } finally {
    database.close()
  }
}
