import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import { FailureError } from '../../../shared/failure.ts'
import { keptMs } from './prune.ts'
import { filedActions } from './testing/file-of-actions.ts'
import {
  type SandboxPerson,
  type Service,
  type Workshop,
  createWorkshop,
  startService,
} from './testing/harness.ts'

// What can be done about actions that wait: another reason, another place, all of them at once; and what becomes of old ones.

let service: Service
let workshop: Workshop
let nth = 0
beforeAll(async () => void (service = await startService({ users: 160 })))
afterAll(() => service.end())
beforeEach(async () => {
  workshop = await createWorkshop(service, { requestsAtOnce: 1 })
  workshop.queue.pause('a')
})
afterEach(() => workshop.end())

const someone = (state = 'active') => service.someone(state, nth++)
const reading = { offset: 0, limit: 10 }
/** The people of what waits, in the order in which it is sent. */
const line = () =>
  workshop.queue
    .list('a', { order: 'turn', states: ['undoable', 'ready'], ...reading })
    .items.map(({ action, target }) => `${action} ${target.id}`)
const words = (action: string, { id }: SandboxPerson) => `${action} ${id}`
const move = (id: number, to: 'first' | 'up' | 'down' | 'last') =>
  workshop.queue.move('a', id, to).moved

describe('the reason of an action that waits', () => {
  it('can be written anew, and is what the audit log and the note say', async () => {
    const person = someone()
    const ordered = workshop.order('block', person, { reason: 'spma' })
    const edited = workshop.queue.edit('a', ordered.id, { reason: 'spam', note: true })
    expect(edited).toMatchObject({ id: ordered.id, reason: 'spam', note: true, state: 'ready' })
    workshop.queue.resume('a')
    await workshop.settled(ordered)
    expect((await service.ask('GET', `/users/${person.id}`))['note']).toMatch(/ spam$/)
    const { items } = workshop.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, ...reading },
    )
    expect(items).toMatchObject([
      { action: 'users.modify', fields: ['note'], reason: 'spam', outcome: 'done' },
      { action: 'block', reason: 'spam', outcome: 'done' },
    ])
    expect(workshop.refusalOf(() => workshop.queue.edit('a', ordered.id, { note: false }))).toEqual(
      {
        kind: 'conflict',
        message: `“block” for ${person.username} is done, so its reason stays as it was.`,
        hint: 'Nothing was changed.',
      },
    )
    expect(workshop.get(ordered.id).reason).toBe('spam')
  })

  it('counts as it was written last, also where the person is being looked at already', async () => {
    const person = someone()
    workshop.queue.resume('a')
    const ordered = workshop.order('block', person, { reason: 'spma' })
    await workshop.until(() => workshop.requests.length === 1)
    workshop.queue.edit('a', ordered.id, { reason: 'spam', note: false })
    await workshop.settled(ordered)
    const { items } = workshop.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, ...reading },
    )
    expect(items).toMatchObject([{ reason: 'spam' }])
  })

  it('goes when nothing was typed', () => {
    const ordered = workshop.order('block', someone(), { reason: 'spam', note: true })
    expect(workshop.queue.edit('a', ordered.id, { note: false }).reason).toBeUndefined()
  })
})

