import { lstatSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LogOwner } from '../accounts/account-folders.ts'
import type { AuditLog } from '../audit-log/audit-log.ts'
import { storedEntry } from '../audit-log/chain.ts'
import { formatCsvExport } from '../audit-log/export.ts'
import { prepareFile } from '../platform/files/atomic-write.ts'
import { readRegularFile } from '../platform/files/regular-file.ts'
import { ignoreErrors } from '../platform/ignore-errors.ts'
import { connect } from '../platform/sqlite/database.ts'
import {
  type DamagedDatabase,
  listDamagedDatabases,
  moveDatabase,
} from '../platform/sqlite/durable.ts'
import { Sql, type SqlRow } from '../platform/sqlite/sql.ts'
import { localDay } from '../../shared/rules/local-day.ts'

// Archived audit logs are named after the instance, username, and day, and never overwrite each other.

/** Archives an audit log as a JSON file, unless it is empty. Repeating it doesn't create a second file. */
export function keepAuditLog(auditLog: AuditLog, owner: LogOwner, folder: string): void {
  const actor = { instance: owner.baseUrl, id: owner.actor.id }
  const [newest] = auditLog.list(actor, { filter: {}, offset: 0, limit: 1 }).items
  if (!newest) return
  const [file] = auditLog.export(actor, { filter: {}, format: 'json' }).files
  const baseName = baseNameOf({ ...owner, actor: newest.actor })
  write(folder, `${baseName}_${localDay(newest.at)}`, '.json', file!.text)
}

/**
 * Archives a damaged file's readable entries as CSV without validation: values may be damaged, and entries may be
 * missing.
 */
export function keepReadableEntries(
  { file, at }: DamagedDatabase,
  owner: LogOwner,
  folder: string,
): void {
  const rows = readEntries(file)
  if (rows.length === 0) return
  const entries = rows.map((row) => ({ entry: storedEntry(row), hash: String(row['hash']) }))
  const baseName = `${baseNameOf(owner)}_${localDay(at)}_unverified`
  write(folder, baseName, '.csv', formatCsvExport(entries.toReversed()))
}

/** Moves a database's damaged files to the archive. */
export function keepDamagedFiles(path: string, owner: LogOwner, folder: string): void {
  for (const { file } of listDamagedDatabases(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    moveDatabase(file, join(folder, `${baseNameOf(owner)}_${basename(file)}`))
  }
}

function readEntries(file: string): SqlRow[] {
  const rows: SqlRow[] = []
  ignoreErrors(() => {
    const database = connect(file, { readOnly: true })
    try {
      const entries = new Sql(database).each('SELECT * FROM audit_log NOT INDEXED ORDER BY id')
      for (const row of entries) {
        // Damaged pages may point back to entries that were already read.
        if (Number(row['id']) <= Number(rows.at(-1)?.['id'] ?? 0)) break
        rows.push(row)
      }
    } finally {
      database.close()
    }
  })
  return rows
}

function baseNameOf({ baseUrl, actor }: LogOwner): string {
  const parts = [new URL(baseUrl).host, actor.username]
  // guard: audit-log-name
  return parts.map((part) => part.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80)).join('_')
}

function write(folder: string, baseName: string, extension: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let nth = 1; ; nth += 1) {
    const path = join(folder, `${baseName}${nth === 1 ? '' : `_${nth}`}${extension}`)
    if (!lstatSync(path, { throwIfNoEntry: false })) return prepareFile(path, text).commit()
    if (containsText(path, text)) return
  }
}

function containsText(path: string, text: string): boolean {
  try {
    return readRegularFile(path, Buffer.byteLength(text)).toString() === text
  } catch {
    return false
  }
}
