import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import type { EditOutcome, UndoOutcome } from '../../../shared/operations/edit-outcome.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

beforeAll(() => vi.setSystemTime('2026-05-04T09:00:00Z'))
afterAll(() => vi.useRealTimers())

describe('own status', () => {
  let sandbox: Sandbox
  let latchkey: TestLatchkey
  let account: string
  beforeAll(async () => (sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab' })))
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    latchkey = createTestLatchkey()
    account = (await latchkey.signIn(sandbox.url, sandbox.tokens.user)).id
  })
  afterEach(() => latchkey.close())

  const set = async (draft: object) => {
    const wanted = { clear: 'never', busy: false, ...draft }
    const outcome = await latchkey.value<EditOutcome<UserStatus>>('ownStatus.set', wanted, account)
    expect(outcome.outcome).toBe('saved')
    return outcome.now
  }
  const get = () => latchkey.value<UserStatus>('ownStatus.get', {}, account)
  /** Saves a form that was opened with `base`. */
  const save = (base: UserStatus, draft: object) => {
    const { emoji, message, availability, clear_status_at } = base
    const input = {
      emoji: emoji ?? '',
      message: message ?? '',
      busy: availability === 'busy',
      clear: 'keep',
      ...draft,
      base: { emoji, message, availability, clear_status_at },
    }
    return latchkey.value<EditOutcome<UserStatus>>('ownStatus.save', input, account)
  }
  /** Sets a status from another device. */
  const setElsewhere = async (body: object) => {
    const answer = await fetch(`${sandbox.url}/api/v4/user/status`, {
      method: 'PUT',
      headers: { 'private-token': sandbox.tokens.user, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
  }
  const recent = () => latchkey.value<TimedStatus[]>('ownStatus.recent', {}, account)

  it.each([
    ['30_minutes', 30 * 60_000],
    ['7_days', 7 * 86_400_000],
  ] as const)('clears itself after %s', async (clear, milliseconds) => {
    const status = await set({ emoji: 'palm_tree', message: 'Away', clear })
    expect(Date.parse(status.clear_status_at!) - currentTime()).toBe(milliseconds)
    expect(await get()).toMatchObject({ emoji: 'palm_tree', message: 'Away' })
  })

  it('keeps emoji and busy when only the message changes, and the end time on request', async () => {
    const first = await set({ emoji: 'coffee', message: 'One', busy: true, clear: '3_hours' })
    const second = await save(first, { message: 'Two', clear: 'keep' })
    expect(second).toMatchObject({ outcome: 'saved', sent: ['message'] })
    expect(second.now).toMatchObject({ emoji: 'coffee', message: 'Two', availability: 'busy' })
    expect(second.now.clear_status_at).toBe(first.clear_status_at)
  })

  it('is empty after clearing', async () => {
    await set({ emoji: 'coffee', message: 'One' })
    expect(await latchkey.value('ownStatus.clear', {}, account)).toMatchObject({
      outcome: 'saved',
      now: { emoji: null },
      before: { message: 'One' },
    })
    expect((await get()).message ?? '').toBe('')
  })

  it('reports the field that the service rejected', async () => {
    const draft = { emoji: 'no_such_emoji', message: '', busy: false, clear: 'never' }
    expect(await latchkey.failure('ownStatus.set', draft, account)).toMatchObject({
      kind: 'invalid',
      fields: { emoji: [expect.stringContaining('emoji')] },
    })
  })

  it('accepts 100 characters but not 101, regardless of bytes', async () => {
    await set({ emoji: 'coffee', message: '😀'.repeat(100) })
    const draft = { emoji: 'coffee', message: '😀'.repeat(101), busy: false, clear: 'never' }
    expect(await latchkey.failure('ownStatus.set', draft, account)).toMatchObject({
      kind: 'invalid',
      fields: { message: ['is too long (maximum is 100 characters)'] },
    })
  })

  it('remembers the last ten, newest first, without duplicates', async () => {
    for (let n = 1; n <= 11; n += 1) await set({ emoji: 'coffee', message: `Cup ${n}` })
    await set({ emoji: 'coffee', message: 'Cup 5' })
    expect((await recent()).map(({ message }) => message)).toEqual(
      [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((n) => `Cup ${n}`),
    )
  })

  it('remembers the selected duration even if only the text changes', async () => {
    const lunch = await set({ emoji: 'pizza', message: 'Lunch', clear: '30_minutes' })
    await save(lunch, { message: 'Late lunch', clear: 'keep' })
    const late = { emoji: 'pizza', message: 'Late lunch', busy: false, clear: '30_minutes' }
    expect(await recent()).toEqual([late, { ...late, message: 'Lunch' }])
    await setElsewhere({ emoji: 'palm_tree', message: 'Away', clear_status_after: '7_days' })
    await save(await get(), { busy: true, clear: 'keep' })
    const [away] = await recent()
    expect(away).toEqual({ emoji: 'palm_tree', message: 'Away', busy: true, clear: '7_days' })
  })

  it('remembers a text only once, regardless of case', async () => {
    await set({ emoji: '', message: 'Deep work' })
    await set({ emoji: '', message: 'deep work' })
    expect((await recent()).map(({ message }) => message)).toEqual(['deep work'])
  })

  it('offers the same text with different durations as separate recent statuses', async () => {
    for (const clear of ['30_minutes', 'never', '30_minutes'] as const) {
      await set({ emoji: 'pizza', message: 'Lunch', clear })
    }
    expect((await recent()).map(({ clear }) => clear)).toEqual(['30_minutes', 'never'])
  })

  it.each([
    ['the previous status', { emoji: 'coffee', message: 'One', busy: true, clear: '3_hours' }],
    ['an empty status', undefined],
  ])('restores %s on undo unless it has changed since', async (_, first) => {
    await latchkey.value('ownStatus.clear', {}, account)
    if (first) await set(first)
    const input = { emoji: 'pizza', message: 'Lunch', busy: false, clear: '30_minutes' }
    type StatusReplacement = EditOutcome<UserStatus> & { before: UserStatus }
    const replace = () => latchkey.value<StatusReplacement>('ownStatus.set', input, account)
    const undo = ({ before, now }: StatusReplacement) =>
      latchkey.value<UndoOutcome<UserStatus>>(
        'ownStatus.restore',
        { status: before, base: now },
        account,
      )
    expect(await undo(await replace())).toMatchObject({ left: [] })
    expect(await get()).toMatchObject(
      first ? { emoji: 'coffee', message: 'One', availability: 'busy' } : { emoji: null },
    )
    const lunch = await replace()
    await setElsewhere({ emoji: 'palm_tree', message: 'Away' })
    expect(await undo(lunch)).toMatchObject({ left: ['status'], sent: [] })
    expect(await get()).toMatchObject({ message: 'Away' })
  })

  describe('changed on another device', () => {
    const remoteStatus = { emoji: 'palm_tree', message: 'On leave', availability: 'busy' }
    let shown: UserStatus
    beforeEach(async () => {
      shown = await set({ emoji: 'coffee', message: 'Coffee', clear: '3_hours' })
      await setElsewhere(remoteStatus)
    })

    it('is not replaced by a form until each field is decided', async () => {
      expect(await save(shown, { message: 'Tea' })).toMatchObject({
        outcome: 'conflict',
        now: remoteStatus,
        conflicts: ['message'],
        theirs: ['emoji', 'busy', 'clear'],
      })
      expect(await get()).toMatchObject(remoteStatus)
      const decided = { ...shown, ...remoteStatus, clear_status_at: null }
      expect(await save(decided, { message: 'Tea' })).toMatchObject({ outcome: 'saved' })
      expect(await get()).toMatchObject({ ...remoteStatus, message: 'Tea' })
    })

    it('keeps the fields that only the other device changed', async () => {
      await setElsewhere({ emoji: 'palm_tree', message: 'Coffee', clear_status_after: '7_days' })
      const outcome = await save(shown, { message: 'Tea', clear: 'keep' })
      expect(outcome).toMatchObject({ outcome: 'saved', theirs: ['emoji', 'clear'] })
      const now = await get()
      expect(now).toMatchObject({ emoji: 'palm_tree', message: 'Tea' })
      expect(Date.parse(now.clear_status_at!) - currentTime()).toBe(7 * 86_400_000)
    })

    it.each([
      ['ownStatus.set', { emoji: 'pizza', message: 'Lunch', busy: false, clear: '30_minutes' }],
      ['ownStatus.clear', {}],
    ])('is not replaced by %s', async (operation, input) => {
      expect(await latchkey.value(operation, { ...input, base: shown }, account)).toMatchObject({
        outcome: 'conflict',
        now: remoteStatus,
      })
      expect(await get()).toMatchObject(remoteStatus)
      const again = { ...input, base: await get() }
      expect(await latchkey.value(operation, again, account)).toMatchObject({ outcome: 'saved' })
    })

    it('is kept when a clear is undone, unless it is empty', async () => {
      const restore = (status: UserStatus) =>
        latchkey.value<UndoOutcome<UserStatus>>('ownStatus.restore', { status }, account)
      expect(await restore(shown)).toMatchObject({ left: ['status'], sent: [] })
      expect(await get()).toMatchObject(remoteStatus)
      await latchkey.value('ownStatus.clear', {}, account)
      const before = (await recent()).length
      expect(await restore(shown)).toMatchObject({ left: [], now: { message: 'Coffee' } })
      expect(await recent()).toHaveLength(before)
    })
  })
})

describe('expired status', () => {
  it('is hidden although the service still returns it', async () => {
    const service = await startServer(({ url }, response) => {
      if (url.endsWith('/user')) json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      else json(response, 200, { emoji: 'coffee', clear_status_at: '2020-01-01T00:00:00Z' })
    })
    const latchkey = createTestLatchkey()
    const { id } = await latchkey.signIn(service.url, 'x')
    expect(await latchkey.value('ownStatus.get', {}, id)).toMatchObject({ emoji: null })
    await latchkey.close()
    await service.stop()
  })
})

describe('expiry time in the past', () => {
  it('can’t be kept, so a new one must be selected', async () => {
    const service = await startServer(({ method, url }, response) => {
      if (url.endsWith('/user')) json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      else json(response, 200, method === 'GET' ? { emoji: null } : {})
    })
    const latchkey = createTestLatchkey()
    const { id } = await latchkey.signIn(service.url, 'x')
    const base = { emoji: 'coffee', message: 'One', clear_status_at: '2020-01-01T00:00:00Z' }
    const draft = { emoji: 'coffee', message: 'Two', busy: false, clear: 'keep', base }
    const failure = await latchkey.failure('ownStatus.save', draft, id)
    expect(failure).toMatchObject({
      kind: 'invalid',
      fields: { clear_status_after: [expect.stringContaining('has passed')] },
    })
    expect(service.requests.map(({ method }) => method)).toEqual(['GET'])
    await latchkey.close()
    await service.stop()
  })
})

describe('service that ignores some status fields', () => {
  it('is reported with the ignored fields', async () => {
    let status: object = { emoji: null, message: null, clear_status_at: null }
    const service = await startServer(({ method, url, body }, response) => {
      if (url.endsWith('/user')) return json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      if (method === 'PUT') {
        const { emoji, message } = JSON.parse(body) as Record<string, string>
        status = { emoji, message, clear_status_at: null }
      }
      json(response, 200, status)
    })
    const latchkey = createTestLatchkey()
    const { id } = await latchkey.signIn(service.url, 'x')
    const draft = { emoji: '', message: ' Tea ', busy: true, clear: '3_hours' }
    expect(await latchkey.value('ownStatus.set', draft, id)).toMatchObject({
      outcome: 'saved',
      ignored: ['busy', 'clear'],
    })
    await latchkey.close()
    await service.stop()
  })
})

describe('status change with a lost response', () => {
  const before = {
    emoji: 'coffee',
    message: 'Same',
    availability: 'not_set',
    clear_status_at: null,
  }

  /** A service that loses the response to a write, either after applying it or instead of applying it. */
  async function losing(loss: 'after' | 'instead' | 'empty', draft: object) {
    let status: object = before
    const writes: string[] = []
    const service = await startServer(({ method, url, body }, response) => {
      if (url.endsWith('/user')) return json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      if (method === 'GET') return json(response, 200, status)
      writes.push(body)
      if (loss === 'after') status = { ...before, ...JSON.parse(body) }
      if (loss === 'empty') response.writeHead(200).end()
      else response.destroy()
    })
    const latchkey = createTestLatchkey()
    const { id } = await latchkey.signIn(service.url, 'x')
    const change = { emoji: 'coffee', message: 'Same', busy: false, clear: 'never', ...draft }
    const answer = await latchkey.invoke('ownStatus.set', change, id)
    await latchkey.close()
    await service.stop()
    return { answer, writes }
  }

  it("is a success if the service has it, and isn't resent", async () => {
    const { answer, writes } = await losing('after', { message: 'After' })
    expect(answer).toMatchObject({ ok: true, value: { now: { message: 'After' } } })
    expect(writes).toHaveLength(1)
  })

  it.each([{ message: 'After' }, { busy: true }, { clear: '30_minutes' }])(
    'is reported if the service doesn’t have it, and isn’t resent either: %j',
    async (draft) => {
      const { answer, writes } = await losing('instead', draft)
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
      expect(writes).toHaveLength(1)
    },
  )

  it('fails if the response is empty', async () => {
    const { answer } = await losing('empty', { message: 'In a meeting' })
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
  })
})