describe('the place of an action that waits', () => {
  it('can be changed, and is the order in which it is sent', async () => {
    const [ada, ben, cleo] = [someone(), someone(), someone()]
    const rows = [ada, ben, cleo].map((person) => workshop.order('block', person))
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
    workshop.queue.resume('a')
    for (const row of rows) await workshop.settled(row)
    expect(workshop.writes()).toEqual([ben, cleo, ada].map(({ id }) => `POST /users/${id}/block`))
    expect(workshop.refusalOf(() => move(ids[0]!, 'first')).message).toMatch(
      /is done, so it has no place in the queue any more/,
    )
  })

  it('is kept over a restart', async () => {
    const [ada, ben] = [someone(), someone()]
    workshop.order('block', ada)
    move(workshop.order('block', ben).id, 'first')
    await workshop.close()
    const next = await createWorkshop(service, { folder: workshop.folder })
    const { items } = next.queue.list('a', { order: 'turn', ...reading })
    expect(items.map(({ target }) => target.id)).toEqual([ben.id, ada.id])
    await next.close()
  })

  it('takes along what comes before or after it on the same person', () => {
    const [ada, ben, cleo] = [someone('deactivated'), someone(), someone()]
    const block = workshop.order('block', ada)
    workshop.order('block', ben)
    const unblock = workshop.order('unblock', ada)
    workshop.order('block', cleo)
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

  it('never passes what was sent for the same person and is not known', () => {
    const [ada, ben] = [someone('deactivated'), someone()]
    workshop.order('block', ben)
    const block = workshop.order('block', ada)
    const unblock = workshop.order('unblock', ada)
    workshop.database.prepare(`UPDATE actions SET state = 'unknown' WHERE id = ?`).run(block.id)
    const before = line()
    expect(workshop.refusalOf(() => move(unblock.id, 'first'))).toMatchObject({ kind: 'conflict' })
    expect(line()).toEqual(before)
  })

  it('is among its like, and never passes what a run does to the same person', () => {
    const [ada, ben] = [someone('deactivated'), someone()]
    const block = workshop.order('block', ada)
    workshop.order('block', ben)
    const unblock = workshop.order('unblock', ada)
    const { id: run } = workshop.database
      .prepare(
        `INSERT INTO runs (owner, action, created, total) VALUES (1, 'block', 1, 1) RETURNING id`,
      )
      .get() as { id: number }
    workshop.database.prepare('UPDATE actions SET run = ? WHERE id = ?').run(run, block.id)
    expect(line()).toEqual([words('block', ben), words('unblock', ada), words('block', ada)])
    expect(move(block.id, 'first')).toBe(0)
    expect(workshop.refusalOf(() => move(unblock.id, 'first')).message).toMatch(
      /would pass another action on the same person/,
    )
    expect(line()[0]).toBe(words('block', ben))
  })

  it('may be changed at will: what is done to one person keeps its order, and nothing goes', () => {
    const random = createRandom('moves')
    const people = Array.from({ length: 6 }, () => someone('deactivated'))
    const ids = ['block', 'unblock', 'disable_two_factor'].flatMap((action) =>
      people.map((person) => workshop.order(action as 'block', person).id),
    )
    workshop.database
      .prepare(`INSERT INTO runs (owner, action, created, total) VALUES (1, 'block', 1, 1)`)
      .run()
    for (const id of ids.filter(() => random.chance(0.3))) {
      workshop.database
        .prepare('UPDATE actions SET run = (SELECT id FROM runs) WHERE id = ?')
        .run(id)
    }
    workshop.database.prepare(`UPDATE actions SET state = 'unknown' WHERE id = ?`).run(ids[2]!)
    let moved = 0
    for (let nth = 0; nth < 400; nth += 1) {
      try {
        moved += move(random.pick(ids), random.pick(['first', 'up', 'down', 'last'] as const))
      } catch (error) {
        expect(error).toBeInstanceOf(FailureError)
      }
      const rows = filedActions(workshop.database)
      for (const { id } of people) {
        const own = rows.filter(({ target }) => target === id).map((row) => row.id)
        expect(own).toEqual(ids.filter((one) => own.includes(one)))
        expect(own).toHaveLength(3)
      }
    }
    expect(moved).toBeGreaterThan(100)
  })

  it('is first also after tries that came to nothing', async () => {
    const people = [someone(), someone(), someone()]
    const rows = people.map((person) => workshop.order('block', person))
    workshop.target.baseUrl = 'http://127.0.0.1:1'
    workshop.queue.resume('a')
    await workshop.until(() => rows.every(({ id }) => workshop.get(id).attempts > 0))
    workshop.queue.pause('a')
    move(rows[2]!.id, 'first')
    workshop.target.baseUrl = service.url
    workshop.queue.sendAllNow('a')
    workshop.queue.resume('a')
    for (const row of rows) await workshop.settled(row)
    const [ada, ben, cleo] = people.map(({ id }) => `POST /users/${id}/block`)
    expect(workshop.writes()).toEqual([cleo, ada, ben])
  })
})

describe('all that waits', () => {
  it('can be sent at once', async () => {
    workshop.settings.undoSeconds = 30
    const rows = [someone(), someone()].map((person) => workshop.order('block', person))
    expect(workshop.queue.summary('a').counts.undoable).toBe(2)
    workshop.queue.resume('a')
    expect(workshop.queue.sendAllNow('a').counts).toMatchObject({ undoable: 0, ready: 2 })
    for (const row of rows) expect((await workshop.settled(row)).state).toBe('done')
  })

  it('can be taken back, and ordered again as it was', async () => {
    const [ada, ben] = [someone(), someone()]
    const rows = [ada, ben].map((person) => workshop.order('block', person))
    move(rows[1]!.id, 'first')
    const { summary, ids } = await workshop.queue.cancelAll('a')
    expect(ids).toEqual([rows[1]!.id, rows[0]!.id])
    expect(summary.counts).toMatchObject({ ready: 0, cancelled: 2 })
    expect((await workshop.queue.cancelAll('a')).ids).toEqual([])
    await workshop.queue.retry('a', ids)
    expect(line()).toEqual([ben, ada].map((one) => words('block', one)))
    // Who changed meanwhile is not as they were seen when it was ordered.
    service.set(ada.id, { state: 'banned' })
    workshop.queue.resume('a')
    expect((await workshop.settled(rows[0]!)).state).toBe('conflict')
    expect((await workshop.settled(rows[1]!)).state).toBe('done')
    expect(workshop.queue.unsent('a')).toBe(0)
  })
})

describe('what came to its end', () => {
  it('goes after ninety days; what is open or undecided stays, and so does the audit log', async () => {
    workshop.queue.resume('a')
    const done = workshop.order('block', someone())
    await workshop.settled(done)
    const changed = someone()
    service.set(changed.id, { state: 'deactivated' })
    const conflict = workshop.order('ban', changed)
    expect((await workshop.settled(conflict)).state).toBe('conflict')
    workshop.queue.pause('a')
    const [taken, lost] = [workshop.order('block', someone()), workshop.order('block', someone())]
    workshop.queue.cancel('a', [taken.id])
    workshop.database.prepare(`UPDATE actions SET state = 'unknown' WHERE id = ?`).run(lost.id)
    const run = workshop.queue.bulk
    workshop.database
      .prepare(`INSERT INTO runs (owner, action, created, total) VALUES (1, 'block', 1, 0)`)
      .run()
    workshop.clock.jump(keptMs + 60_000)
    workshop.queue.prune()
    // Nothing was ordered since: the clock may be wrong.
    expect(workshop.get(done.id).state).toBe('done')
    expect(run.list('a')).toEqual([])
    workshop.order('block', someone())
    workshop.queue.prune()
    for (const { id } of [done, taken]) {
      expect(workshop.refusalOf(() => workshop.get(id)).kind).toBe('not-found')
    }
    expect(workshop.get(conflict.id).state).toBe('conflict')
    expect(workshop.get(lost.id).state).toBe('unknown')
    const auditLog = workshop.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: {}, ...reading },
    )
    expect(auditLog.items).toMatchObject([{ action: 'block', outcome: 'done' }])
  })
})
