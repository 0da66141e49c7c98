import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../platform/sqlite/database.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { testFolder } from '../testing/folder.ts'
import { JobStore } from './job-store.ts'
import { measureKindPace, measurePace } from './job-summary.ts'
import { openTestJobs } from './testing/open-test-jobs.ts'

let database: Database
let sql: Sql
beforeEach(() => {
  database = openTestJobs(join(testFolder(), 'jobs.db'))
  sql = new Sql(database)
})
afterEach(() => database.close())

const start = Date.parse('2026-03-10T12:00:00Z')
const target = { id: 7, username: 'piotr', name: 'Piotr' }

/** A job whose items finished these seconds after the start. */
function run(seconds: number[], { kind = 'moderation', state = 'done' } = {}): void {
  const store = new JobStore(sql, kind)
  const total = seconds.length
  const job = store.insertJob({ actor: 'ines', created: start, total, starts: start })
  for (const second of seconds) {
    const id = store.insert({ job, action: 'block', target, note: false }, start)
    const finished = start + second * 1000
    sql.run('UPDATE items SET state = ?, finished = ? WHERE id = ?', state, finished, id)
  }
}

describe('measurePace', () => {
  const paceAfter = (seconds: number) =>
    measurePace(sql, { id: 1, starts: start }, start + seconds * 1000)

  it('returns finished items per second of the last 10 seconds', () => {
    run([0.5, 3, 4, 5, 6, 7])
    expect(paceAfter(8)).toBeCloseTo(6 / 7.5)
    expect(paceAfter(12)).toBeCloseTo(5 / 9)
  })

  it('returns 0 if too few items finished to tell', () => {
    run([1, 2])
    expect([paceAfter(2), paceAfter(20)]).toEqual([0, 0])
  })
})

describe('measureKindPace', () => {
  it('returns finished items per second', () => {
    run([0, 0.5, 1, 1.5, 2])
    expect(measureKindPace(sql, 'moderation')).toBe(2)
  })

  it('ignores pauses and the time between jobs', () => {
    run([0, 1, 2, 3_600, 3_601])
    run([90_000, 90_001])
    expect(measureKindPace(sql, 'moderation')).toBe(1)
  })

  it('measures only the most recent items', () => {
    run(Array.from({ length: 300 }, (_, index) => index * 10))
    run(Array.from({ length: 200 }, (_, index) => 10_000 + index))
    expect(measureKindPace(sql, 'moderation')).toBe(1)
  })

  it.each([
    ['only few items finished', () => run([0, 1, 2, 3])],
    ['all items finished at once', () => run([1, 1, 1, 1, 1])],
    ['the items were canceled', () => run([0, 1, 2, 3, 4, 5], { state: 'cancelled' })],
    ['the items are of another kind', () => run([0, 1, 2, 3, 4, 5], { kind: 'review' })],
  ])('returns undefined if %s', (_, fill) => {
    fill()
    expect(measureKindPace(sql, 'moderation')).toBeUndefined()
  })
})
