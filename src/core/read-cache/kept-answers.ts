import { existsSync } from 'node:fs'
import { Buffer } from 'node:buffer'
import type { DatabaseSync } from 'node:sqlite'
import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import { isDamage } from '../directory/copy-failure.ts'
import { type Asked, concerns, filledPath, holdsSecret } from './asked.ts'
import { openKeptFile, removeKeptFile } from './kept-file.ts'
import type { Say } from '../log/log.ts'

export interface KeptAnswersPorts {
  path: string
  /** The accounts that there are; answers to others are removed when the file is opened. */
  accounts(): readonly string[]
  /** Whether anything of an account may be on disk. */
  isOnDisk(account: string): boolean
  /** Milliseconds since 1970. */
  now(): number
  log: Say
  limits?: KeptLimits
}

/** How much is kept for each account, before the oldest goes. */
export interface KeptLimits {
  entries: number
  bytes: number
}

const usualLimits: KeptLimits = { entries: 2_000, bytes: 20 * 1024 * 1024 }
/** So much of a limit is left when the oldest went, so that not every answer makes others go. */
const leftShare = 0.9

/** An answer from before. */
export interface KeptAnswer {
  answer: unknown
  /** When the service gave it, in milliseconds since 1970. */
  asOf: number
}

/**
 * The last answer to each question that was asked for a screen, on disk, by account. It may be thrown away at any time, and
 * nothing here ever throws: what cannot be kept is not.
 */
export class KeptAnswers {
  readonly #ports: KeptAnswersPorts
  readonly #limits: KeptLimits
  readonly #sizes = new Map<string, KeptLimits>()
  readonly #writes = new Map<string, number>()
  /** Lists whose first page was last an old one, and from when. */
  readonly #oldLists = new Map<string, number>()
  #database: DatabaseSync | undefined
  #isToldOf = false

  constructor(ports: KeptAnswersPorts) {
    this.#ports = ports
    this.#limits = ports.limits ?? usualLimits
  }

  /** How often an account has written; an answer that was asked for before the last time is not kept. */
  turn(account: string): number {
    return this.#writes.get(account) ?? 0
  }

