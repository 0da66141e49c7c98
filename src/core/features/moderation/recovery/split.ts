import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from '../../../infra/sqlite/database.ts'
import { changeLogPath } from './change-log.ts'
import { openQueueDatabase, keepAside, openQueue } from './open-queue.ts'
import { type Recovery, hasUnfinishedRecovery, syncFile } from './recover.ts'
import { UnownedRows } from './split-unowned.ts'
import { NewerQueue, QueueUnavailable } from './unavailable.ts'
import type { LogFunction } from '../../../infra/log/log.ts'

/** A signed-in user, and the file for their queue. */
export interface SplitTarget {
  baseUrl: string
  userId: number
  path: string
}

export interface SplitPorts {
  /** The database that all accounts shared. */
  shared: string
  targets: readonly SplitTarget[]
  /** The folder that holds the folders of all accounts. */
  accounts: string
  /** Where audit logs of users are kept who aren't signed in. */
  auditLogs: string
  log: LogFunction
  recovered(recovery: Recovery): void
}

/**
 * Splits the queue and audit log that all accounts shared into one for each account. Promise: whenever the process ends, the next start
 * continues, and nothing is lost or duplicated. The rows of users who aren't signed in become tables in the folder of kept audit logs.
 * Throws `NewerQueue` or `QueueUnavailable`, and nothing is lost then.
 */
export function splitQueue(ports: SplitPorts): void {
  try {
    for (const _ of splitting(ports));
  } catch (error) {
    if (error instanceof NewerQueue || error instanceof QueueUnavailable) throw error
    throw new QueueUnavailable(ports.shared, error)
  }
}

/** The same step by step, for tests that end in between. */
export function* splitting(ports: SplitPorts): Generator<void> {
  const { shared, accounts, log, recovered } = ports
  // With this name, all of its contents are in new files, which only have to be put in place.
  const done = `${shared}.split`
  if (!existsSync(done)) {
    if (!existsSync(shared) && !hasUnfinishedRecovery(shared)) return
    for (const path of unfinishedFiles(accounts)) rmSync(path)
    // Repairs damage, and updates the tables.
    openQueue(shared, log, recovered).close()
    yield
    yield* copyTo(ports)
    renameSync(shared, done)
    yield
  }
  for (const path of unfinishedFiles(accounts)) {
    renameSync(path, path.slice(0, -newSuffix.length))
    yield
  }
  for (const path of [`${shared}-wal`, `${shared}-shm`, changeLogPath(shared), done]) {
    rmSync(path, { force: true })
    yield
  }
}

const newSuffix = '.new'

/** New files that are not in place yet, with the files that SQLite puts beside them. */
function unfinishedFiles(accounts: string): string[] {
  if (!existsSync(accounts)) return []
  return readdirSync(accounts, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const folder = join(accounts, name)
      const names = readdirSync(folder).filter((one) => /\.db\.new(-wal|-shm|-journal)?$/.test(one))
      return names.map((one) => join(folder, one))
    })
}

function* copyTo({ shared, targets, auditLogs, log, recovered }: SplitPorts): Generator<void> {
  // A user with a file signed in with this version; actions of an older version since then are kept as a table.
  const wanting = targets.filter(({ path }) => !existsSync(path))
  for (const target of wanting) {
    copyOwner(shared, target)
    yield
  }
  const unowned = new UnownedRows(shared, wanting)
  try {
    for (const owner of unowned.owners()) {
      unowned.keep(owner, auditLogs)
      yield
    }
  } catch (error) {
    // A failure of the disk or SQLite may have passed at the next start; invalid contents stay so.
    if (isMachineError(error)) throw error
    log('The queue and audit log of people who are signed out could not be read and are kept.', {
      error,
    })
    recovered(keepAside(shared))
  } finally {
    unowned.close()
  }
}

function isMachineError(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || 'errcode' in error)
}

function copyOwner(shared: string, { baseUrl, userId, path }: SplitTarget): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const database = openQueueDatabase(path + newSuffix)
  try {
    database.prepare('ATTACH ? AS shared').run(shared)
    database.exec('BEGIN IMMEDIATE')
    const copied = { baseUrl, userId }
    const owner = 'SELECT id FROM shared.owners WHERE base_url = :baseUrl AND actor_id = :userId'
    copy(database, 'owners', `id IN (${owner})`, copied)
    copy(database, 'runs', `owner IN (${owner})`, copied)
    copy(database, 'actions', `owner IN (${owner})`, copied)
    copy(database, 'audit_log', 'instance = :baseUrl AND actor_id = :userId', copied)
    // IDs are never reused, for example of a run in the audit log.
    database.exec(`
      DELETE FROM main.sqlite_sequence;
      INSERT INTO main.sqlite_sequence (name, seq) SELECT name, seq FROM shared.sqlite_sequence;
      COMMIT;
      DETACH shared`)
  } finally {
    database.close()
  }
  syncFile(path + newSuffix)
}

function copy(
  database: Database,
  table: string,
  where: string,
  values: Record<string, string | number>,
): void {
  const known = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
  const columns = known.map(({ name }) => String(name)).join(', ')
  database
    .prepare(
      `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM shared.${table} WHERE ${where}`,
    )
    .run(values)
}
