import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import { FailureError } from '../../platform/failure.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { readActions } from './testing/file-of-actions.ts'
import {
  type SandboxUser,
  type Service,
  type Harness,
  createHarness,
  startService,
} from './testing/harness.ts'
import { retentionMs } from '../../jobs/job-store.ts'

// Pending actions (changing the reason, moving, sending all, canceling all) and the removal of old actions.

let service: Service
let harness: Harness
let nth = 0
beforeAll(async () => void (service = await startService({ users: 160 })))
afterAll(() => service.end())
beforeEach(async () => {
  harness = await createHarness(service, { requestsAtOnce: 1 })
  harness.runs.pauseAll()
})
afterEach(() => harness.end())

const nextUser = (state = 'active') => service.someone(state, nth++)
const page = { offset: 0, limit: 10 }
/** The users with pending actions, in the order they are sent. */
const line = () =>
  harness.queue
    .list({ order: 'turn', states: ['undoable', 'ready'], ...page })
    .items.map(({ action, target }) => `${action} ${target.id}`)
const words = (action: string, { id }: SandboxUser) => `${action} ${id}`
const move = (id: number, to: 'first' | 'up' | 'down' | 'last') => harness.queue.move(id, to).moved

describe('a pending action’s reason', () => {
  it('is used in the audit log and the note after an edit', async () => {
    const user = nextUser()
    const queued = harness.enqueue('block', user, { reason: 'spma' })
    const edited = harness.queue.edit(queued.id, { reason: 'spam', note: true })
    expect(edited).toMatchObject({ id: queued.id, reason: 'spam', note: true, state: 'ready' })
    harness.runs.resumeAll()
    await harness.settled(queued)
    expect((await service.ask('GET', `/users/${user.id}`))['note']).toMatch(/ spam$/)
    const { items } = harness.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, ...page },
    )
    expect(items).toMatchObject([
      { action: 'users.modify', fields: ['note'], reason: 'spam', outcome: 'done' },
      { action: 'block', reason: 'spam', outcome: 'done' },
    ])
    expect(harness.refusalOf(() => harness.queue.edit(queued.id, { note: false }))).toEqual({
      kind: 'conflict',
      message: `“Block” for ${user.username} is done.`,
      hint: 'Its reason can no longer be changed.',
    })
    expect(harness.get(queued.id).reason).toBe('spam')
  })

  it('reflects the latest edit even if the user is already being read', async () => {
    await harness.end()
    const answer = Promise.withResolvers<void>()
    const direct = createNodeFetch()
    harness = await createHarness(service, {
      fetch: async (...request) => {
        await answer.promise
        return direct(...request)
      },
    })
    const queued = harness.enqueue('block', nextUser(), { reason: 'spma' })
    await harness.until(() => harness.requests.length === 1)
    harness.queue.edit(queued.id, { reason: 'spam', note: false })
    answer.resolve()
    await harness.settled(queued)
    const { items } = harness.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, ...page },
    )
    expect(items).toMatchObject([{ reason: 'spam' }])
  })

  it('is removed if the field is empty', () => {
    const queued = harness.enqueue('block', nextUser(), { reason: 'spam', note: true })
    expect(harness.queue.edit(queued.id, { note: false }).reason).toBeUndefined()
  })

  it('can be edited beyond the undo period, because the action waits', async () => {
    harness.settings.undoSeconds = 5
    harness.runs.resumeAll()
    const queued = harness.enqueue('approve', nextUser('blocked_pending_approval'))
    expect(queued.state).toBe('undoable')
    harness.queue.postpone(queued.id, true)
    harness.clock.jump(60_000)
    expect(harness.queue.edit(queued.id, { reason: 'spam', note: false }).state).toBe('undoable')
    const { notBefore } = harness.queue.postpone(queued.id, false)
    expect(notBefore - harness.clock.now()).toBeLessThanOrEqual(5_000)
    expect(await harness.settled(queued)).toMatchObject({ state: 'done', reason: 'spam' })
    const after = harness.get(queued.id)
    expect(harness.queue.postpone(queued.id, true)).toEqual(after)
  })
})

