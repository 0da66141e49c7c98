import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../../../infra/ignore-errors.ts'
import { type Database, type SqlValue, connect } from '../../../infra/sqlite/database.ts'
import type { LostChange } from './change-log.ts'
import { isSound, pageBytes } from './corruption.ts'
import { currentColumn, currentState, isKnownAction, schemaChange } from '../schema.ts'
import { readWalFile } from './wal-file.ts'

/** The result of a recovery. */
export interface Recovery {
  /** Where the damaged file is now, whole, with its log beside it. */
  aside: string
  /** How many rows were read into a new one; absent where it was whole in itself. */
  rows?: number
  /** Whether something could not be read, or is missing. */
  lost: boolean
  /** Actions that are not as they were acknowledged, as far as that is known. */
  missing?: LostChange[]
}

/**
 * Replaces a damaged file by a new one with all rows that can be read. Promise: whenever the process ends, the damaged file, the new
 * one, or both are there whole. Throws, and leaves everything as it is, where the disk refuses it.
 */
export function recoverDatabase(path: string, prepare: (path: string) => Database): Recovery {
  const folder = `${path}.recovery`
  const aside = asidePath(path)
  try {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const fresh = join(folder, 'new.db')
    const counts = readInto(fresh, prepare, path, folder)
    setAside(path, aside)
    syncFile(fresh)
    renameSync(fresh, `${path}.recovered`)
    finishRecovery(path)
    return { aside, ...counts }
  } catch (error) {
    if (!hasUnfinishedRecovery(path)) discard(path, aside)
    throw error
  }
}

/** Where a damaged file is kept. */
export function asidePath(path: string): string {
  return `${path}.broken-${Date.now()}`
}

/** Finishes a recovery where only the new file has to be put into its place. */
export function finishRecovery(path: string): void {
  for (const suffix of newFileSuffixes.filter((one) => existsSync(path + one))) {
    // A new file must never meet an old log.
    for (const part of ['-wal', '-shm']) rmSync(path + part, { force: true })
    renameSync(path + suffix, path)
  }
  removeWorkFolders(path)
}

/** Whether a recovery ended before the new file was put into its place. */
function hasUnfinishedRecovery(path: string): boolean {
  return newFileSuffixes.some((suffix) => existsSync(path + suffix))
}

/** Of a whole new file beside the damaged one; the first is from earlier versions. */
const newFileSuffixes = ['.rescued', '.recovered']

function removeWorkFolders(path: string): void {
  // The first is from earlier versions.
  for (const suffix of ['.rescue', '.recovery']) {
    rmSync(path + suffix, { recursive: true, force: true })
  }
}

function discard(path: string, aside: string): void {
  removeWorkFolders(path)
  for (const part of ['', '-wal']) rmSync(aside + part, { force: true })
}

export function setAside(path: string, aside: string): void {
  copy(path, aside)
  for (const part of ['', '-wal']) if (existsSync(aside + part)) syncFile(aside + part)
}

function copy(from: string, to: string): void {
  for (const part of ['', '-wal']) if (existsSync(from + part)) copyFileSync(from + part, to + part)
}

/** Writes a file through to the disk. */
function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Reads from copies, because opening a file may change it. */
function readInto(
  fresh: string,
  prepare: (path: string) => Database,
  path: string,
  folder: string,
): { rows: number; lost: boolean } {
  const to = prepare(fresh)
  try {
    let rows = 0
    for (const { file, isLatest, asEarlier } of readings(path, folder, prepare)) {
      const read = recoverFrom(file, to)
      // Without actions it is empty, or its tables are where the version before had them.
      const again = asEarlier && !hasActions(to) ? recoverFrom(asEarlier, to) : { rows: 0 }
      rows += read.rows + again.rows
      const { lost } = 'lost' in again && again.rows > 0 ? again : read
      if (isLatest && !lost) return { rows, lost: false }
    }
    // Finished actions may be listed as pending, and would be done again: a person must check first.
    to.exec('UPDATE owners SET paused = 1')
    return { rows, lost: true }
  } finally {
    // A run of an older file, or one that was still being written: a person decides whether it continues.
    to.exec(`
      UPDATE runs SET starts = created, state = iif(state = 'running', 'paused', state) WHERE starts IS NULL`)
    to.close()
  }
}

function hasActions(database: Database): boolean {
  return database.prepare('SELECT 1 FROM actions LIMIT 1').get() !== undefined
}

interface Reading {
  file: string
  /** Whether it is as new as what was damaged. */
  isLatest: boolean
  /** The same with its tables where an earlier version had them. */
  asEarlier?: string
}

