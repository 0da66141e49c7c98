import {
  type CounterId,
  type CounterSource,
  type DayValue,
  counterIds,
  counterOf,
  firstKeptDay,
} from '../../../shared/rules/reports.ts'
import type { Database, DatabaseOptions } from '../../platform/sqlite/database.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import { inRangeSql } from '../../platform/sqlite/stored-row.ts'

/** `readings` has the last reading of each source, so that none is recorded twice. */
const tables = `
  CREATE TABLE figures (
    day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    counter TEXT NOT NULL,
    value INTEGER NOT NULL,
    at INTEGER NOT NULL,
    CHECK (${inRangeSql('value', 'at')}),
    PRIMARY KEY (day, counter)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE readings (source TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT`

export const reportOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'FULL',
}

/** More days than are kept. Later ones were recorded while the clock was wrong, or the file was edited. */
// guard: listed-days
const maxDays = 1000

/** The known values of some counters. */
export type Figures = Partial<Record<CounterId, number>>

/** What a source knew at a time. */
export interface Reading {
  source: CounterSource
  day: string
  /** Milliseconds since 1970. */
  at: number
  /** Identifies the reading among those of its source. */
  mark: string
  figures: Figures
}

/** One account's figures by day. */
export class ReportStore {
  readonly #sql: Sql

  constructor(database: Database) {
    this.#sql = new Sql(database)
  }

  hasRecorded({ source, mark }: Pick<Reading, 'source' | 'mark'>): boolean {
    const sql = 'SELECT 1 FROM readings WHERE source = ? AND mark = ?'
    return this.#sql.one(sql, source, mark) !== undefined
  }

  /** Whether a day has exactly these values. */
  hasValues(day: string, figures: Figures): boolean {
    const sql = 'SELECT value FROM figures WHERE day = ? AND counter = ?'
    return Object.entries(figures).every(
      ([counter, value]) => this.#sql.one<DayValue>(sql, day, counter)?.value === value,
    )
  }

  /** Replaces the day's values. A counter that isn't known now keeps the value of an earlier reading of that day. */
  record({ source, day, at, mark, figures }: Reading): void {
    this.#sql.transaction(() => {
      for (const [counter, value] of Object.entries(figures)) {
        const sql = 'INSERT OR REPLACE INTO figures (day, counter, value, at) VALUES (?, ?, ?, ?)'
        this.#sql.run(sql, day, counter, value, at)
      }
      this.#sql.run('INSERT OR REPLACE INTO readings (source, mark) VALUES (?, ?)', source, mark)
    })
  }

  /** Removes days before `firstKeptDay`: at most a month's at once, because the clock may be wrong for a while. */
  prune(today: string): void {
    const sql = `DELETE FROM figures WHERE day IN
      (SELECT DISTINCT day FROM figures WHERE day < ? ORDER BY day LIMIT 31)`
    this.#sql.run(sql, firstKeptDay(today))
  }

  series(counter: CounterId, from: string, to: string): DayValue[] {
    const sql = `SELECT day, value FROM figures WHERE counter = ? AND day BETWEEN ? AND ?
      ORDER BY day LIMIT ${maxDays}`
    return this.#sql.all<DayValue>(sql, counter, from, to)
  }

  /** The days with figures of the instance, oldest first. */
  days(): { day: string; at: number; counters: number }[] {
    return this.#sql.all(
      `SELECT day, max(at) AS at, count(*) AS counters FROM figures
       WHERE counter IN (SELECT value FROM json_each(?)) GROUP BY day ORDER BY day LIMIT ${maxDays}`,
      JSON.stringify(counterIds.filter((id) => counterOf(id).source !== 'auditLog')),
    )
  }

  /** The first day with a value of any counter, and the last one with a value of this counter; no later than `today`. */
  span(counter: CounterId, today: string): { first: string | null; last: string | null } {
    const sql = `SELECT min(day) AS first, max(day) FILTER (WHERE counter = ?) AS last FROM figures WHERE day <= ?`
    return this.#sql.one<{ first: string | null; last: string | null }>(sql, counter, today)!
  }
}
