import type { Sql } from '../../infra/sqlite/sql.ts'

/** How far the readings of a copy are. */
export interface SyncProgress {
  /** Up to when changes are known, in milliseconds since 1970. */
  asOf: number | undefined
  /** When everybody was last read to the end, so that the deleted were noticed too. */
  sweptAt: number | undefined
  /** When the reading of everybody began that has not come to its end. */
  began: number | undefined
  /** How many entries could not be read: so far where everybody is being read, else the last time. */
  skipped: number
}

/** A part of everybody that is read by itself: those who were created within it. Without ends it is everybody. */
export interface DatePartition {
  number: number
  /** Milliseconds since 1970, both included. */
  after: number | undefined
  before: number | undefined
  /** What asks for its next page; undefined for the first. */
  cursor: string | undefined
  done: boolean
  /** How many of its entries could not be read so far. */
  skipped?: number
}

/** What is kept of the readings of a copy, as JSON. */
interface Kept extends SyncProgress {
  /** Whether the service was found to drop the times of creation that windows are made of. */
  isAlone: boolean
  windows: DatePartition[]
}

/** What a copy remembers of its readings, so that they go on where they broke off. */
export class ReadingRecord {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  progress(): SyncProgress {
    const { asOf, sweptAt, began, skipped, windows } = this.#kept()
    const now = windows.reduce((sum, window) => sum + (window.skipped ?? 0), 0)
    return { asOf, sweptAt, began, skipped: began === undefined ? skipped : now }
  }

  /** Whether the service honours the times of creation, as far as is known. */
  mayHaveWindows(): boolean {
    return !this.#kept().isAlone
  }

  refuseWindows(): void {
    this.#keep({ isAlone: true })
  }

  begin(now: number): void {
    this.#sql.run('DELETE FROM seen')
    const everybody = { number: 0, after: undefined, before: undefined, cursor: undefined }
    this.#keep({ began: now, windows: [{ ...everybody, done: false }] })
  }

  windows(): DatePartition[] {
    return this.#kept().windows
  }

  /** Keeps windows in the place of those with the same numbers. */
  keep(...windows: DatePartition[]): void {
    const others = this.windows().filter((one) => windows.every((own) => own.number !== one.number))
    this.#keep({ windows: [...others, ...windows].toSorted((a, b) => a.number - b.number) })
  }

  /** Begins a window again from its first page. */
  restart(window: DatePartition): void {
    this.#sql.transaction(() => {
      this.#sql.run('UPDATE seen SET number = -1 WHERE number = ?', window.number)
      this.keep(window)
    })
  }

  /** Notes who was seen. Answers how many this part had not seen before, and how many another one had. */
  see(people: readonly { id: number }[], number: number): { fresh: number; elsewhere: number } {
    const ids = JSON.stringify(people.map(({ id }) => id))
    const { changes: elsewhere } = this.#sql.run(
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
    return { fresh: added + elsewhere, elsewhere }
  }

  /** Somebody who was read by themselves is there, whether the reading of everybody comes by them or not. */
  seeOne(id: number): void {
    if (this.progress().began === undefined) return
    this.#sql.run('INSERT OR IGNORE INTO seen (id, number) VALUES (?, -1)', id)
  }

  unsee(id: number): void {
    this.#sql.run('DELETE FROM seen WHERE id = ?', id)
  }

  /** Whether the reading has seen somebody so far. */
  hasSeen(id: number): boolean {
    return this.#sql.one('SELECT 1 FROM seen WHERE id = ?', id) !== undefined
  }

  /** How many people the reading has seen so far. */
  seen(): number {
    return this.#sql.one('SELECT count(*) AS count FROM seen')!.count as number
  }

  end(now: number): void {
    const { skipped } = this.progress()
    this.#sql.run('DELETE FROM seen')
    this.#keep({ asOf: now, sweptAt: now, began: undefined, windows: [], skipped })
  }

  /** The number of a new reading of changes. Whom one that broke off saw stays marked with that one's. */
  beginChanges(): number {
    const { last } = this.#sql.one('SELECT coalesce(max(number), 0) AS last FROM seen') as {
      last: number
    }
    return last + 1
  }

  /** Ends a reading of changes; `asOf` is when it last asked who changed. Entries that everybody's reading missed stay missing. */
  endChanges(asOf: number, skipped: number): void {
    this.#sql.transaction(() => {
      this.#sql.run('DELETE FROM seen')
      this.#keep({ asOf, skipped: Math.max(skipped, this.progress().skipped) })
    })
  }

  #kept(): Kept {
    const record = this.#sql.one('SELECT record FROM readings WHERE id = 1')?.record
    const nothing = { asOf: undefined, sweptAt: undefined, began: undefined, skipped: 0 }
    return {
      ...nothing,
      isAlone: false,
      windows: [],
      ...(JSON.parse(String(record ?? '{}')) as object),
    }
  }

  #keep(changes: Partial<Kept>): void {
    const record = JSON.stringify({ ...this.#kept(), ...changes })
    this.#sql.run('INSERT OR REPLACE INTO readings (id, record) VALUES (1, ?)', record)
  }
}
