import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type SandboxPerson,
  type Service,
  type Workshop,
  createWorkshop,
  startService,
} from './testing/harness.ts'

let service: Service
let workshop: Workshop
let person: SandboxPerson
let nth = 0
beforeAll(async () => void (service = await startService({ users: 120 })))
afterAll(() => service.end())
beforeEach(async () => {
  workshop = await createWorkshop(service, { undoSeconds: 30 })
  person = service.someone('active', nth++)
})
afterEach(() => workshop.end())

const stateNow = () => service.person(person.id)!.state

describe('an ordered action', () => {
  it('can be taken back until its time is over, and nothing is sent', async () => {
    const ordered = workshop.order('block', person)
    expect(ordered).toMatchObject({ state: 'undoable', notBefore: ordered.created + 30_000 })
    expect(workshop.queue.cancel('a', [ordered.id]).counts.cancelled).toBe(1)
    expect(workshop.get(ordered.id).state).toBe('cancelled')
    const other = workshop.order('deactivate', person)
    workshop.queue.sendNow('a', [other.id])
    await workshop.settled(other)
    expect(workshop.requests.map(({ line }) => line)).toEqual([
      `GET /users/${person.id}`,
      `POST /users/${person.id}/deactivate`,
      `GET /users/${person.id}`,
    ])
  })

  it('is sent by itself when its time is over', async () => {
    const ended = await workshop.settled(workshop.order('block', person))
    expect(ended).toMatchObject({ state: 'done', after: 'blocked', attempts: 0 })
    expect(workshop.requests[0]!.at).toBeGreaterThanOrEqual(ended.notBefore)
    expect(stateNow()).toBe('blocked')
  })

  it('of a double click is one action', async () => {
    const first = workshop.order('block', person)
    expect(workshop.order('block', person)).toEqual(first)
    workshop.queue.sendNow('a', [first.id])
    await workshop.settled(first)
    expect(workshop.writes()).toHaveLength(1)
    const late = await workshop.settled(workshop.order('block', person))
    expect(late).toMatchObject({ state: 'done', after: 'blocked' })
    expect(late.failure?.message).toMatch(/already/)
    expect(workshop.writes()).toHaveLength(1)
  })

  it('and its opposite, neither of them sent, are both off', async () => {
    const block = workshop.order('block', person)
    const unblock = workshop.order('unblock', { ...person, state: 'active' })
    expect(unblock.state).toBe('cancelled')
    expect(workshop.get(block.id).state).toBe('cancelled')
    expect(workshop.queue.pendingOf('a', [person.id]).size).toBe(0)
  })

  it('and its opposite keep their order where both together change something', async () => {
    service.set(person.id, { state: 'deactivated' })
    const block = workshop.order('block', service.person(person.id)!)
    const unblock = workshop.order('unblock', service.person(person.id)!)
    expect(workshop.queue.pendingOf('a', [person.id]).get(person.id)).toBe('unblock')
    workshop.queue.sendNow('a', [unblock.id, block.id])
    await workshop.settled(unblock)
    expect(workshop.writes()).toEqual([
      `POST /users/${person.id}/block`,
      `POST /users/${person.id}/unblock`,
    ])
    expect(stateNow()).toBe('active')
  })

  it('is refused where it could not be after what is queued', () => {
    workshop.order('block', person)
    expect(workshop.refusalOf(() => workshop.order('ban', person))).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^Once “block” is done: /),
    })
    workshop.queue.pause('a')
    workshop.order('delete', person)
    const failure = workshop.refusalOf(() => workshop.order('hard_delete', person))
    expect(failure.message).toMatch(/after which nobody is left/)
  })

  it('that nothing brings back wants the username, and is sent at once', async () => {
    const order = () =>
      workshop.order('delete', person, { confirmed: person.username.toUpperCase() })
    expect(workshop.refusalOf(order)).toMatchObject({
      kind: 'invalid',
      fields: { confirmed: expect.anything() },
    })
    const ordered = workshop.order('delete', person)
    expect(ordered).toMatchObject({ state: 'ready', notBefore: ordered.created })
    expect((await workshop.settled(ordered)).state).toBe('done')
  })

  it('is refused for oneself and for users that the service needs', () => {
    const me = service.person(1)!
    expect(workshop.refusalOf(() => workshop.order('block', me)).message).toMatch(/This is you/)
    const ghost = { ...person, username: 'ghost', name: 'Ghost User' }
    expect(workshop.refusalOf(() => workshop.order('ban', ghost)).message).toMatch(/internal/)
  })

  it('writes its reason into the note where that is wanted', async () => {
    await service.ask('PUT', `/users/${person.id}`, { note: 'Old.' })
    const ordered = workshop.order('block', person, { reason: 'spam', note: true })
    await workshop.settled(ordered)
    expect((await service.ask('GET', `/users/${person.id}`))['note']).toMatch(
      /^Old\.\n\d{4}-\d\d-\d\d spam$/,
    )
    const list = workshop.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: { target: person.id }, offset: 0, limit: 10 },
    )
    const after = `Old.\n${new Date(workshop.clock.now()).toISOString().slice(0, 10)} spam`
    expect(list.items).toMatchObject([
      {
        action: 'users.modify',
        reason: 'spam',
        changes: [{ field: 'note', before: 'Old.', after }],
        outcome: 'done',
      },
      { action: 'block', reason: 'spam', before: 'active', after: 'blocked', outcome: 'done' },
    ])
  })
})

