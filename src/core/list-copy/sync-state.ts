import { z } from 'zod'
import { attempt } from '../platform/ignore-errors.ts'
import { UnusableDatabase } from '../platform/sqlite/database-failure.ts'
import type { Sql } from '../platform/sqlite/sql.ts'
import { maxStored } from '../platform/sqlite/stored-row.ts'

/** How far a copy's syncs have progressed. */
export interface SyncProgress {
  /** The time up to which changes are known, in milliseconds since 1970. */
  asOf: number | undefined
  /** When the last complete full sync ran, which also found deleted entries. */
  sweptAt: number | undefined
  /** When the first complete full sync ran. Changes have been recorded since then. */
  followedSince: number | undefined
  /** When the unfinished full sync started. */
  began: number | undefined
  /** How many entries were unreadable in the running full sync, or else in the last sync. */
  skipped: number
}

/** A subset of a list that is loaded separately: entries created within a time range. Without bounds, all of them. */
export interface DatePartition {
  number: number
  /** In milliseconds since 1970, both inclusive. */
  after?: number | undefined
  before?: number | undefined
  /** The next page's cursor; undefined for the first page. */
  cursor?: string | undefined
  done: boolean
  /** How many of its entries were unreadable so far. */
  skipped?: number
}

/** The tables of `SyncState`: the entries that an unfinished sync has seen, and the state as JSON. */
export const listTables = `
  CREATE TABLE seen (
    id INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    sum INTEGER NOT NULL AS (id + number) STORED CHECK (sum = id + number)
  ) STRICT;
  CREATE TABLE readings (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    record TEXT NOT NULL,
    duplicate TEXT NOT NULL AS (record) STORED CHECK (duplicate = record)
  ) STRICT`

const Stored = z.int().min(-maxStored).max(maxStored)
const time = Stored.optional()

/** The stored state of a copy's syncs, as JSON. */
const StoredState = z.object({
  asOf: time,
  sweptAt: time,
  followedSince: time,
  began: time,
  skipped: Stored.default(0),
  /** Whether the service turned out to ignore creation times, so that partitions can't be used. */
  isAlone: z.boolean().default(false),
  windows: z
    .array(
      z.object({
        number: Stored,
        after: time,
        before: time,
        cursor: z.string().optional(),
        done: z.boolean(),
        skipped: Stored.optional(),
      }),
    )
    .default([]),
})
type StoredState = z.output<typeof StoredState>

/** A copy's sync state, from which interrupted syncs resume. */
export class SyncState {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  progress(): SyncProgress {
    const { asOf, sweptAt, followedSince, began, skipped, windows: partitions } = this.#read()
    const now = partitions.reduce((sum, partition) => sum + (partition.skipped ?? 0), 0)
    return { asOf, sweptAt, followedSince, began, skipped: began === undefined ? skipped : now }
  }

  /** Whether the service applies creation times, if known. */
  canPartition(): boolean {
    return !this.#read().isAlone
  }

  disablePartitions(): void {
    this.#write({ isAlone: true })
  }

  begin(now: number): void {
    this.#sql.run('DELETE FROM seen')
    const whole = { number: 0, after: undefined, before: undefined, cursor: undefined }
    this.#write({ began: now, windows: [{ ...whole, done: false }] })
  }

  partitions(): DatePartition[] {
    return this.#read().windows
  }

  /** Stores partitions, replacing any with the same numbers. */
  savePartitions(...changed: DatePartition[]): void {
    const others = this.partitions().filter((one) =>
      changed.every((own) => own.number !== one.number),
    )
    this.#write({ windows: [...others, ...changed].toSorted((a, b) => a.number - b.number) })
  }

  /** Restarts a partition at its first page. */
  restart(partition: DatePartition): void {
    this.#sql.transaction(() => {
      this.#sql.run('UPDATE seen SET number = -1 WHERE number = ?', partition.number)
      this.savePartitions(partition)
    })
  }

  /**
   * Marks entries as seen. Returns how many were new in this partition, and how many of those had been seen in another.
   */
  markSeen(
    entries: readonly { id: number }[],
    number: number,
  ): { fresh: number; elsewhere: number } {
    const ids = JSON.stringify(entries.map(({ id }) => id))
    const { changes: seenElsewhere } = this.#sql.run(
      `UPDATE seen SET number = ?
       WHERE number <> ? AND id IN (SELECT value FROM json_each(?))`,
      number,
      number,
      ids,
    )
    const { changes: added } = this.#sql.run(
      'INSERT OR IGNORE INTO seen (id, number) SELECT value, ? FROM json_each(?)',
      number,
      ids,
    )
    return { fresh: added + seenElsewhere, elsewhere: seenElsewhere }
  }

  /** Marks an entry that was loaded individually as existing, whether or not the full sync sees it. */
  markOneSeen(id: number): void {
    if (this.progress().began === undefined) return
    this.#sql.run('INSERT OR IGNORE INTO seen (id, number) VALUES (?, -1)', id)
  }

  unmarkSeen(id: number): void {
    this.#sql.run('DELETE FROM seen WHERE id = ?', id)
  }

  /** Whether the full sync has seen an entry so far. */
  hasSeen(id: number): boolean {
    return this.#sql.one('SELECT 1 FROM seen WHERE id = ?', id) !== undefined
  }

  /** How many entries the full sync has seen so far. */
  countSeen(): number {
    return this.#sql.one('SELECT count(*) AS count FROM seen')!.count as number
  }

  end(now: number): void {
    const { skipped, followedSince = now } = this.progress()
    this.#sql.run('DELETE FROM seen')
    this.#write({ asOf: now, sweptAt: now, followedSince, began: undefined, windows: [], skipped })
  }

  /** Begins an incremental sync and returns its number. Entries seen by an interrupted sync keep its number. */
  beginChanges(): number {
    const { last } = this.#sql.one('SELECT coalesce(max(number), 0) AS last FROM seen') as {
      last: number
    }
    return last + 1
  }

  /**
   * Ends an incremental sync; `asOf` is when its last request was sent. The full sync's unreadable entries are still
   * treated as missing.
   */
  endChanges(asOf: number, skipped: number): void {
    this.#sql.transaction(() => {
      this.#sql.run('DELETE FROM seen')
      this.#write({ asOf, skipped: Math.max(skipped, this.progress().skipped) })
    })
  }

  /** Throws `UnusableDatabase` if it was edited to another shape. */
  #read(): StoredState {
    const record = this.#sql.one('SELECT record FROM readings WHERE id = 1')?.record ?? '{}'
    // guard: damaged-sync
    const state = StoredState.safeParse(attempt(() => JSON.parse(String(record)) as unknown))
    if (state.success) return state.data
    throw new UnusableDatabase('the state of its syncs is not what was written')
  }

  #write(changes: Partial<StoredState>): void {
    const record = JSON.stringify({ ...this.#read(), ...changes })
    this.#sql.run('INSERT OR REPLACE INTO readings (id, record) VALUES (1, ?)', record)
  }
}
