import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dateIn } from '../../testing/dates.ts'
import {
  type SandboxUser,
  type Service,
  type Harness,
  createHarness,
  startService,
} from './testing/harness.ts'

let service: Service
let harness: Harness
let user: SandboxUser
let nth = 0
beforeAll(async () => void (service = await startService({ users: 120 })))
afterAll(() => service.end())
beforeEach(async () => {
  harness = await createHarness(service, { undoSeconds: 30 })
  user = service.someone('active', nth++)
})
afterEach(() => harness.end())

const stateNow = () => service.user(user.id)!.state

describe('queued action', () => {
  it('can be undone before it is sent', async () => {
    const queued = harness.enqueue('block', user)
    expect(queued).toMatchObject({ state: 'undoable', notBefore: queued.created + 30_000 })
    expect(harness.queue.cancel([queued.id]).counts.cancelled).toBe(1)
    expect(harness.get(queued.id).state).toBe('cancelled')
    const other = harness.enqueue('deactivate', user)
    harness.queue.sendNow([other.id])
    await harness.settled(other)
    expect(harness.requests.map(({ line }) => line)).toEqual([
      `GET /users/${user.id}`,
      `POST /users/${user.id}/deactivate`,
      `GET /users/${user.id}`,
    ])
  })

  it('is sent after its undo period', async () => {
    const ended = await harness.settled(harness.enqueue('block', user))
    expect(ended).toMatchObject({ state: 'done', after: 'blocked', attempts: 0 })
    expect(harness.requests[0]!.at).toBeGreaterThanOrEqual(ended.notBefore)
    expect(stateNow()).toBe('blocked')
  })

  it('is queued only once on a double click', async () => {
    const first = harness.enqueue('block', user)
    expect(harness.enqueue('block', user)).toEqual(first)
    harness.queue.sendNow([first.id])
    await harness.settled(first)
    expect(harness.writes()).toHaveLength(1)
    const repeated = await harness.settled(harness.enqueue('block', user))
    expect(repeated).toMatchObject({ state: 'done', after: 'blocked' })
    expect(repeated.failure?.message).toMatch(/already/)
    expect(harness.writes()).toHaveLength(1)
  })

  it('is canceled together with its opposite if neither was sent', async () => {
    const block = harness.enqueue('block', user)
    const unblock = harness.enqueue('unblock', { ...user, state: 'active' })
    expect(unblock.state).toBe('cancelled')
    expect(harness.get(block.id).state).toBe('cancelled')
    expect(harness.queue.pendingOf([user.id]).size).toBe(0)
  })

  it('is sent before its opposite if they don’t cancel out', async () => {
    service.set(user.id, { state: 'deactivated' })
    const block = harness.enqueue('block', service.user(user.id)!)
    const unblock = harness.enqueue('unblock', service.user(user.id)!)
    expect(harness.queue.pendingOf([user.id]).get(user.id)).toBe('unblock')
    harness.queue.sendNow([unblock.id, block.id])
    await harness.settled(unblock)
    expect(harness.writes()).toEqual([
      `POST /users/${user.id}/block`,
      `POST /users/${user.id}/unblock`,
    ])
    expect(stateNow()).toBe('active')
  })

  it('is rejected if earlier queued actions make it impossible', () => {
    harness.enqueue('block', user)
    expect(harness.refusalOf(() => harness.enqueue('ban', user))).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^After “Block”: /),
    })
    harness.runs.pauseAll()
    harness.enqueue('delete', user)
    const failure = harness.refusalOf(() => harness.enqueue('hard_delete', user))
    expect(failure.message).toMatch(/so no other action can follow/)
  })

  it('requires the username to delete a user', async () => {
    const order = () => harness.enqueue('delete', user, { confirmed: user.username.toUpperCase() })
    expect(harness.refusalOf(order)).toMatchObject({
      kind: 'invalid',
      fields: { confirmed: expect.anything() },
    })
    const queued = harness.enqueue('delete', user)
    expect((await harness.settled(queued)).state).toBe('done')
  })

  it('is sent immediately if it’s irreversible but not a deletion', async () => {
    const queued = harness.enqueue('disable_two_factor', user)
    expect(queued).toMatchObject({ state: 'ready', notBefore: queued.created })
    expect((await harness.settled(queued)).state).toBe('done')
  })

  it('is rejected for the account’s own user and internal users', () => {
    const me = service.user(1)!
    expect(harness.refusalOf(() => harness.enqueue('block', me)).message).toMatch(/This is you/)
    const ghost = { ...user, username: 'ghost', name: 'Ghost User' }
    expect(harness.refusalOf(() => harness.enqueue('ban', ghost)).message).toMatch(/internal/)
  })

  it('adds its reason to the note on request', async () => {
    await service.ask('PUT', `/users/${user.id}`, { note: 'Old.' })
    const queued = harness.enqueue('block', user, { reason: 'spam', note: true })
    await harness.settled(queued)
    expect((await service.ask('GET', `/users/${user.id}`))['note']).toMatch(
      /^Old\.\n\d{4}-\d\d-\d\d spam$/,
    )
    const list = harness.auditLog.list(
      { instance: service.url, id: 1 },
      { filter: { target: user.id }, offset: 0, limit: 10 },
    )
    const after = `Old.\n${new Date(harness.clock.now()).toISOString().slice(0, 10)} spam`
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

describe('reset of two-factor authentication', () => {
  it.each(['Lost the phone, identity checked in a call', undefined])(
    'passes its optional reason on to the audit log: %s',
    async (reason) => {
      const queued = harness.enqueue('disable_two_factor', user, { ...(reason && { reason }) })
      expect((await harness.settled(queued)).state).toBe('done')
      const { items } = harness.auditLog.list(
        { instance: service.url, id: 1 },
        { filter: { target: user.id }, offset: 0, limit: 10 },
      )
      expect(items.map((entry) => [entry.action, entry.reason])).toEqual([
        ['disable_two_factor', reason],
      ])
    },
  )
})

describe('action on a user who has changed since it was queued', () => {
  it('needs a decision, and is then applied to the current state', async () => {
    const queued = harness.enqueue('delete', user)
    service.set(user.id, { state: 'banned' })
    const ended = await harness.settled(queued)
    expect(ended).toMatchObject({ state: 'conflict', after: 'banned' })
    expect(harness.writes()).toEqual([])
    harness.queue.decide(queued.id, 'apply')
    expect((await harness.settled(queued)).state).toBe('done')
    expect(harness.writes()).toEqual([`DELETE /users/${user.id}`])
    expect(harness.refusalOf(() => harness.queue.decide(queued.id, 'drop')).kind).toBe('conflict')
  })

  it('needs a decision if the user was renamed', async () => {
    const queued = harness.enqueue('block', user)
    service.set(user.id, { username: `renamed${user.id}` })
    harness.queue.sendNow([queued.id])
    const ended = await harness.settled(queued)
    expect(ended).toMatchObject({ state: 'conflict', usernameNow: `renamed${user.id}` })
    expect(harness.queue.decide(queued.id, 'drop').state).toBe('cancelled')
    expect(stateNow()).toBe('active')
  })

  it('fails if the user no longer exists', async () => {
    const missingUser = { ...user, id: 9999 }
    const queued = harness.enqueue('block', missingUser)
    harness.queue.sendNow([queued.id])
    expect(await harness.settled(queued)).toMatchObject({
      state: 'refused',
      after: 'gone',
      failure: { kind: 'not-found' },
    })
    const deleted = await harness.settled(harness.enqueue('delete', missingUser))
    expect(deleted).toMatchObject({ state: 'done', after: 'gone' })
    expect(harness.removed).toContain(9999)
    expect(harness.writes()).toEqual([])
  })

  it('uses the current state when retried after a refusal', async () => {
    service.set(user.id, { last_activity_on: dateIn(0) })
    const queued = harness.enqueue('deactivate', user)
    harness.queue.sendNow([queued.id])
    expect(await harness.settled(queued)).toMatchObject({
      state: 'refused',
      failure: { message: expect.stringMatching(/90 days/) },
    })
    service.set(user.id, { last_activity_on: null })
    expect((await harness.queue.retry([queued.id])).counts.ready).toBe(1)
    expect(await harness.settled(queued)).toMatchObject({ state: 'done', after: 'deactivated' })
  })
})

describe('queue', () => {
  it('sends nothing while paused', async () => {
    harness.settings.undoSeconds = 0
    expect(harness.runs.pauseAll().isPaused).toBe(true)
    const queued = harness.enqueue('block', user)
    const other = service.someone('active', nth++)
    harness.runs.resumeAll()
    await harness.settled(queued)
    harness.runs.pauseAll()
    harness.enqueue('block', other)
    await harness.until(() => harness.events.at(-1)?.summary.counts.ready === 1)
    expect(harness.writes()).toEqual([`POST /users/${user.id}/block`])
  })

  it('lists actions newest first and emits changes', async () => {
    harness.settings.undoSeconds = 0
    const first = harness.enqueue('block', user)
    await harness.settled(first)
    const second = harness.enqueue('unblock', service.user(user.id)!)
    await harness.settled(second)
    const page = { offset: 0, limit: 10 }
    const { items, total } = harness.queue.list({ target: user.id, ...page })
    expect(items.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(total).toBe(2)
    expect(harness.queue.list({ states: ['undoable'], ...page })).toEqual({
      items: [],
      total: 0,
    })
    await harness.until(() => harness.events.some(({ targets }) => targets.includes(user.id)))
    await harness.until(() => harness.events.at(-1)!.summary.counts.done === 2)
  })

  it('expires actions after seven days', async () => {
    harness.runs.pauseAll()
    const queued = harness.enqueue('block', user)
    harness.clock.jump(8 * 24 * 60 * 60_000)
    harness.runs.resumeAll()
    expect((await harness.settled(queued)).state).toBe('expired')
    expect(harness.requests).toEqual([])
    harness.queue.decide(queued.id, 'apply')
    expect((await harness.settled(queued)).state).toBe('done')
  })

  it('keeps sending when the clock is set back by a year', async () => {
    const queued = harness.enqueue('block', user)
    harness.clock.jump(-365 * 24 * 60 * 60_000)
    harness.runner.wake()
    expect((await harness.settled(queued)).state).toBe('done')
  })

  it('sends nothing while its account is signed out', async () => {
    const queued = harness.enqueue('block', user)
    harness.signedIn.length = 0
    harness.throttle.resume()
    harness.clock.jump(60_000)
    expect(harness.get(queued.id).state).toBe('undoable')
    expect(harness.requests).toEqual([])
    harness.signedIn.push(harness.account)
    harness.throttle.resume()
    expect((await harness.settled(queued)).state).toBe('done')
  })
})
