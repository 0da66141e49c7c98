import { existsSync } from 'node:fs'
import { type LostChange, changeLogPath, lostChanges, removeChangeLog } from './change-log.ts'
import { type Corruption, findCorruption } from './corruption.ts'
import { type Recovery, asidePath, finishRecovery, recoverDatabase, setAside } from './recover.ts'
import { schemaChange, schemaVersion } from '../schema.ts'
import { type Database, openDatabase } from '../../../infra/sqlite/database.ts'
import { NewerQueue, QueueUnavailable } from './unavailable.ts'
import type { LogFunction } from '../../../infra/log/log.ts'
import { chainEarlierEntries } from '../../../audit-log/chain.ts'
import { recordBreaks } from '../../../audit-log/record-breaks.ts'
import { Sql } from '../../../infra/sqlite/sql.ts'

/**
 * Opens the queue of actions, and creates it if there is none. Promise: committed transactions survive the end of the process and of
 * the computer. A damaged file is set aside whole, and its readable rows are kept on, which `recovered` is called with. Throws
 * `NewerQueue` or `QueueUnavailable`, and changes nothing then.
 */
export function openQueue(
  path: string,
  log: LogFunction,
  recovered: (recovery: Recovery) => void = () => undefined,
): Database {
  try {
    return openWithRecovery(path, log, recovered)
  } catch (error) {
    if (error instanceof NewerQueue) throw error
    throw new QueueUnavailable(path, error)
  }
}

function openWithRecovery(
  path: string,
  log: LogFunction,
  recovered: (recovery: Recovery) => void,
): Database {
  finishRecovery(path)
  const corruption = existsSync(path) ? findCorruption(path) : undefined
  const found = corruption && recoverDatabase(path, openQueueDatabase)
  const database = openQueueDatabase(path)
  try {
    const missing = lostChanges(database, changeLogPath(path))
    if (corruption && found)
      logCorruption(log, corruption, { ...found, lost: found.lost || missing.length > 0 })
    if (missing.length > 0) {
      log(
        'Actions of the queue are missing. The queue is paused and kept as the document named here. Compare the list of actions with what you enqueued.',
        { count: missing.length },
      )
      database.exec('UPDATE owners SET paused = 1')
    }
    if (found) recovered({ ...found, lost: found.lost || missing.length > 0, missing })
    else if (missing.length > 0) recovered(keepAside(path, missing))
    removeChangeLog(changeLogPath(path))
    chainEarlierEntries(new Sql(database))
    if (found) recordBreaks(database)
    return settleInterrupted(database)
  } catch (error) {
    database.close()
    throw error
  }
}

function logCorruption(
  log: LogFunction,
  corruption: Corruption,
  { aside, rows, lost }: Recovery,
): void {
  const facts = { ...corruption, document: aside, count: rows }
  if (lost) {
    log(
      'The queue of actions was damaged and is kept as the document named here. Some of it could not be read, so the queue is paused. Compare the list of actions with what you enqueued.',
      facts,
    )
  } else {
    log(
      'The queue of actions was damaged and is kept as the document named here. All of it was recovered. Compare the list of actions with what you enqueued.',
      facts,
    )
  }
}

/** Sets aside a file that is whole, but lacks changes of its log. */
function keepAside(path: string, missing: LostChange[]): Recovery {
  const aside = asidePath(path)
  setAside(path, aside)
  return { aside, lost: true, missing }
}

/** Settles the actions and runs that the last process left unfinished. */
function settleInterrupted(database: Database): Database {
  // It is not known whether these arrived. The accounts of the demo ended with their actions.
  database.exec(`
    UPDATE actions SET state = 'unknown' WHERE state = 'sending';
    DELETE FROM owners WHERE demo = 1;
    -- It is not known whether all of its actions were written.
    UPDATE runs SET state = 'cancelled', starts = created WHERE starts IS NULL;
  `)
  return database
}

/** Opens the database of a queue without looking for corruption; creates it if there is none, in memory where the path is `:memory:`. */
export function openQueueDatabase(path: string): Database {
  return openDatabase(path, {
    schema: { version: schemaVersion, upgrade: schemaChange },
    synchronous: 'FULL',
    // guard: secure-delete-queue
    secureDelete: true,
  })
}
