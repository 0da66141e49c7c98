import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { damageOf, versionOf } from './damage.ts'
import { type Rescue, finishRescue, rescue } from './rescue.ts'
import { schemaChange, schemaVersion } from './schema.ts'
import { NewerOutbox, UnusableOutbox } from './unusable.ts'
import type { Say } from '../log/log.ts'

/**
 * Opens the queue of actions, which is made if there is none. Promise: what a transaction on it has committed survives the
 * end of the process and of the machine. A file that is damaged is set aside whole, and what can be read of it is kept on.
 * `rescued` is told of that. Throws `NewerOutbox` or `UnusableOutbox`, and changes nothing then.
 */
export function openOutbox(
  path: string,
  log: Say,
  rescued: (rescue: Rescue) => void = () => undefined,
): DatabaseSync {
  try {
    return opened(path, log, rescued)
  } catch (error) {
    if (error instanceof NewerOutbox) throw error
    throw new UnusableOutbox(path, error)
  }
}

function opened(path: string, log: Say, rescued: (rescue: Rescue) => void): DatabaseSync {
  finishRescue(path)
  const damage = existsSync(path) ? damageOf(path) : undefined
  if (damage !== undefined) {
    const found = rescue(path, prepared)
    const facts = { ...damage, document: found.aside, count: found.rows }
    if (found.lost) {
      log(
        'The queue of actions was damaged and is kept as the document named here; some of it could not be read, and nothing is sent until you let the queue go on. Compare the list of actions with what you ordered.',
        facts,
      )
    } else {
      log(
        'The queue of actions was damaged and is kept as the document named here; all of it was rescued. Compare the list of actions with what you ordered.',
        facts,
      )
    }
    rescued(found)
  }
  return begun(prepared(path))
}

/** Settles what the last process left behind. */
function begun(database: DatabaseSync): DatabaseSync {
  // Whether these arrived nobody knows. Accounts of the demo service ended, and with them what they ordered.
  database.exec(`
    UPDATE actions SET state = 'unknown' WHERE state = 'sending';
    DELETE FROM owners WHERE demo = 1;
    -- Nobody knows whether all of its actions were written.
    UPDATE runs SET state = 'cancelled', starts = created WHERE starts IS NULL;
  `)
  return database
}

function prepared(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    // FULL: a commit has reached the disk when it returns.
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
    )
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function migrate(database: DatabaseSync): void {
  const version = versionOf(database)
  if (version === schemaVersion) return
  database.exec(
    `BEGIN IMMEDIATE; ${schemaChange(version)} PRAGMA user_version = ${schemaVersion}; COMMIT`,
  )
}
