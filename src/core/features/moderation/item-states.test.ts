import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import {
  type ItemEvent,
  type QueueState,
  finishedStates,
  itemEvents,
  nextStates,
  queueStates,
} from '../../../shared/rules/item-states.ts'
import { AuditLog } from '../../audit-log/audit-log.ts'
import { interruptLost, markSending } from '../../jobs/dequeue.ts'
import { applyElapsedTime, holdUnreached } from '../../jobs/elapsed-time.ts'
import type { JobKind, JobOutcome } from '../../jobs/job-kind.ts'
import { JobStore, lifetimeMs } from '../../jobs/job-store.ts'
import { recordOutcome } from '../../jobs/record-outcome.ts'
import { repairItems } from '../../jobs/repair-items.ts'
import { openTestJobs, testOwner } from '../../jobs/testing/open-test-jobs.ts'
import type { Database } from '../../platform/sqlite/database.ts'
import { FailureError } from '../../platform/failure.ts'
import { Sql } from '../../platform/sqlite/sql.ts'
import { testFolder } from '../../testing/folder.ts'
import { type ActionStore, insertAction, moderationName } from './action-store.ts'
import { cancelRest, partlyCancelledJobs, stopKinds } from '../../jobs/cancel-jobs.ts'
import { decide, enqueue, retryAll } from './changes.ts'
import { dropScheduled, holdLaterSteps } from './plans/follow-plan.ts'

let database: Database
let sql: Sql
let store: ActionStore
beforeEach(() => {
  database = openTestJobs(join(testFolder(), 'jobs.db'), { path: undefined })
  sql = new Sql(database)
  store = new JobStore(sql, moderationName)
  database.exec(`
    CREATE TEMP TABLE moves (before TEXT NOT NULL, after TEXT NOT NULL, PRIMARY KEY (before, after));
    CREATE TEMP TRIGGER move AFTER UPDATE OF state ON main.items
      BEGIN INSERT OR IGNORE INTO moves VALUES (OLD.state, NEW.state); END`)
})
afterEach(() => database.close())

const movesOf = (event: ItemEvent) =>
  queueStates.flatMap((state) => nextStates(state, event).map((next) => `${state} → ${next}`))

const maxItems = 12

const failure = { kind: 'offline', message: 'Offline' } as const
const outcomesOf = (
  accepted: boolean,
): { [Kind in JobOutcome['kind']]: JobOutcome & { kind: Kind } } => ({
  done: { kind: 'done', after: 'blocked', sent: true },
  refused: { kind: 'refused', failure, sent: true },
  conflict: { kind: 'conflict', after: 'banned', failure },
  unknown: { kind: 'unknown', failure, accepted },
  delayed: { kind: 'delayed', failure },
  again: { kind: 'again' },
  withdrawn: { kind: 'withdrawn' },
})

it('moves items only as the table says, and in every way that it says', async () => {
  const random = createRandom('item states')
  let now = Date.parse('2026-03-10T12:00:00Z')
  const auditLog = new AuditLog({ database, now: () => now })
  const kind = {
    name: moderationName,
    writes: true,
    onStopped: holdLaterSteps,
    onDone: dropScheduled,
  } as JobKind
  const users = [7, 8, 9].map((id) => ({
    id,
    seen: { username: `user${id}`, name: 'User', state: 'active' },
    note: false,
  }))
  const moment = () => ({ now, undoSeconds: random.pick([0, 5]) })
  const someDate = () =>
    random.chance(0.5) ? { due: { at: now + 60_000, zone: 'Etc/UTC' } } : undefined
  const add = () => {
    if (store.list({}, { offset: 0, limit: 1 }).total > maxItems)
      database.exec('DELETE FROM items; DELETE FROM jobs')
    const action = random.pick(['block', 'delete'] as const)
    insertAction(store, { ...random.pick(users), action, ...someDate() }, moment())
    if (random.chance(0.5)) return
    const parameters = { plan: { onFailure: random.pick(['hold', 'stop', 'continue']) } }
    const job = store.insertJob({ parameters, actor: 'ines', created: now, total: 2, starts: now })
    const user = random.pick(users)
    for (const [step, next] of (['block', 'delete'] as const).entries())
      insertAction(store, { ...user, action: next, job, step, ...someDate() }, moment())
  }
  const someItem = (states: readonly QueueState[] = queueStates) => {
    const { items } = store.list({ states }, { offset: 0, limit: 2 * maxItems })
    return items.length === 0 ? undefined : random.pick(items)
  }
  const attempt = () => {
    const item = someItem(['ready', 'sending', 'unknown'])
    if (!item) return
    if (item.state === 'ready' && random.chance(0.7))
      markSending(sql, item, { before: 'active' }, now)
    if (random.chance(0.2)) return
    const outcome = random.pick(Object.values(outcomesOf(random.chance(0.5))))
    recordOutcome({ sql, auditLog, kind }, testOwner, item, outcome, { next: now, now })
    if (outcome.kind === 'delayed') holdUnreached(sql, item, failure)
  }
  const events: (() => unknown)[] = [
    add,
    ...Array.from({ length: 6 }, () => attempt),
    () => (now += random.pick([1, 10_000, 120_000, lifetimeMs, -lifetimeMs])),
    () => applyElapsedTime(sql, now, random.chance(0.3)),
    () => interruptLost(sql, [moderationName], new Map()),
    () =>
      enqueue(
        store,
        1,
        { ...random.pick(users), action: random.pick(['block', 'unblock']) },
        moment(),
      ),
    () => store.cancel([someItem()?.id ?? 0], now),
    () => store.sendNow([someItem()?.id ?? 0], now),
    () => random.chance(0.1) && store.sendAllNow(now),
    () => retryAll(store, [someItem()?.id ?? 0], moment()),
    () => decide(store, someItem()?.id ?? 0, random.pick(['apply', 'drop']), moment()),
    () => store.requeue(someItem(finishedStates)?.id ?? 0, now, {}, random.pick([0, 5_000])),
    () => random.chance(0.2) && store.restartItems(someItem()?.job ?? 0, now),
    () => {
      sql.run('UPDATE items SET attempts = 9007199254740993 WHERE id = ?', someItem()?.id ?? 0)
      repairItems(sql, now)
    },
    async () => {
      if (!random.chance(0.05)) return
      stopKinds(sql, [moderationName], false, now)
      await cancelRest(sql, partlyCancelledJobs(sql), { now: () => now }, () => true)
    },
  ]
  for (let step = 0; step < 12_000; step += 1) {
    try {
      await random.pick(events)()
    } catch (error) {
      // The queue refuses what isn't possible.
      if (!(error instanceof FailureError)) throw error
    }
  }
  const isChange = (move: string) => new Set(move.split(' → ')).size === 2
  const seen = sql
    .all<Record<'before' | 'after', QueueState>>('SELECT before, after FROM moves')
    .map(({ before, after }) => `${before} → ${after}`)
  const listed = itemEvents.flatMap(movesOf)
  expect(seen.filter(isChange).toSorted()).toEqual([...new Set(listed.filter(isChange))].toSorted())
})