/** The file in several readings, the best one first. Later ones fill the gaps of earlier ones. */
function* readings(
  path: string,
  folder: string,
  prepare: (path: string) => Database,
): Iterable<Reading> {
  const plain = join(folder, 'plain.db')
  copy(path, plain)
  const mended = join(folder, 'mended.db')
  copy(path, mended)
  const log = existsSync(`${path}-wal`) && readWalFile(readFileSync(`${path}-wal`), pageBytes)
  if (log && log.readable < log.written) writeFileSync(`${mended}-wal`, log.repaired())
  const isWhole = attempt(() => isSound(mended)) === true
  // Without the last transaction, which was never acknowledged.
  if (!isWhole && log && log.isTorn) yield { file: plain, isLatest: true }
  yield { file: mended, isLatest: true }
  const grafted = join(folder, 'grafted.db')
  copy(mended, grafted)
  prepare(join(folder, 'made.db')).close()
  graft(grafted, join(folder, 'made.db'))
  const earlier = join(folder, 'earlier.db')
  copy(mended, earlier)
  makeEarlier(join(folder, 'made-earlier.db'))
  graft(earlier, join(folder, 'made-earlier.db'))
  yield { file: grafted, isLatest: true, asEarlier: earlier }
  yield { file: plain, isLatest: false }
}

/** The first page has the places of the tables. They are created in the same order each time, so that the page of a new file fits. */
function graft(file: string, made: string): void {
  const page = readFileSync(made).subarray(0, pageBytes)
  page.writeUInt32BE(Math.floor(statSync(file).size / pageBytes), 28)
  const target = openSync(file, 'r+')
  writeSync(target, page, 0, page.length, 0)
  closeSync(target)
}

/** A new file as version 5 made it, the last whose tables are at other places. */
function makeEarlier(path: string): void {
  const database = connect(path)
  database.exec(schemaChange(0, 5))
  database.close()
}

/** In this order, because later ones point to earlier ones. */
const tables = ['owners', 'runs', 'actions', 'audit_log'] as const

/** The audit log's table up to version 4. */
const earlierAuditLog = 'journal'

/** Finds something where the audit log's table was ever created, whatever its name is now: it is created after the others. */
const otherTables = `
  SELECT 1 FROM sqlite_master WHERE tbl_name NOT IN ('owners', 'runs', 'actions', 'sqlite_sequence')`

/** Copies every row that can be read and is valid. */
function recoverFrom(file: string, to: Database): { rows: number; lost: boolean } {
  let rows = 0
  let lost = false
  const from = attempt(() => connect(file))
  if (!from) return { rows, lost: true }
  try {
    for (const table of tables) {
      if (table === 'audit_log' && attempt(() => from.prepare(otherTables).get()) === undefined)
        continue
      const taken = recoverTable(from, to, table)
      rows += taken.rows
      lost ||= taken.lost
    }
    return { rows, lost }
  } finally {
    attempt(() => from.close())
  }
}

function recoverTable(from: Database, to: Database, table: string) {
  const known = to.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
  const columns = known.map(({ name }) => String(name))
  const insert = to.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const has = to.prepare(`SELECT 1 FROM ${table} WHERE id = ?`)
  const source = table === 'audit_log' && hasTable(from, earlierAuditLog) ? earlierAuditLog : table
  let rows = 0
  let lost = false
  const insertRow = (row: Row) => {
    const now = withCurrentNames(row)
    const values = columns.map((column) => (now[column] ?? null) as SqlValue)
    const isValid = (table !== 'runs' && table !== 'actions') || isKnownAction(now)
    const taken = isValid && attempt(() => Number(insert.run(...values).changes))
    if (taken) rows += taken
    else lost ||= !attempt(() => has.get(values[0]!))
  }
  to.exec('BEGIN IMMEDIATE')
  const isWhole = readRows(from, source, insertRow)
  // Their index has enough of them, and without them all their actions would be lost.
  if (!isWhole && table === 'owners')
    attempt(() => from.prepare(ownersByIndex).all().forEach(insertRow))
  to.exec('COMMIT')
  return { rows, lost: lost || !isWhole }
}

const ownersByIndex = `
  SELECT id, base_url, actor_id, 0 AS demo, 1 AS paused FROM owners INDEXED BY sqlite_autoindex_owners_1`

type Row = Record<string, unknown>

function hasTable(database: Database, name: string): boolean {
  const find = 'SELECT 1 FROM sqlite_master WHERE name = ?'
  return attempt(() => database.prepare(find).get(name)) !== undefined
}

/** An earlier version may have written the damaged file. */
function withCurrentNames(row: Row): Row {
  const named = Object.entries(row).map(([column, value]) => [currentColumn(column), value])
  const current = Object.fromEntries(named) as Row
  const { state } = current
  return { ...current, state: typeof state === 'string' ? currentState(state) : state }
}

/** Reads from both ends towards the unreadable part, and then one by one in between; returns whether all was read. */
function readRows(from: Database, table: string, onRow: (row: Row) => void): boolean {
  let first = 0
  let last = Number.MAX_SAFE_INTEGER
  const up = attempt(() => {
    for (const row of from.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY id`).iterate()) {
      first = Number(row['id'])
      onRow(row)
    }
    return true
  })
  if (up) return true
  attempt(() => {
    const down = from.prepare(`SELECT * FROM ${table} NOT INDEXED WHERE id > ? ORDER BY id DESC`)
    for (const row of down.iterate(first)) {
      last = Number(row['id'])
      onRow(row)
    }
  })
  const most = Math.min(last, first + maxBetween)
  const one = attempt(() => from.prepare(`SELECT * FROM ${table} NOT INDEXED WHERE id = ?`))
  for (let id = first + 1; one && id < most; id += 1) {
    const row = attempt(() => one.get(id))
    if (row) onRow(row)
  }
  return false
}

const maxBetween = 200_000
