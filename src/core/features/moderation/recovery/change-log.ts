import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { readRegularFile } from '../../../infra/files/regular-file.ts'
import type { Database, SQLOutputValue } from '../../../infra/sqlite/database.ts'
import { z } from 'zod'

/** Bytes after which the log is started again. */
const maxLogBytes = 1024 * 1024
/** One transaction may go far beyond that. */
const maxReadBytes = 256 * 1024 * 1024

/** The path of a database's log. */
export function changeLogPath(database: string): string {
  return `${database}-changes`
}

/** An action in the log; only its insertion has more than its ID and state. */
const Change = z.tuple([z.number(), z.string(), z.string().optional(), z.string().optional()])
type Change = z.output<typeof Change>
const Line = z.union([z.array(Change), z.enum(['committed', 'rolled back'])])

/** The state of an action that was deleted. */
const goneState = 'gone'

/**
 * Logs the states of actions beside the database. SQLite reads a database without its write-ahead log, or with a shorter one, as if
 * nothing were missing; this log lets the next start notice. It has only the changes that are not in the database file yet
 * (https://sqlite.org/wal.html), and is not essential: where it can't be written it is emptied.
 */
export class ChangeLog {
  readonly #database: Database
  readonly #path: string
  #file: number | undefined
  #bytes = 0
  #changes: Change[] = []

  private constructor(database: Database, path: string) {
    this.#database = database
    this.#path = path
  }

  /** Starts the log of a database again, and follows its changes from now on. */
  static begin(database: Database): ChangeLog | undefined {
    const location = database.location()
    if (location === null) return undefined
    const log = new ChangeLog(database, changeLogPath(location))
    log.#follow()
    log.#empty()
    log.#restart()
    return log
  }

  /** Before a transaction is committed: what it changes. */
  beforeCommit(): void {
    if (this.#changes.length > 0) this.#write(this.#changes)
  }

  afterCommit(): void {
    this.#end('committed')
    if (this.#bytes > maxLogBytes) this.#restart()
  }

  afterRollback(): void {
    this.#end('rolled back')
  }

  /** Moves everything into the database file, so that the log can be empty. */
  close(): void {
    if (this.#file === undefined) return
    this.#restart()
    closeSync(this.#file)
    this.#file = undefined
  }

  #end(how: 'committed' | 'rolled back'): void {
    if (this.#changes.length === 0) return
    this.#changes = []
    this.#write(how)
  }

  /** Empties the log once the database file has all of its changes. */
  #restart(): void {
    try {
      const { busy } = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()!
      if (busy === 0) this.#empty()
    } catch {
      // The log continues; a full disk is reported where something has to be saved.
    }
  }

  #empty(): void {
    try {
      this.#file ??= openSync(this.#path, 'a', 0o600)
      ftruncateSync(this.#file, 0)
      this.#bytes = 0
    } catch {
      this.#file = undefined
    }
  }

  #write(line: z.input<typeof Line>): void {
    if (this.#file === undefined) return
    try {
      this.#bytes += writeSync(this.#file, `${JSON.stringify(line)}\n`)
    } catch {
      // An incomplete log would report losses that there are not.
      this.#empty()
    }
  }

  /** Triggers of this connection alone, so that no statement can forget the log. */
  #follow(): void {
    this.#database.function('note_change', { varargs: true }, (...change: SQLOutputValue[]) => {
      this.#changes.push(change as Change)
      return null
    })
    this.#database.exec(`
      CREATE TEMP TRIGGER note_insert AFTER INSERT ON main.actions
      BEGIN SELECT note_change(NEW.id, NEW.state, NEW.action, NEW.username); END;
      CREATE TEMP TRIGGER note_update AFTER UPDATE OF state ON main.actions WHEN OLD.state <> NEW.state
      BEGIN SELECT note_change(NEW.id, NEW.state); END;
      CREATE TEMP TRIGGER note_delete AFTER DELETE ON main.actions
      BEGIN SELECT note_change(OLD.id, '${goneState}'); END;
    `)
  }
}

/** An action that is not as it was acknowledged. */
export interface LostChange {
  id: number
  /** Absent where it is older than the log. */
  action?: string
  username?: string
  /** Its last known state. */
  state: string
}

/** Removes a log. */
export function removeChangeLog(path: string): void {
  rmSync(path, { force: true })
}

/** The actions of a database that are not as its log says they were left. */
export function lostChanges(database: Database, path: string): LostChange[] {
  const left = lastStates(path)
  const read = database.prepare('SELECT action, username, state FROM actions WHERE id = ?')
  return [...left].flatMap(([id, { states, action, username }]) => {
    const row = read.get(id) as Omit<LostChange, 'id'> | undefined
    if (states.has(row?.state ?? goneState)) return []
    const state = [...states].at(-1)!
    return [{ id, state, action: row?.action ?? action, username: row?.username ?? username }]
  })
}

interface LastStates {
  /** More than one where it is not known whether the last change was committed. */
  states: Set<string>
  action?: string
  username?: string
}

function lastStates(path: string): Map<number, LastStates> {
  const known = new Map<number, LastStates>()
  let open: Change[] = []
  const apply = (changes: readonly Change[], isCertain: boolean) => {
    for (const [id, state, action, username] of changes) {
      const last = known.get(id)
      const before = isCertain ? [] : (last?.states ?? [goneState])
      const states = new Set([...before, state])
      known.set(id, {
        states,
        action: action ?? last?.action,
        username: username ?? last?.username,
      })
    }
  }
  for (const line of readLines(path)) {
    if (line === 'committed') apply(open, true)
    else if (line !== 'rolled back' && open.length > 0) apply(open, false)
    open = typeof line === 'string' ? [] : line
  }
  apply(open, false)
  return known
}

function readLines(path: string): z.output<typeof Line>[] {
  let text: string
  try {
    text = readRegularFile(path, maxReadBytes).toString()
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [Line.parse(JSON.parse(line))]
    } catch {
      // The last line may be cut off.
      return []
    }
  })
}
