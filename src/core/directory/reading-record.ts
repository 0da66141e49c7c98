import type { Statements } from './statements.ts'

/** How far the readings of a copy are. */
export interface CopyProgress {
  /** Up to when changes are known, in milliseconds since 1970. */
  asOf: number | undefined
  /** When everybody was last read to the end, so that the deleted were noticed too. */
  sweptAt: number | undefined
  /** When the reading of everybody began that has not come to its end. */
  began: number | undefined
}

/** A part of everybody that is read by itself: those who were created within it. Without ends it is everybody. */
export interface ReadingWindow {
  number: number
  /** Milliseconds since 1970, both included. */
  after: number | undefined
  before: number | undefined
  /** What asks for its next page; undefined for the first. */
  cursor: string | undefined
  done: boolean
}

/** What a copy remembers of its readings, so that they go on where they broke off. */
export class ReadingRecord {
  readonly #sql: Statements
  readonly #slot: number

  constructor(sql: Statements, slot: number) {
    this.#sql = sql
    this.#slot = slot
  }

  progress(): CopyProgress {
    const row = this.#sql.get(
      'SELECT as_of, swept_at, began FROM copies WHERE slot = ?',
      this.#slot,
    ) as Record<'as_of' | 'swept_at' | 'began', number | null> | undefined
    return {
      asOf: row?.as_of ?? undefined,
      sweptAt: row?.swept_at ?? undefined,
      began: row?.began ?? undefined,
    }
  }

  /** Whether the service honours the times of creation, as far as is known. */
  mayHaveWindows(): boolean {
    return this.#sql.get('SELECT alone FROM copies WHERE slot = ?', this.#slot)?.alone === 0
  }

  refuseWindows(): void {
    this.#sql.run('UPDATE copies SET alone = 1 WHERE slot = ?', this.#slot)
  }

  begin(now: number): void {
    this.#sql.run(`DELETE FROM seen_${this.#slot}`)
    this.#sql.run('DELETE FROM windows WHERE slot = ?', this.#slot)
    this.#sql.run('INSERT INTO windows (slot, number) VALUES (?, 0)', this.#slot)
    this.#sql.run('UPDATE copies SET began = ? WHERE slot = ?', now, this.#slot)
  }

  windows(): ReadingWindow[] {
    return this.#sql
      .all<
        Record<'after' | 'before', number | null> & {
          number: number
          cursor: string | null
          done: 0 | 1
        }
      >(
        'SELECT number, after, before, cursor, done FROM windows WHERE slot = ? ORDER BY number',
        this.#slot,
      )
      .map(({ number, after, before, cursor, done }) => ({
        number,
        after: after ?? undefined,
        before: before ?? undefined,
        cursor: cursor ?? undefined,
        done: done === 1,
      }))
  }

  keep({ number, after, before, cursor, done }: ReadingWindow): void {
    this.#sql.run(
      'INSERT OR REPLACE INTO windows (slot, number, after, before, cursor, done) VALUES (?, ?, ?, ?, ?, ?)',
      this.#slot,
      number,
      after ?? null,
      before ?? null,
      cursor ?? null,
      done ? 1 : 0,
    )
  }

  /** Keeps both parts of a window that was divided, or none. */
  keepBoth(one: ReadingWindow, other: ReadingWindow): void {
    this.#sql.transaction(() => {
      this.keep(one)
      this.keep(other)
    })
  }

  /** Begins a window again from its first page. */
  restart(window: ReadingWindow): void {
    this.#sql.transaction(() => {
      this.#sql.run(`UPDATE seen_${this.#slot} SET number = -1 WHERE number = ?`, window.number)
      this.keep(window)
    })
  }

  /** Notes who was seen. Answers how many this part had not seen before, and how many another one had. */
  see(people: readonly { id: number }[], number: number): { fresh: number; elsewhere: number } {
    const ids = JSON.stringify(people.map(({ id }) => id))
    const elsewhere = this.#sql.run(
      `UPDATE seen_${this.#slot} SET number = ?
       WHERE number <> ? AND id IN (SELECT value FROM json_each(?))`,
      number,
      number,
      ids,
    )
    const added = this.#sql.run(
      `INSERT OR IGNORE INTO seen_${this.#slot} (id, number) SELECT value, ? FROM json_each(?)`,
      number,
      ids,
    )
    return { fresh: added + elsewhere, elsewhere }
  }

  /** Somebody who was read by themselves is there, whether the reading of everybody comes by them or not. */
  seeOne(id: number): void {
    if (this.progress().began === undefined) return
    this.#sql.run(`INSERT OR IGNORE INTO seen_${this.#slot} (id, number) VALUES (?, -1)`, id)
  }

  unsee(id: number): void {
    this.#sql.run(`DELETE FROM seen_${this.#slot} WHERE id = ?`, id)
  }

  /** How many people the reading has seen so far. */
  seen(): number {
    return this.#sql.get(`SELECT count(*) AS count FROM seen_${this.#slot}`)!.count as number
  }

  end(now: number): void {
    this.#sql.run(`DELETE FROM seen_${this.#slot}`)
    this.#sql.run('DELETE FROM windows WHERE slot = ?', this.#slot)
    this.#sql.run(
      'UPDATE copies SET as_of = ?, swept_at = ?, began = NULL WHERE slot = ?',
      now,
      now,
      this.#slot,
    )
  }

  /** The number of a new reading of changes. Whom one that broke off saw stays marked with that one's. */
  beginChanges(): number {
    const { last } = this.#sql.get(
      `SELECT coalesce(max(number), 0) AS last FROM seen_${this.#slot}`,
    ) as { last: number }
    return last + 1
  }

  /** Ends a reading of changes; `asOf` is when it last asked who changed. */
  endChanges(asOf: number): void {
    this.#sql.transaction(() => {
      this.#sql.run(`DELETE FROM seen_${this.#slot}`)
      this.#sql.run('UPDATE copies SET as_of = ? WHERE slot = ?', asOf, this.#slot)
    })
  }
}
