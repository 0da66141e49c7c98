import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareFile } from '../../../infra/files/atomic-write.ts'
import { localDay } from '../../../infra/time/local-day.ts'
import type { LogFunction } from '../../../infra/log/log.ts'
import type { LogOwner } from '../../../accounts/account-folders.ts'
import { openQueue } from './open-queue.ts'
import { recordUnknown } from '../record-outcome.ts'
import { Sql } from '../../../infra/sqlite/sql.ts'
import { type Actor, AuditLog } from '../../../audit-log/audit-log.ts'

export interface AuditLogArchive {
  /** Where audit logs are kept. */
  folder: string
  /** Milliseconds since 1970. */
  now(): number
  log: LogFunction
}

/**
 * Keeps the audit log of an account that signed out as a CSV file. From its queue only the actions that were sent and never answered
 * are kept. Doing it twice makes no second file. Throws where it can't be kept.
 */
export function archiveAuditLog(
  database: string,
  { baseUrl, actor }: LogOwner,
  { folder, now, log }: AuditLogArchive,
): void {
  if (!existsSync(database)) return
  const opened = openQueue(database, log)
  try {
    const auditLog = new AuditLog({ database: opened, now })
    const sql = new Sql(opened)
    sql.transaction(() => {
      recordUnknown({ sql, auditLog }, { baseUrl, actor })
      sql.run('DELETE FROM owners')
    })
    writeAuditLog(auditLog, { instance: baseUrl, id: actor.id }, folder)
  } finally {
    opened.close()
  }
}

/** Writes an audit log into the folder of kept ones, unless it is empty. */
function writeAuditLog(auditLog: AuditLog, actor: Actor, folder: string): void {
  const all = { filter: {}, offset: 0, limit: 1 }
  const [newest] = auditLog.list(actor, all).items
  if (!newest) return
  const { text } = auditLog.export(actor, { filter: {}, format: 'csv' })
  const { username } = newest.actor
  writeArchived(folder, [new URL(actor.instance).host, username, localDay(newest.at)], text)
}

/** Writes a table that is named after its parts, without overwriting another one; the same table is not written twice. */
function writeArchived(folder: string, parts: readonly string[], text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // guard: audit-log-name
  const stem = parts.map((part) => part.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80)).join('_')
  for (let nth = 1; ; nth += 1) {
    const path = join(folder, `${stem}${nth === 1 ? '' : `_${nth}`}.csv`)
    if (!existsSync(path)) return prepareFile(path, text).commit()
    if (readFileSync(path, 'utf8') === text) return
  }
}
