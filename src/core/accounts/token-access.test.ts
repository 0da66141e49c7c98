import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Sandbox } from '../../sandbox/start.ts'
import { startSeededSandbox } from '../../sandbox/testing/seeded-sandbox.ts'
import type { Account, AccountsSnapshot } from '../../shared/operations/accounts.ts'
import type { QueuedAction } from '../../shared/operations/queue.ts'
import { createTestClient } from '../gitlab/testing/client.ts'
import { type Answerer, type TestServer, json, startServer } from '../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'
import { readTokenAccess } from './token-access.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

function latchkeyWith(): TestLatchkey {
  const latchkey = createTestLatchkey()
  ends.push(() => latchkey.close())
  return latchkey
}

async function serverWith(answer: Answerer): Promise<TestServer> {
  const server = await startServer(answer, { ownToken: false })
  ends.push(() => server.stop())
  return server
}

interface Person {
  id: number
  username: string
  name: string
  state: string
}

const readOnly = {
  kind: 'forbidden',
  reason: 'insufficient-scope',
  message: 'This token is read-only.',
}

const status = { emoji: 'tada', message: 'Allowed', busy: false }

async function accountOf(latchkey: TestLatchkey, { id }: Account): Promise<Account> {
  const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
  return accounts.find((one) => one.id === id)!
}

// GitLab reports a token's scopes. Instances that only implement the documented interface have to be probed.
describe.each(['gitlab', 'interface'] as const)('token scopes on the %s flavor', (flavor) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 20, flavor })
  })
  afterAll(() => sandbox.stop())

  /** Creates another token for a user, as the administrator. */
  async function tokenOf(user: number, scopes: string[]): Promise<string> {
    const answer = await fetch(`${sandbox.url}/api/v4/users/${user}/personal_access_tokens`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Another one', scopes }),
    })
    return ((await answer.json()) as { token: string }).token
  }

  /** The input for blocking a user in their current state. */
  async function blockInput(latchkey: TestLatchkey, account: string) {
    const { id, ...seen } = await latchkey.value<Person>('users.get', { id: 2 }, account)
    const { username, name, state } = seen
    return { action: 'block', id, seen: { username, name, state }, note: false }
  }

  it.each([
    ['api', true],
    ['read_api', false],
    ['read_user', false],
  ])('detects at sign-in whether a token with the %s scope can write', async (scope, canWrite) => {
    const account = await latchkeyWith().signIn(sandbox.url, await tokenOf(2, [scope]))
    expect(account.canWrite).toBe(canWrite)
  })

  it('warns before a sign-in replaces a token with a read-only one', async () => {
    const latchkey = latchkeyWith()
    const account = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const input = { baseUrl: sandbox.url, token: sandbox.tokens.read_user }
    expect(await latchkey.failure('accounts.add', input)).toMatchObject({
      kind: 'conflict',
      reason: 'narrower-token',
      message: `This token has fewer scopes than the current token of @${account.user.username}.`,
      hint: expect.stringContaining('It can only read.'),
    })
    expect((await accountOf(latchkey, account)).canWrite).toBe(true)
    await latchkey.value('ownStatus.set', status, account.id)

    const replaced = await latchkey.value<Account>('accounts.add', {
      ...input,
      allowFewerScopes: true,
    })
    expect(replaced).toMatchObject({ id: account.id, canWrite: false })
    const other = { ...status, message: 'Not allowed' }
    expect(await latchkey.failure('ownStatus.set', other, account.id)).toMatchObject(readOnly)
  })

  it("warns before replacing an account's token with a read-only one", async () => {
    const latchkey = latchkeyWith()
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const input = { id, token: sandbox.tokens.read_user }
    const failure = await latchkey.failure('accounts.replaceToken', input)
    expect(failure).toMatchObject({ reason: 'narrower-token' })
    const agreed = { ...input, allowFewerScopes: true }
    expect(await latchkey.value('accounts.replaceToken', agreed)).toMatchObject({ canWrite: false })
  })

  it('accepts the same token or one with more scopes without a warning', async () => {
    const latchkey = latchkeyWith()
    const narrow = await latchkey.signIn(sandbox.url, sandbox.tokens.read_user)
    await latchkey.signIn(sandbox.url, sandbox.tokens.read_user)
    const wide = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    expect(wide).toMatchObject({ id: narrow.id, canWrite: true })
    await latchkey.value('ownStatus.set', status, wide.id)
  })

  it("doesn't queue actions with a read-only token", async () => {
    const latchkey = latchkeyWith()
    const { id } = await latchkey.signIn(sandbox.url, await tokenOf(1, ['read_api']))
    const block = await blockInput(latchkey, id)
    expect(await latchkey.failure('queue.enqueue', block, id)).toMatchObject(readOnly)
    const selection = { kind: 'users', ids: [2] }
    const run = { selection, action: 'block', affectedCount: 1, note: false }
    expect(await latchkey.failure('bulk.start', run, id)).toMatchObject(readOnly)
    expect(await latchkey.failure('queue.retry', { ids: [1] }, id)).toMatchObject(readOnly)
    expect(await latchkey.value('queue.list', { offset: 0, limit: 10 }, id)).toMatchObject({
      total: 0,
    })
    expect(await latchkey.value('jobs.list', {}, id)).toMatchObject({ jobs: [] })
  })

  it('keeps queued actions until the token can write again', async () => {
    const latchkey = latchkeyWith()
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    await latchkey.value('jobs.pauseAll', {}, id)
    const block = await blockInput(latchkey, id)
    const queued = await latchkey.value<QueuedAction>('queue.enqueue', block, id)
    const token = await tokenOf(1, ['read_api'])
    await latchkey.value('accounts.replaceToken', { id, token, allowFewerScopes: true })
    await latchkey.value('jobs.resumeAll', {}, id)
    expect(await latchkey.value('queue.sendAllNow', {}, id)).toMatchObject({
      counts: { ready: 1 },
      waiting: readOnly,
    })

    await latchkey.value('accounts.replaceToken', { id, token: sandbox.tokens.admin })
    await latchkey.value('queue.release', {}, id)
    await expect
      .poll(() => latchkey.value<QueuedAction>('queue.get', { id: queued.id }, id))
      .toMatchObject({ state: 'done' })
  })
})

