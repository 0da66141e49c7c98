import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { UnformattedFailure } from '../platform/failure.ts'
import { createFailure } from '../platform/failures.ts'
import type { Database } from '../platform/sqlite/database.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { testFolder } from '../testing/folder.ts'
import { JobStore } from './job-store.ts'
import { summarize } from './queue-summary.ts'
import { openTestJobs } from './testing/open-test-jobs.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const target = { id: 7, username: 'piotr', name: 'Piotr' }
const kinds = [
  { name: 'moderation', writes: true },
  { name: 'onboarding', writes: true },
]

let database: Database
let sql: Sql
beforeEach(() => {
  database = openTestJobs(join(testFolder(), 'jobs.db'), { kinds })
  sql = new Sql(database)
})
afterEach(() => database.close())

const queue = (kind: string) =>
  new JobStore(sql, kind).insert({ action: 'block', target, note: false }, now)

/** Whether the summary reports a wait if only these kinds wait. */
function isWaiting(...waitingKinds: string[]): boolean {
  const failure: UnformattedFailure = createFailure('queue.rateLimited')
  const summary = summarize(sql, kinds, (kind) =>
    waitingKinds.includes(kind) ? failure : undefined,
  )
  return summary.waiting !== undefined
}

it('reports a wait if every kind with open items waits, whatever kinds without any do', () => {
  queue('moderation')
  expect(isWaiting('moderation')).toBe(true)
  expect(isWaiting('onboarding')).toBe(false)
  queue('onboarding')
  expect(isWaiting('moderation')).toBe(false)
  expect(isWaiting('moderation', 'onboarding')).toBe(true)
})

it('reports a wait of an empty queue only if every kind waits', () => {
  expect(isWaiting('moderation')).toBe(false)
  expect(isWaiting('moderation', 'onboarding')).toBe(true)
})
