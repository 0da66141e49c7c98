import type { Sql } from '../../platform/sqlite/sql.ts'

/** The progress of the syncs of a copy. */
export interface SyncProgress {
  /** Time up to which changes are known, in milliseconds since 1970. */
  asOf: number | undefined
  /** Time of the last complete full sync, which also finds deleted users. */
  sweptAt: number | undefined
  /** Time of the first complete full sync, when recording of changes started. */
  followedSince: number | undefined
  /** Start of the unfinished full sync. */
  began: number | undefined
  /** Number of unreadable entries in the running full sync, or else in the last sync. */
  skipped: number
}

/** A separately loaded subset of all users: those created within a time range. Without bounds, all users. */
export interface DatePartition {
  number: number
  /** Milliseconds since 1970, both inclusive. */
  after: number | undefined
  before: number | undefined
  /** The cursor of its next page; undefined for the first. */
  cursor: string | undefined
  done: boolean
  /** The number of its unreadable entries so far. */
  skipped?: number
}

/** The stored state of the syncs of a copy, as JSON. */
interface StoredState extends SyncProgress {
  /** Whether the service was found to ignore the creation times that partitions rely on. */
  isAlone: boolean
  windows: DatePartition[]
}

/** The sync state of a copy, from which interrupted syncs resume. */
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
    const allUsers = { number: 0, after: undefined, before: undefined, cursor: undefined }
    this.#write({ began: now, windows: [{ ...allUsers, done: false }] })
  }

  partitions(): DatePartition[] {
    return this.#read().windows
  }

  /** Stores partitions, replacing those with the same numbers. */
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
   * Marks users as seen. Returns how many were new in this partition, and how many of those another partition had already seen.
   */
  markSeen(users: readonly { id: number }[], number: number): { fresh: number; elsewhere: number } {
    const ids = JSON.stringify(users.map(({ id }) => id))
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

  /** Marks an individually loaded user as existing, whether or not the full sync sees them. */
  markOneSeen(id: number): void {
    if (this.progress().began === undefined) return
    this.#sql.run('INSERT OR IGNORE INTO seen (id, number) VALUES (?, -1)', id)
  }

  unmarkSeen(id: number): void {
    this.#sql.run('DELETE FROM seen WHERE id = ?', id)
  }

  /** Whether the full sync has seen a user so far. */
  hasSeen(id: number): boolean {
    return this.#sql.one('SELECT 1 FROM seen WHERE id = ?', id) !== undefined
  }

  /** The number of users the full sync has seen so far. */
  countSeen(): number {
    return this.#sql.one('SELECT count(*) AS count FROM seen')!.count as number
  }

  end(now: number): void {
    const { skipped, followedSince = now } = this.progress()
    this.#sql.run('DELETE FROM seen')
    this.#write({ asOf: now, sweptAt: now, followedSince, began: undefined, windows: [], skipped })
  }

  /** The number of a new incremental sync. Users seen by an interrupted one keep its number. */
  beginChanges(): number {
    const { last } = this.#sql.one('SELECT coalesce(max(number), 0) AS last FROM seen') as {
      last: number
    }
    return last + 1
  }

  /**
   * Ends an incremental sync; `asOf` is the time of its last request. Unreadable entries of the full sync still count as
   * missing.
   */
  endChanges(asOf: number, skipped: number): void {
    this.#sql.transaction(() => {
      this.#sql.run('DELETE FROM seen')
      this.#write({ asOf, skipped: Math.max(skipped, this.progress().skipped) })
    })
  }

  #read(): StoredState {
    const record = this.#sql.one('SELECT record FROM readings WHERE id = 1')?.record
    const nothing = {
      asOf: undefined,
      sweptAt: undefined,
      followedSince: undefined,
      began: undefined,
      skipped: 0,
    }
    return {
      ...nothing,
      isAlone: false,
      windows: [],
      ...(JSON.parse(String(record ?? '{}')) as object),
    }
  }

  #write(changes: Partial<StoredState>): void {
    const record = JSON.stringify({ ...this.#read(), ...changes })
    this.#sql.run('INSERT OR REPLACE INTO readings (id, record) VALUES (1, ?)', record)
  }
}