describe('token scopes reported by GitLab', () => {
  const scopesOf: Record<string, unknown> = {
    wide: ['api', 'sudo', 'admin_mode', 'create_runner', 'read_repository'],
    'no-admin': ['api'],
    runners: ['read_user', 'create_runner'],
    fine: ['granular'],
    odd: [],
  }
  /** Reports the scopes of every token that isn't in `dead`, and allows everything. */
  async function start(): Promise<{ server: TestServer; dead: Set<string>; writes(): number }> {
    const dead = new Set<string>()
    const server = await serverWith(({ url, method, headers }, response) => {
      const token = String(headers['private-token'])
      if (dead.has(token)) return json(response, 401, { message: '401 Unauthorized' })
      if (url.endsWith('/self')) return json(response, 200, { scopes: scopesOf[token] })
      if (method === 'GET') return json(response, 200, { id: 7, username: 'maya', name: 'Maya' })
      return json(response, 201, { id: 8, token: 'glrt-1' })
    })
    const writes = () => server.requests.filter(({ method }) => method !== 'GET').length
    return { server, dead, writes }
  }

  it('lists only lost scopes that Latchkey uses', async () => {
    const { server } = await start()
    const latchkey = latchkeyWith()
    await latchkey.signIn(server.url, 'wide')
    const input = { baseUrl: server.url, token: 'no-admin' }
    expect(await latchkey.failure('accounts.add', input)).toMatchObject({
      reason: 'narrower-token',
      hint: 'It lacks the scopes admin_mode and sudo.',
    })
  })

  it('replaces an invalid token without a warning', async () => {
    const { server, dead } = await start()
    const latchkey = latchkeyWith()
    await latchkey.signIn(server.url, 'wide')
    dead.add('wide')
    expect(await latchkey.signIn(server.url, 'no-admin')).toMatchObject({ canWrite: true })
  })

  it("doesn't send writes at sign-in", async () => {
    const { server, writes } = await start()
    await latchkeyWith().signIn(server.url, 'odd')
    expect(writes()).toBe(0)
    expect(server.requests).toHaveLength(2)
  })

  it.each(['fine', 'odd'])('does not treat a token with %s scopes as read-only', async (token) => {
    const { server, writes } = await start()
    const latchkey = latchkeyWith()
    const account = await latchkey.signIn(server.url, token)
    expect(account.canWrite).toBeUndefined()
    await latchkey.value('emails.add', { email: 'maya@example.org' }, account.id)
    expect(writes()).toBe(1)
  })

  it('rejects a write without the api scope before sending anything', async () => {
    const { server, writes } = await start()
    const latchkey = latchkeyWith()
    const { id } = await latchkey.signIn(server.url, 'runners')
    const before = server.requests.length
    const email = { email: 'maya@example.org' }
    expect(await latchkey.failure('emails.add', email, id)).toMatchObject(readOnly)
    expect(await latchkey.failure('sshKeys.remove', { key_id: 1 }, id)).toMatchObject(readOnly)
    expect(server.requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
    expect(writes()).toBe(0)
  })

  it('creates runners with the create_runner scope', async () => {
    const { server, writes } = await start()
    const latchkey = latchkeyWith()
    const { id, canWrite } = await latchkey.signIn(server.url, 'runners')
    expect(canWrite).toBe(false)
    await latchkey.value('user.createRunner', { runner_type: 'instance_type' }, id)
    expect(writes()).toBe(1)
  })
})

describe('token scopes that the instance does not report', () => {
  const scopeRefusal = (scope: string) => ({ error: 'insufficient_scope', scope })

  async function start(refusal: object): Promise<TestServer> {
    return serverWith(({ url, method, headers }, response) => {
      if (url.endsWith('/self')) return json(response, 500, { message: '500' })
      if (method === 'GET') return json(response, 200, { id: 7, username: 'maya', name: 'Maya' })
      if (headers['private-token'] === 'better') return json(response, 201, { id: 8 })
      return json(response, 403, refusal)
    })
  }

  it('makes the account read-only when a write is rejected for lack of the api scope', async () => {
    const server = await start(scopeRefusal('api read_user'))
    const latchkey = latchkeyWith()
    const account = await latchkey.signIn(server.url, 'narrow')
    expect(account.canWrite).toBeUndefined()
    const unfollow = () => latchkey.failure('following.unfollow', { id: 9 }, account.id)
    expect(await unfollow()).toMatchObject({ status: 403, reason: 'insufficient-scope' })
    await expect.poll(async () => (await accountOf(latchkey, account)).canWrite).toBe(false)
    expect(await unfollow()).toMatchObject(readOnly)
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)

    await latchkey.value('accounts.replaceToken', { id: account.id, token: 'better' })
    await latchkey.value('emails.add', { email: 'maya@example.org' }, account.id)
  })

  it.each([
    ['sudo', scopeRefusal('sudo')],
    ['a fine-grained permission', { error: 'insufficient_granular_scope' }],
  ])(
    "doesn't make the account read-only when a write is rejected for lack of %s",
    async (_, refusal) => {
      const server = await start(refusal)
      const latchkey = latchkeyWith()
      const account = await latchkey.signIn(server.url, 'narrow')
      for (let again = 0; again < 2; again += 1) {
        await latchkey.failure('following.unfollow', { id: 9 }, account.id)
      }
      expect((await accountOf(latchkey, account)).canWrite).toBeUndefined()
      expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
    },
  )

  it.each<[string, Answerer]>([
    ['drops the connection', (_, response) => response.socket?.destroy()],
    ['responds with HTML', (_, response) => response.end('<html>Welcome</html>')],
    ['redirects', (_, response) => response.writeHead(302, { location: '/login' }).end()],
    ['refuses', (_, response) => json(response, 403, { message: '403 Forbidden' })],
    ['responds 404', (_, response) => json(response, 404, { error: '404 Not Found' })],
  ])('allows signing in when the instance %s', async (_, answer) => {
    const server = await serverWith((request, response) => {
      if (!request.url.endsWith('/user')) return answer(request, response)
      return json(response, 200, { id: 7, username: 'maya', name: 'Maya' })
    })
    const account = await latchkeyWith().signIn(server.url, 'any')
    expect(account.canWrite).toBeUndefined()
  })

  it('delays a sign-in by a few seconds at most', async () => {
    const server = await serverWith(() => undefined)
    const { client } = createTestClient()
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    onTestFinished(() => timeout.mockRestore())
    const reading = readTokenAccess(client, { baseUrl: server.url, token: 'any' })
    await vi.waitUntil(() => server.requests.length > 0)
    limit.abort()
    expect(await reading).toEqual({})
    expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000)
    expect(server.requests).toHaveLength(1)
  })
})
