import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { type UserStatus, clearStatusAfter } from '../../shared/service/current-user.ts'
import { json, startServer } from '../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'

describe.each(['interface', 'gitlab'] as const)('the own status, on the %s flavour', (flavour) => {
  let sandbox: Sandbox
  let latchkey: TestLatchkey
  let account: string
  beforeAll(async () => (sandbox = await startSandbox({ users: 20, flavour })))
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    latchkey = createTestLatchkey()
    account = (await latchkey.signIn(sandbox.url, sandbox.tokens.user)).id
  })
  afterEach(() => latchkey.close())

  const set = (draft: object) =>
    latchkey.value<UserStatus>('ownStatus.set', { clear: 'never', busy: false, ...draft }, account)
  const get = () => latchkey.value<UserStatus>('ownStatus.get', {}, account)

  it.each(clearStatusAfter)('clears itself after %s', async (clear) => {
    const before = Date.now()
    const status = await set({ emoji: 'palm_tree', message: 'Away', clear })
    const [count, unit] = clear.split('_') as [string, string]
    const unitMs = { minutes: 60_000, hours: 3_600_000, day: 86_400_000, days: 86_400_000 }[unit]!
    const away = Date.parse(status.clear_status_at!) - before
    expect(Math.abs(away - Number(count) * unitMs)).toBeLessThan(5_000)
    expect(await get()).toMatchObject({ emoji: 'palm_tree', message: 'Away' })
  })

  it('keeps emoji and busy when only the message changes, and the time when told so', async () => {
    const first = await set({ emoji: 'coffee', message: 'One', busy: true, clear: '3_hours' })
    const second = await set({ emoji: 'coffee', message: 'Two', busy: true, clear: 'keep' })
    expect(second).toMatchObject({ emoji: 'coffee', message: 'Two', availability: 'busy' })
    expect(second.clear_status_at).toBe(first.clear_status_at)
  })

  it('is gone after clearing', async () => {
    await set({ emoji: 'coffee', message: 'One' })
    expect(await latchkey.value('ownStatus.clear', {}, account)).toMatchObject({ emoji: null })
    expect((await get()).message ?? '').toBe('')
  })

  it('says at which field the service refused it', async () => {
    const draft = { emoji: 'no_such_emoji', message: '', busy: false, clear: 'never' }
    expect(await latchkey.failure('ownStatus.set', draft, account)).toMatchObject({
      kind: 'invalid',
      fields: { emoji: [expect.stringContaining('emoji')] },
    })
  })

  it('takes 100 characters and not 101, however many bytes they have', async () => {
    await set({ emoji: 'coffee', message: '😀'.repeat(100) })
    const draft = { emoji: 'coffee', message: '😀'.repeat(101), busy: false, clear: 'never' }
    expect(await latchkey.failure('ownStatus.set', draft, account)).toMatchObject({
      kind: 'invalid',
      fields: { message: ['is too long (maximum is 100 characters)'] },
    })
  })

  it('remembers the last ten, newest first and each once', async () => {
    for (let n = 1; n <= 11; n += 1) await set({ emoji: 'coffee', message: `Cup ${n}` })
    await set({ emoji: 'coffee', message: 'Cup 5' })
    const recent = await latchkey.value<{ message: string }[]>('ownStatus.recent', {}, account)
    expect(recent.map(({ message }) => message)).toEqual(
      [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((n) => `Cup ${n}`),
    )
  })
})

describe('a status that is over', () => {
  it('is not shown although the service still returns it', async () => {
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

describe('a change whose answer was lost', () => {
  const before = {
    emoji: 'coffee',
    message: 'Same',
    availability: 'not_set',
    clear_status_at: null,
  }

  /** A service that loses the answer of a write, after doing it or instead. */
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

  it('counts as made when it is there, and is not sent again', async () => {
    const { answer, writes } = await losing('after', { message: 'After' })
    expect(answer).toMatchObject({ ok: true, value: { message: 'After' } })
    expect(writes).toHaveLength(1)
  })

  it.each([{ message: 'After' }, { busy: true }, { clear: '30_minutes' }])(
    'is told when it is not there, and is not sent again either: %j',
    async (draft) => {
      const { answer, writes } = await losing('instead', draft)
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
      expect(writes).toHaveLength(1)
    },
  )

  it('is not made because the service answered with nothing', async () => {
    const { answer } = await losing('empty', { message: 'In a meeting' })
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'unknown-outcome' } })
  })
})
