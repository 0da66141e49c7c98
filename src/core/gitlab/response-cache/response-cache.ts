import { existsSync } from 'node:fs'
import { Buffer } from 'node:buffer'
import type { AnyEndpoint } from '../../../shared/gitlab/endpoint.ts'
import { isCorruption } from '../../platform/sqlite/database-failure.ts'
import { type CacheKey, mayAffect, filledPath, containsSecret } from './cache-key.ts'
import { removeDatabase } from '../../platform/sqlite/database.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import { openCacheFile } from './cache-file.ts'
import type { LogFunction } from '../../platform/log/log.ts'

export interface ResponseCacheOptions {
  accounts(): readonly string[]
  /** An account's file; undefined if it must not be stored on disk. */
  pathOf(account: string): string | undefined
  /** Milliseconds since 1970. */
  now(): number
  log: LogFunction
  limits?: CacheLimits
}

/** Limits per account; beyond them, the oldest responses are deleted. */
export interface CacheLimits {
  entries: number
  bytes: number
}

const defaultLimits: CacheLimits = { entries: 2_000, bytes: 20 * 1024 * 1024 }
/** How much of a limit a cleanup leaves in use, so the next response doesn't trigger another one. */
const keptShare = 0.9

/** An earlier response. */
export interface CachedResponse {
  answer: unknown
  /** When GitLab sent it (ms since 1970). */
  asOf: number
}

/**
 * The last response to each read by a screen, in one file on disk per account. It may be deleted at any time, and none
 * of these methods ever throw.
 */
export class ResponseCache {
  readonly #options: ResponseCacheOptions
  readonly #limits: CacheLimits
  readonly #databases = new Map<string, Sql>()
  readonly #sizes = new Map<string, CacheLimits>()
  readonly #writes = new Map<string, number>()
  /** Lists whose first page was last served from the cache, with its time. */
  readonly #oldLists = new Map<string, number>()
  #isFailureLogged = false

  constructor(options: ResponseCacheOptions) {
    this.#options = options
    this.#limits = options.limits ?? defaultLimits
  }

  /** Number of writes per account; a response requested before the last write isn't cached. */
  writeCount(account: string): number {
    return this.#writes.get(account) ?? 0
  }

