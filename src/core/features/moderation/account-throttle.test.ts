import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Failure } from '../../infra/failure.ts'
import { AccountThrottle } from './account-throttle.ts'
import { Sql } from '../../infra/sqlite/sql.ts'
import { openTestQueue } from './testing/open-test-queue.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-gate-'))
const database = openTestQueue(join(folder, 'queue.db'))
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

it('stays stopped and says why when a request in flight succeeds late', () => {
  const throttle = new AccountThrottle(new Sql(database))
  const failure: Failure = { kind: 'forbidden', reason: 'admin-mode', message: 'Admin Mode is on.' }
  throttle.recordFailure(failure, 1000, 0)
  throttle.recordSuccess()
  expect(throttle.waitingReason(2000)).toBe(failure)
  expect(throttle.retryAt(2000)).toBe(Infinity)

  throttle.resume()
  throttle.recordSuccess()
  expect(throttle.waitingReason(3000)).toBeUndefined()
  expect(throttle.isAlone).toBe(false)
})

it('resumes after its longest pause even when the clock is set back by a year', () => {
  const throttle = new AccountThrottle(new Sql(database))
  const year = 365 * 24 * 60 * 60_000
  throttle.recordFailure({ kind: 'offline', message: 'Nothing answers.' }, 2 * year, 0)
  expect(throttle.retryAt(year)).toBeLessThanOrEqual(year + 5 * 60_000)
})

it('tells requests from before a resume from later ones', () => {
  const throttle = new AccountThrottle(new Sql(database))
  const { generation } = throttle
  throttle.resume()
  expect(throttle.generation).not.toBe(generation)
})

it('reports a rate limit even after another failure', () => {
  const throttle = new AccountThrottle(new Sql(database))
  throttle.recordFailure(
    { kind: 'rate-limited', message: 'Too often.', retryAt: 9000, status: 429 },
    1000,
    0,
  )
  throttle.recordFailure({ kind: 'offline', message: 'Nothing answers.' }, 1001, 0)
  expect(throttle.waitingReason(5000)).toMatchObject({ kind: 'rate-limited', retryAt: 9000 })
})
