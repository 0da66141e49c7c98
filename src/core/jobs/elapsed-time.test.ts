import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../platform/sqlite/database.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { testFolder } from '../testing/folder.ts'
import { applyElapsedTime, holdUnreached, nextMoment } from './elapsed-time.ts'
import { toJobItem } from './job-rows.ts'
import { JobStore, lifetimeMs } from './job-store.ts'
import { openTestJobs } from './testing/open-test-jobs.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const [second, hour] = [1_000, 3_600_000]
const target = { id: 7, username: 'piotr', name: 'Piotr' }

let database: Database
let sql: Sql
let store: JobStore
beforeEach(() => {
  database = openTestJobs(join(testFolder(), 'jobs.db'))
  sql = new Sql(database)
  store = new JobStore(sql, 'moderation')
})
afterEach(() => database.close())

type Columns = Record<string, string | number | null>

function change(table: string, id: number, columns: Columns): void {
  for (const [column, value] of Object.entries(columns))
    sql.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, value, id)
}

function item(columns: Columns, job?: number): number {
  const id = store.insert({ job, action: 'block', target, note: false } as never, now)
  change('items', id, columns)
  return id
}

function job(columns: Columns): number {
  const id = store.insertJob({ actor: 'ines', created: now, total: 1, starts: now })
  change('jobs', id, columns)
  return id
}

const itemOf = (id: number) => sql.one<Columns>('SELECT * FROM items WHERE id = ?', id)!
const jobOf = (id: number) => sql.one<Columns>('SELECT * FROM jobs WHERE id = ?', id)!

it('changes nothing before anything is due', () => {
  item({ state: 'undoable', not_before: now + 1 })
  item({ state: 'scheduled', due: now + 1 })
  expect(applyElapsedTime(sql, now, false)).toBe(false)
  expect(nextMoment(sql, now)).toBe(now + 1)
  expect(nextMoment(sql, now + 1)).toBeUndefined()
})

it('makes an item ready once it can’t be undone anymore', () => {
  const [due, later] = [0, 1].map((wait) => item({ state: 'undoable', not_before: now + wait }))
  expect(applyElapsedTime(sql, now, false)).toBe(true)
  expect([due!, later!].map((id) => itemOf(id)['state'])).toEqual(['ready', 'undoable'])
})

it.each([
  ['on time', now - 5 * second + 1, false, 'ready'],
  ['late', now - 5 * second, false, 'conflict'],
  ['on time, with nobody there', now, true, 'conflict'],
  ['at an impossible time', now + hour + 1, false, 'conflict'],
])('asks about a deletion whose undo period ended %s only if it was missed', (...given) => {
  const [, not_before, isAway, state] = given
  const id = item({ state: 'undoable', irreversible: 2, not_before })
  const run = job({ undo: 1, starts: not_before })
  expect(applyElapsedTime(sql, now, isAway)).toBe(true)
  expect(itemOf(id)['state']).toBe(state)
  const held = { state: 'paused', undo: 2 }
  expect(jobOf(run)).toMatchObject(state === 'conflict' ? held : { state: 'running', undo: 0 })
})

it('lets unsent items expire, and says whether they may have been sent', () => {
  const old = item({ state: 'ready', expires: now })
  const maybeSent = item({ state: 'ready', expires: now, before: 'active' })
  const fresh = item({ state: 'ready', expires: now + 1 })
  applyElapsedTime(sql, now, false)
  expect(itemOf(old)).toMatchObject({ state: 'expired', finished: now })
  expect(itemOf(old)['failure']).toContain('queue.expired"')
  expect(itemOf(maybeSent)['failure']).toContain('queue.expiredUnconfirmed"')
  expect(itemOf(fresh)).toMatchObject({ state: 'ready', finished: null })
})

it('queues as now what seems to be from the future, because the clock was set back', () => {
  const waiting = item({
    state: 'ready',
    not_before: now + hour + 1,
    expires: now + lifetimeMs + 1,
  })
  const usual = item({ state: 'ready', not_before: now + hour, expires: now + lifetimeMs })
  const run = job({ starts: now + hour + 1 })
  expect(applyElapsedTime(sql, now, false)).toBe(true)
  expect(itemOf(waiting)).toMatchObject({ not_before: now, expires: now + lifetimeMs })
  expect(itemOf(usual)).toMatchObject({ not_before: now + hour })
  expect(jobOf(run)['starts']).toBe(now)
})

it('asks before a scheduled deletion, and starts other scheduled items', () => {
  const [block, remove, later] = [
    item({ state: 'scheduled', due: now }),
    item({ state: 'scheduled', due: now, irreversible: 2 }),
    item({ state: 'scheduled', due: now + 1 }),
  ]
  expect(applyElapsedTime(sql, now, false)).toBe(true)
  const states = [block, remove, later].map((id) => itemOf(id)['state'])
  expect(states).toEqual(['ready', 'conflict', 'scheduled'])
  expect(itemOf(block)).toMatchObject({ failure: null, not_before: now, expires: now + lifetimeMs })
  expect(itemOf(remove)['failure']).toContain('queue.due')
})

it('asks about deletions if the first request didn’t reach GitLab', () => {
  const offline = { kind: 'offline', message: '' } as const
  const hold = (
    id: number,
    failure: { kind: 'offline' | 'rate-limited' | 'forbidden'; message: '' },
  ) => {
    holdUnreached(sql, toJobItem(itemOf(id)), failure)
    return itemOf(id)['state']
  }
  const remove = (columns: Columns = {}, run?: number) =>
    item({ state: 'ready', irreversible: 2, ...columns }, run)
  expect(hold(remove(), offline)).toBe('conflict')
  expect(hold(remove({ attempts: 1 }), offline)).toBe('ready')
  expect(hold(remove(), { kind: 'rate-limited', message: '' })).toBe('ready')
  expect(hold(remove(), { kind: 'forbidden', message: '' })).toBe('ready')
  expect(hold(remove({ irreversible: 1 }), offline)).toBe('ready')
  const [unsent, begun] = [job({}), job({})]
  item({ state: 'done' }, begun)
  for (const run of [unsent, begun]) hold(remove({}, run), offline)
  expect(jobOf(unsent)).toMatchObject({ state: 'paused', undo: 2 })
  expect(jobOf(begun)).toMatchObject({ state: 'running', undo: 0 })
})