  store(
    account: string,
    { path, query, list }: CacheKey,
    answer: unknown,
    turn: number,
    asOf = this.#options.now(),
  ): void {
    if (list === undefined) this.#oldLists.delete(listKey(account, path, query))
    if (turn !== this.writeCount(account) || containsSecret(answer)) return
    const text = JSON.stringify(answer)
    if (text === undefined) return
    const bytes = Buffer.byteLength(text)
    if (bytes > this.#limits.bytes / 4) return
    this.#use(account, (sql) => {
      sql.run(
        `INSERT INTO answers (path, query, read_at, bytes, answer) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (path, query)
         DO UPDATE SET read_at = excluded.read_at, bytes = excluded.bytes, answer = excluded.answer`,
        path,
        query,
        asOf,
        bytes,
        text,
      )
      this.#count(sql, account, bytes)
    })
  }

  /**
   * The last response to the same request. A later page of a list is only returned if the first page was cached too and
   * isn't newer, because entries may be missing between pages that weren't read together.
   */
  find(account: string, { path, query, list }: CacheKey): CachedResponse | undefined {
    const cached = this.#use(account, (sql) => {
      const row = sql.one<{ answer: string; read_at: number }>(
        'SELECT answer, read_at FROM answers WHERE path = ? AND query = ?',
        path,
        query,
      )
      return row && { answer: JSON.parse(row.answer) as unknown, asOf: row.read_at }
    })
    if (!cached) return undefined
    if (list === undefined) this.#oldLists.set(listKey(account, path, query), cached.asOf)
    else if (!(cached.asOf >= (this.#oldLists.get(listKey(account, path, list)) ?? Infinity)))
      return undefined
    return cached
  }

  /** Call after a write that took effect, or may have: deletes the responses it may affect. */
  onWrite(account: string, endpoint: AnyEndpoint, input: unknown): void {
    const written = filledPath(endpoint, input)
    if (written === undefined) return
    this.#writes.set(account, this.writeCount(account) + 1)
    if (!this.#exists(account)) return
    this.#use(account, (sql) => {
      for (const { path } of sql.all<{ path: string }>('SELECT DISTINCT path FROM answers')) {
        if (mayAffect(written, path)) sql.run('DELETE FROM answers WHERE path = ?', path)
      }
    })
  }

  /** Deletes all of an account's responses. */
  forget(account: string): void {
    // Responses to requests still in flight must not be cached anymore.
    this.#writes.set(account, this.writeCount(account) + 1)
    this.#discard(account)
  }

  /** Deletes everything. */
  clear(): void {
    for (const account of this.#options.accounts()) this.#discard(account)
  }

  close(): void {
    for (const account of this.#databases.keys()) this.#close(account)
  }

  #discard(account: string): void {
    this.#close(account)
    for (const key of this.#oldLists.keys()) {
      if (key.startsWith(`${account} `)) this.#oldLists.delete(key)
    }
    const { pathOf, log } = this.#options
    const path = pathOf(account)
    try {
      if (path !== undefined) removeDatabase(path)
    } catch (error) {
      log('Could not delete the response cache.', { error })
    }
  }

  #close(account: string): void {
    const sql = this.#databases.get(account)
    this.#databases.delete(account)
    this.#sizes.delete(account)
    try {
      sql?.database.close()
    } catch (error) {
      this.#options.log('Could not close the response cache.', { error })
    }
  }

  #exists(account: string): boolean {
    const path = this.#options.pathOf(account)
    return path !== undefined && (this.#databases.has(account) || existsSync(path))
  }

  /** A damaged file is recreated; any other problem with it or the disk is logged once. */
  #use<T>(account: string, act: (sql: Sql) => T): T | undefined {
    try {
      const sql = this.#open(account)
      return sql && act(sql)
    } catch (error) {
      if (isCorruption(error)) {
        this.#options.log('The response cache is damaged and was cleared.', { error })
        this.#discard(account)
      } else if (!this.#isFailureLogged) {
        this.#isFailureLogged = true
        this.#options.log('Could not use the response cache.', { error })
      }
      return undefined
    }
  }

  #open(account: string): Sql | undefined {
    const { pathOf, log } = this.#options
    const path = pathOf(account)
    if (path === undefined) return undefined
    const existing = this.#databases.get(account)
    if (existing) return existing
    const sql = new Sql(openCacheFile(path, log))
    this.#databases.set(account, sql)
    return sql
  }

  #count(sql: Sql, account: string, bytes: number): void {
    const knownSize = this.#sizes.get(account)
    // A replaced response is counted twice until the next measurement.
    const size = knownSize
      ? { entries: knownSize.entries + 1, bytes: knownSize.bytes + bytes }
      : measure(sql)
    this.#sizes.set(account, size)
    if (size.entries <= this.#limits.entries && size.bytes <= this.#limits.bytes) return
    const now = measure(sql)
    if (now.entries > this.#limits.entries || now.bytes > this.#limits.bytes) {
      deleteOldest(sql, {
        entries: Math.floor(this.#limits.entries * keptShare),
        bytes: Math.floor(this.#limits.bytes * keptShare),
      })
    }
    this.#sizes.set(account, measure(sql))
  }
}

function listKey(account: string, path: string, list: string): string {
  return `${account} ${path} ${list}`
}

function measure(sql: Sql): CacheLimits {
  return sql.one<CacheLimits>(
    'SELECT count(*) AS entries, coalesce(sum(bytes), 0) AS bytes FROM answers',
  )!
}

/** Keeps the newest responses within the limits. */
function deleteOldest(sql: Sql, { entries, bytes }: CacheLimits): void {
  sql.run(
    `DELETE FROM answers WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER newest AS place, sum(bytes) OVER newest AS so_far
         FROM answers
         WINDOW newest AS (ORDER BY read_at DESC, id DESC ROWS UNBOUNDED PRECEDING)
       ) WHERE place > ? OR so_far > ?
     )`,
    entries,
    bytes,
  )
}