describe('a person who is not as seen', () => {
  it('waits for a decision, and is acted on as they are now', async () => {
    const ordered = workshop.order('delete', person)
    service.set(person.id, { state: 'banned' })
    const ended = await workshop.settled(ordered)
    expect(ended).toMatchObject({ state: 'conflict', after: 'banned' })
    expect(workshop.writes()).toEqual([])
    workshop.queue.decide('a', ordered.id, 'apply')
    expect((await workshop.settled(ordered)).state).toBe('done')
    expect(workshop.writes()).toEqual([`DELETE /users/${person.id}`])
    expect(workshop.refusalOf(() => workshop.queue.decide('a', ordered.id, 'drop')).kind).toBe(
      'conflict',
    )
  })

  it('who is called otherwise now is not touched', async () => {
    const ordered = workshop.order('block', person)
    service.set(person.id, { username: `renamed${person.id}` })
    workshop.queue.sendNow('a', [ordered.id])
    const ended = await workshop.settled(ordered)
    expect(ended).toMatchObject({ state: 'conflict', usernameNow: `renamed${person.id}` })
    expect(workshop.queue.decide('a', ordered.id, 'drop').state).toBe('cancelled')
    expect(stateNow()).toBe('active')
  })

  it('who is gone is told so', async () => {
    const nobody = { ...person, id: 9999 }
    const ordered = workshop.order('block', nobody)
    workshop.queue.sendNow('a', [ordered.id])
    expect(await workshop.settled(ordered)).toMatchObject({
      state: 'refused',
      after: 'gone',
      failure: { kind: 'not-found' },
    })
    const deleted = await workshop.settled(workshop.order('delete', nobody))
    expect(deleted).toMatchObject({ state: 'done', after: 'gone' })
    expect(workshop.removed).toContain(9999)
    expect(workshop.writes()).toEqual([])
  })

  it('who is ordered anew after it was refused, is taken as they are now', async () => {
    service.set(person.id, { last_activity_on: new Date().toISOString().slice(0, 10) })
    const ordered = workshop.order('deactivate', person)
    workshop.queue.sendNow('a', [ordered.id])
    expect(await workshop.settled(ordered)).toMatchObject({
      state: 'refused',
      failure: { message: expect.stringMatching(/90 days/) },
    })
    service.set(person.id, { last_activity_on: null })
    expect((await workshop.queue.retry('a', [ordered.id])).counts.ready).toBe(1)
    expect(await workshop.settled(ordered)).toMatchObject({ state: 'done', after: 'deactivated' })
  })
})

describe('the queue', () => {
  it('holds everything back by hand', async () => {
    workshop.settings.undoSeconds = 0
    expect(workshop.queue.pause('a').isPaused).toBe(true)
    const ordered = workshop.order('block', person)
    const other = service.someone('active', nth++)
    workshop.queue.resume('a')
    await workshop.settled(ordered)
    workshop.queue.pause('a')
    workshop.order('block', other)
    await workshop.until(() => workshop.news.at(-1)?.summary.counts.ready === 1)
    expect(workshop.writes()).toEqual([`POST /users/${person.id}/block`])
  })

  it('lists what there is, newest first, and tells what moves', async () => {
    workshop.settings.undoSeconds = 0
    const first = workshop.order('block', person)
    await workshop.settled(first)
    const second = workshop.order('unblock', service.person(person.id)!)
    await workshop.settled(second)
    const page = { offset: 0, limit: 10 }
    const { items, total } = workshop.queue.list('a', { target: person.id, ...page })
    expect(items.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(total).toBe(2)
    expect(workshop.queue.list('a', { states: ['undoable'], ...page })).toEqual({
      items: [],
      total: 0,
    })
    await workshop.until(() => workshop.news.some(({ targets }) => targets.includes(person.id)))
    await workshop.until(() => workshop.news.at(-1)!.summary.counts.done === 2)
  })

  it('does not send what waited for more than seven days', async () => {
    workshop.queue.pause('a')
    const ordered = workshop.order('block', person)
    workshop.clock.jump(8 * 24 * 60 * 60_000)
    workshop.queue.resume('a')
    expect((await workshop.settled(ordered)).state).toBe('expired')
    expect(workshop.requests).toEqual([])
    workshop.queue.decide('a', ordered.id, 'apply')
    expect((await workshop.settled(ordered)).state).toBe('done')
  })

  it('goes on where the clock was set back by a year', async () => {
    const ordered = workshop.order('block', person)
    workshop.clock.jump(-365 * 24 * 60 * 60_000)
    workshop.queue.wake()
    expect((await workshop.settled(ordered)).state).toBe('done')
  })

  it('never sends by another account or to another instance', async () => {
    const ordered = workshop.order('block', person)
    workshop.account.user = { id: 2, username: 'maya', name: 'Maya' }
    workshop.queue.accountsChanged()
    workshop.clock.jump(60_000)
    expect(workshop.queue.summary('a').counts.undoable).toBe(0)
    workshop.account.user = { id: 1, username: 'ines', name: 'Ines' }
    workshop.account.baseUrl = 'http://127.0.0.1:1'
    workshop.queue.accountsChanged()
    expect(workshop.queue.list('a', { offset: 0, limit: 1 }).total).toBe(0)
    expect(workshop.requests).toEqual([])
    workshop.account.baseUrl = service.url
    workshop.queue.accountsChanged()
    expect((await workshop.settled(ordered)).state).toBe('done')
  })
})
