import { lstatSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { LogOwner } from '../accounts/account-folders.ts'
import type { AuditLog } from '../audit-log/audit-log.ts'
import { storedEntry } from '../audit-log/chain.ts'
import { csvHeader, formatCsvEntry } from '../audit-log/export.ts'
import { prepareFile } from '../platform/files/atomic-write.ts'
import { readRegularFile } from '../platform/files/regular-file.ts'
import { ignoreErrors } from '../platform/ignore-errors.ts'
import { connect } from '../platform/sqlite/database.ts'
import {
  type DamagedDatabase,
  listDamagedDatabases,
  moveDatabase,
} from '../platform/sqlite/durable.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { localDay } from '../../shared/rules/local-day.ts'

// Archived audit logs are named after the instance, username, and day, and never overwrite each other.

/** Archives an audit log as a JSON file, unless it is empty. Repeating it doesn't create a second file. */
export function keepAuditLog(auditLog: AuditLog, owner: LogOwner, folder: string): void {
  const actor = { instance: owner.baseUrl, id: owner.actor.id }
  const [newest] = auditLog.list(actor, { filter: {}, offset: 0, limit: 1 }).items
  if (!newest) return
  const [file] = auditLog.export(actor, { filter: {}, format: 'json' }).files
  const baseName = baseNameOf({ ...owner, actor: newest.actor })
  write(folder, `${baseName}_${localDay(newest.at)}`, '.json', [file!.text])
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
  const lines = readEntries(file)
  if (lines.length === 0) return
  const baseName = `${baseNameOf(owner)}_${localDay(at)}_unverified`
  write(folder, baseName, '.csv', [csvHeader, ...pieces(lines.toReversed())])
}

/** Moves a database's damaged files to the archive. */
export function keepDamagedFiles(path: string, owner: LogOwner, folder: string): void {
  for (const { file } of listDamagedDatabases(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    moveDatabase(file, join(folder, `${baseNameOf(owner)}_${basename(file)}`))
  }
}

/** As lines, because rows take several times as much memory. */
function readEntries(file: string): string[] {
  const lines: string[] = []
  let lastId = 0
  ignoreErrors(() => {
    const database = connect(file, { readOnly: true })
    try {
      const entries = new Sql(database).each('SELECT * FROM audit_log NOT INDEXED ORDER BY id')
      for (const row of entries) {
        // Damaged pages may point back to entries that were already read.
        const id = Number(row['id'])
        if (id <= lastId) break
        lastId = id
        lines.push(formatCsvEntry({ entry: storedEntry(row), hash: String(row['hash']) }))
      }
    } finally {
      database.close()
    }
  })
  return lines
}

function baseNameOf({ baseUrl, actor }: LogOwner): string {
  const parts = [new URL(baseUrl).host, actor.username]
  // guard: audit-log-name
  return parts.map((part) => part.replace(/[^A-Za-z0-9.-]+/g, '_').slice(0, 80)).join('_')
}

function write(folder: string, baseName: string, extension: string, text: readonly string[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let nth = 1; ; nth += 1) {
    const path = join(folder, `${baseName}${nth === 1 ? '' : `_${nth}`}${extension}`)
    if (!lstatSync(path, { throwIfNoEntry: false })) return prepareFile(path, text).commit()
    if (containsText(path, text)) return
  }
}

const linesPerPiece = 1000

/** Joins lines to pieces, because a whole file can be longer than a text. */
function* pieces(lines: readonly string[]): Iterable<string> {
  for (let from = 0; from < lines.length; from += linesPerPiece)
    yield lines.slice(from, from + linesPerPiece).join('')
}

function containsText(path: string, text: readonly string[]): boolean {
  try {
    const size = text.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
    const bytes = readRegularFile(path, size)
    let from = 0
    return (
      text.every((piece) => {
        const end = from + Buffer.byteLength(piece)
        const isSame = bytes.toString('utf8', from, end) === piece
        from = end
        return isSame
      }) && from === bytes.length
    )
  } catch {
    return false
  }
}