  keep(account: string, { path, query, list }: Asked, answer: unknown, turn: number): void {
    if (list === undefined) this.#oldLists.delete(keyOf(account, path, query))
    if (turn !== this.turn(account) || !this.#ports.isOnDisk(account) || holdsSecret(answer)) return
    const text = JSON.stringify(answer)
    if (text === undefined) return
    const bytes = Buffer.byteLength(text)
    if (bytes > this.#limits.bytes / 4) return
    this.#trying((database) => {
      database
        .prepare(
          `INSERT INTO answers (account, path, query, read_at, bytes, answer) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (account, path, query)
           DO UPDATE SET read_at = excluded.read_at, bytes = excluded.bytes, answer = excluded.answer`,
        )
        .run(account, path, query, this.#ports.now(), bytes, text)
      this.#count(database, account, bytes)
    })
  }

  /**
   * The last answer to the same question. A later page of a list is given after an old first page only, and where it is not
   * the older one of the two: pages that were not read together miss rows.
   */
  find(account: string, { path, query, list }: Asked): KeptAnswer | undefined {
    const kept = this.#trying((database) =>
      database
        .prepare('SELECT answer, read_at FROM answers WHERE account = ? AND path = ? AND query = ?')
        .get(account, path, query),
    )
    if (!kept) return undefined
    const asOf = Number(kept['read_at'])
    if (list === undefined) this.#oldLists.set(keyOf(account, path, query), asOf)
    else if (!(asOf >= (this.#oldLists.get(keyOf(account, path, list)) ?? Infinity)))
      return undefined
    return { answer: JSON.parse(String(kept['answer'])), asOf }
  }

  /** A write was answered, or perhaps done: what it may have changed is not known any more. */
  wrote(account: string, row: AnyEndpoint, input: unknown): void {
    const written = filledPath(row, input)
    if (written === undefined) return
    this.#writes.set(account, this.turn(account) + 1)
    if (!this.#ports.isOnDisk(account) || !this.#exists()) return
    this.#trying((database) => {
      const remove = database.prepare('DELETE FROM answers WHERE account = ? AND path = ?')
      const paths = database.prepare('SELECT DISTINCT path FROM answers WHERE account = ?')
      for (const { path } of paths.all(account)) {
        if (concerns(written, String(path))) remove.run(account, path!)
      }
    })
  }

  /** When the service last gave an account an answer that is kept, in milliseconds since 1970. */
  latest(account: string): number | undefined {
    if (!this.#exists()) return undefined
    const found = this.#trying((database) =>
      database.prepare('SELECT max(read_at) AS at FROM answers WHERE account = ?').get(account),
    )
    return typeof found?.['at'] === 'number' ? found['at'] : undefined
  }

  /** Removes all of an account so that nothing of it stays in the file. */
  forget(account: string): void {
    // What is under way for it is not kept any more.
    this.#writes.set(account, this.turn(account) + 1)
    this.#sizes.delete(account)
    if (!this.#exists()) return
    const isDone = this.#trying((database) => {
      database.prepare('DELETE FROM answers WHERE account = ?').run(account)
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      return true
    })
    if (!isDone) this.clear()
  }

  /** Throws the file away. */
  clear(): void {
    this.close()
    this.#oldLists.clear()
    try {
      removeKeptFile(this.#ports.path)
    } catch (error) {
      this.#ports.log('What was read before could not be removed.', { error })
    }
  }

  close(): void {
    this.#sizes.clear()
    const database = this.#database
    this.#database = undefined
    try {
      database?.close()
    } catch (error) {
      this.#ports.log('What was read before could not be closed.', { error })
    }
  }

  #exists(): boolean {
    return this.#database !== undefined || existsSync(this.#ports.path)
  }

  /** A damaged file is begun anew; whatever else is wrong with it, or with the disk, is said once. */
  #trying<T>(act: (database: DatabaseSync) => T): T | undefined {
    try {
      return act(this.#opened())
    } catch (error) {
      if (isDamage(error)) {
        this.#ports.log('What was read before is damaged and forgotten.', { error })
        this.clear()
      } else if (!this.#isToldOf) {
        this.#isToldOf = true
        this.#ports.log('What is read could not be kept.', { error })
      }
      return undefined
    }
  }

  #opened(): DatabaseSync {
    if (this.#database) return this.#database
    const { path, log, accounts } = this.#ports
    const database = openKeptFile(path, log)
    this.#database = database
    // An account may have gone while the file was not in use.
    database
      .prepare('DELETE FROM answers WHERE account NOT IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(accounts()))
    return database
  }

  #count(database: DatabaseSync, account: string, bytes: number): void {
    const known = this.#sizes.get(account)
    // One that was replaced counts twice until it is counted anew.
    const size = known
      ? { entries: known.entries + 1, bytes: known.bytes + bytes }
      : sizeOf(database, account)
    this.#sizes.set(account, size)
    if (size.entries <= this.#limits.entries && size.bytes <= this.#limits.bytes) return
    const now = sizeOf(database, account)
    if (now.entries > this.#limits.entries || now.bytes > this.#limits.bytes) {
      letGo(database, account, {
        entries: Math.floor(this.#limits.entries * leftShare),
        bytes: Math.floor(this.#limits.bytes * leftShare),
      })
    }
    this.#sizes.set(account, sizeOf(database, account))
  }
}

function keyOf(account: string, path: string, list: string): string {
  return `${account} ${path} ${list}`
}

function sizeOf(database: DatabaseSync, account: string): KeptLimits {
  return database
    .prepare(
      'SELECT count(*) AS entries, coalesce(sum(bytes), 0) AS bytes FROM answers WHERE account = ?',
    )
    .get(account) as unknown as KeptLimits
}

/** Keeps the newest that fit. */
function letGo(database: DatabaseSync, account: string, { entries, bytes }: KeptLimits): void {
  database
    .prepare(
      `DELETE FROM answers WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER newest AS place, sum(bytes) OVER newest AS so_far
           FROM answers WHERE account = ?
           WINDOW newest AS (ORDER BY read_at DESC, id DESC ROWS UNBOUNDED PRECEDING)
         ) WHERE place > ? OR so_far > ?
       )`,
    )
    .run(account, entries, bytes)
}