describe('a pending action’s position', () => {
  it('decides the order of sending', async () => {
    const [ada, ben, cleo] = [nextUser(), nextUser(), nextUser()]
    const rows = [ada, ben, cleo].map((user) => harness.enqueue('block', user))
    const ids = rows.map(({ id }) => id)
    expect(move(ids[2]!, 'first')).toBe(1)
    expect(line()).toEqual([cleo, ada, ben].map((one) => words('block', one)))
    expect(move(ids[2]!, 'down')).toBe(1)
    expect(move(ids[0]!, 'last')).toBe(1)
    expect(move(ids[1]!, 'up')).toBe(1)
    const order = [ben, cleo, ada].map((one) => words('block', one))
    expect(line()).toEqual(order)
    expect([move(ids[1]!, 'up'), move(ids[1]!, 'first')]).toEqual([0, 0])
    expect([move(ids[0]!, 'down'), move(ids[0]!, 'last')]).toEqual([0, 0])
    harness.runs.resumeAll()
    for (const row of rows) await harness.settled(row)
    expect(harness.writes()).toEqual([ben, cleo, ada].map(({ id }) => `POST /users/${id}/block`))
    expect(harness.refusalOf(() => move(ids[0]!, 'first'))).toMatchObject({
      message: expect.stringMatching(/ is done\.$/),
      hint: 'It can no longer be moved.',
    })
  })

  it('survives a restart', async () => {
    const [ada, ben] = [nextUser(), nextUser()]
    harness.enqueue('block', ada)
    move(harness.enqueue('block', ben).id, 'first')
    await harness.close()
    const next = await createHarness(service, { folder: harness.folder, clock: harness.clock })
    const { items } = next.queue.list({ order: 'turn', ...page })
    expect(items.map(({ target }) => target.id)).toEqual([ben.id, ada.id])
    await next.close()
  })

  it('also moves other actions on the same user', () => {
    const [ada, ben, cleo] = [nextUser('deactivated'), nextUser(), nextUser()]
    const block = harness.enqueue('block', ada)
    harness.enqueue('block', ben)
    const unblock = harness.enqueue('unblock', ada)
    harness.enqueue('block', cleo)
    const [one, two] = [words('block', ada), words('unblock', ada)]
    const [other, last] = [words('block', ben), words('block', cleo)]
    expect(move(block.id, 'last')).toBe(2)
    expect(line()).toEqual([other, last, one, two])
    expect(move(unblock.id, 'up')).toBe(2)
    expect(line()).toEqual([other, one, two, last])
    expect(move(unblock.id, 'first')).toBe(2)
    expect(line()).toEqual([one, two, other, last])
    expect(move(block.id, 'down')).toBe(2)
    expect(line()).toEqual([other, one, two, last])
  })

  it('never passes an action on the same user with an unknown outcome', () => {
    const [ada, ben] = [nextUser('deactivated'), nextUser()]
    harness.enqueue('block', ben)
    const block = harness.enqueue('block', ada)
    const unblock = harness.enqueue('unblock', ada)
    harness.database.prepare(`UPDATE items SET state = 'unknown' WHERE id = ?`).run(block.id)
    const before = line()
    expect(harness.refusalOf(() => move(unblock.id, 'first'))).toMatchObject({ kind: 'conflict' })
    expect(line()).toEqual(before)
  })

  it('stays within its run and after a run’s action on the same user', () => {
    const [ada, ben] = [nextUser('deactivated'), nextUser()]
    const block = harness.enqueue('block', ada)
    harness.enqueue('block', ben)
    const unblock = harness.enqueue('unblock', ada)
    const { id: run } = harness.database
      .prepare(
        `INSERT INTO jobs (kind, parameters, actor, created, total, users) VALUES ('moderation', '{"action":"block","users":1}', 'ines', 1, 1, 1) RETURNING id`,
      )
      .get() as { id: number }
    harness.database.prepare('UPDATE items SET job = ? WHERE id = ?').run(run, block.id)
    expect(line()).toEqual([words('block', ben), words('unblock', ada), words('block', ada)])
    expect(move(block.id, 'first')).toBe(0)
    expect(harness.refusalOf(() => move(unblock.id, 'first')).message).toMatch(
      /would change the order of the actions/,
    )
    expect(line()[0]).toBe(words('block', ben))
  })

  it('keeps each user’s order and loses no actions when moved at random', () => {
    const random = createRandom('moves')
    const users = Array.from({ length: 6 }, () => nextUser('deactivated'))
    const ids = ['block', 'unblock', 'disable_two_factor'].flatMap((action) =>
      users.map((user) => harness.enqueue(action as 'block', user).id),
    )
    harness.database
      .prepare(
        `INSERT INTO jobs (kind, parameters, actor, created, total, users) VALUES ('moderation', '{"action":"block","users":1}', 'ines', 1, 1, 1)`,
      )
      .run()
    for (const id of ids.filter(() => random.chance(0.3))) {
      harness.database.prepare('UPDATE items SET job = (SELECT id FROM jobs) WHERE id = ?').run(id)
    }
    harness.database.prepare(`UPDATE items SET state = 'unknown' WHERE id = ?`).run(ids[2]!)
    let moved = 0
    for (let nth = 0; nth < 400; nth += 1) {
      try {
        moved += move(random.pick(ids), random.pick(['first', 'up', 'down', 'last'] as const))
      } catch (error) {
        expect(error).toBeInstanceOf(FailureError)
      }
      const rows = readActions(harness.database)
      for (const { id } of users) {
        const userIds = rows.filter(({ target }) => target === id).map((row) => row.id)
        expect(userIds).toEqual(ids.filter((one) => userIds.includes(one)))
        expect(userIds).toHaveLength(3)
      }
    }
    expect(moved).toBeGreaterThan(100)
  })

  it('remains first after failed attempts', async () => {
    const users = [nextUser(), nextUser(), nextUser()]
    const rows = users.map((user) => harness.enqueue('block', user))
    harness.target.baseUrl = 'http://127.0.0.1:1'
    harness.runs.resumeAll()
    await harness.until(() => rows.every(({ id }) => harness.get(id).attempts > 0))
    harness.runs.pauseAll()
    move(rows[2]!.id, 'first')
    harness.target.baseUrl = service.url
    harness.queue.sendAllNow()
    harness.runs.resumeAll()
    for (const row of rows) await harness.settled(row)
    const [ada, ben, cleo] = users.map(({ id }) => `POST /users/${id}/block`)
    expect(harness.writes()).toEqual([cleo, ada, ben])
  })
})

describe('pending actions', () => {
  it('are sent immediately on “Send all now”', async () => {
    harness.settings.undoSeconds = 30
    const rows = [nextUser(), nextUser()].map((user) => harness.enqueue('block', user))
    expect(harness.queue.summary().counts.undoable).toBe(2)
    harness.runs.resumeAll()
    expect(harness.queue.sendAllNow().counts).toMatchObject({ undoable: 0, ready: 2 })
    for (const row of rows) expect((await harness.settled(row)).state).toBe('done')
  })

  it('are canceled and restored in the same order', async () => {
    const [ada, ben] = [nextUser(), nextUser()]
    const rows = [ada, ben].map((user) => harness.enqueue('block', user))
    move(rows[1]!.id, 'first')
    const { summary, ids } = await harness.queue.cancelAll()
    expect(ids).toEqual([rows[1]!.id, rows[0]!.id])
    expect(summary.counts).toMatchObject({ ready: 0, cancelled: 2 })
    expect((await harness.queue.cancelAll()).ids).toEqual([])
    await harness.queue.retry(ids)
    expect(line()).toEqual([ben, ada].map((one) => words('block', one)))
    // A user who has changed since no longer matches the state seen when the action was queued.
    service.set(ada.id, { state: 'banned' })
    harness.runs.resumeAll()
    expect((await harness.settled(rows[0]!)).state).toBe('conflict')
    expect((await harness.settled(rows[1]!)).state).toBe('done')
    expect(harness.queue.summary().counts).toMatchObject({ ready: 0, sending: 0 })
  })
})

describe('finished actions', () => {
  it('are deleted after 90 days, except open and undecided actions and the audit log', async () => {
    harness.runs.resumeAll()
    const done = harness.enqueue('block', nextUser())
    await harness.settled(done)
    const changed = nextUser()
    service.set(changed.id, { state: 'deactivated' })
    const conflict = harness.enqueue('ban', changed)
    expect((await harness.settled(conflict)).state).toBe('conflict')
    harness.runs.pauseAll()
    const [canceled, lost] = [
      harness.enqueue('block', nextUser()),
      harness.enqueue('block', nextUser()),
    ]
    harness.queue.cancel([canceled.id])
    harness.database.prepare(`UPDATE items SET state = 'unknown' WHERE id = ?`).run(lost.id)
    harness.database
      .prepare(
        `INSERT INTO jobs (kind, parameters, actor, created, total, users) VALUES ('moderation', '{"action":"block","users":1}', 'ines', 1, 0, 1)`,
      )
      .run()
    harness.clock.jump(retentionMs + 60_000)
    harness.store.prune(harness.clock.now())
    // Nothing has been queued since, so the clock may be wrong.
    expect(harness.get(done.id).state).toBe('done')
    expect(harness.runs.list().jobs).toEqual([])
    harness.enqueue('block', nextUser())
    harness.store.prune(harness.clock.now())
    for (const { id } of [done, canceled]) {
      expect(harness.refusalOf(() => harness.get(id)).kind).toBe('not-found')
    }
    expect(harness.get(conflict.id).state).toBe('conflict')
    expect(harness.get(lost.id).state).toBe('unknown')
    const auditLog = harness.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, ...page },
    )
    expect(auditLog.items).toMatchObject([{ action: 'block', outcome: 'done' }])
  })

  it('are deleted only with their entire run, so that its totals stay correct', async () => {
    harness.runs.resumeAll()
    const done = harness.enqueue('block', nextUser())
    await harness.settled(done)
    harness.runs.pauseAll()
    const lost = harness.enqueue('block', nextUser())
    const { id: run } = harness.database
      .prepare(
        `INSERT INTO jobs (kind, parameters, actor, created, total, users) VALUES ('moderation', '{"action":"block","users":1}', 'ines', 1, 2, 1) RETURNING id`,
      )
      .get() as { id: number }
    harness.database
      .prepare('UPDATE items SET job = ? WHERE id IN (?, ?)')
      .run(run, done.id, lost.id)
    harness.database.prepare(`UPDATE items SET state = 'unknown' WHERE id = ?`).run(lost.id)
    harness.clock.jump(retentionMs + 60_000)
    harness.enqueue('block', nextUser())
    harness.store.prune(harness.clock.now())
    expect(harness.runs.get(run)).toMatchObject({ counts: { done: 1, unknown: 1 } })
    harness.database
      .prepare(`UPDATE items SET state = 'cancelled', finished = 1 WHERE id = ?`)
      .run(lost.id)
    harness.store.prune(harness.clock.now())
    expect(harness.runs.list().jobs.map(({ id }) => id)).not.toContain(run)
  })
})
