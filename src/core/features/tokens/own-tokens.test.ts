import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { CreatedToken, PersonalAccessToken } from '../../../shared/gitlab/tokens.ts'
import type { Account, AccountsSnapshot } from '../../../shared/operations/accounts.ts'
import type { Connectivity } from '../../../shared/operations/connectivity.ts'
import type { OwnTokenEntry, OwnTokens } from '../../../shared/operations/own-tokens.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import type { Ports } from '../../ports.ts'
import { dateIn } from '../../testing/dates.ts'
import { type Answerer, type TestServer, json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type FaultyProxy, startFaultyProxy } from '../../testing/proxy-server.ts'

const cluster = { name: 'cluster', scopes: ['k8s_proxy'] }
const path = '/api/v4/personal_access_tokens'

let clock: number
let latchkey: TestLatchkey
let me: Account
const ends: (() => unknown)[] = []
beforeAll(() => vi.setSystemTime('2026-05-04T09:00:00Z'))
afterAll(() => vi.useRealTimers())
beforeEach(() => void (clock = currentTime()))
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function signIn(url: string, token: string, ports: Partial<Ports> = {}): Promise<void> {
  latchkey = createTestLatchkey({ now: () => clock, ...ports })
  ends.push(() => latchkey.close())
  me = await latchkey.signIn(url, token)
}

const call = <T = undefined>(name: string, input: object = {}) =>
  latchkey.value<T>(`ownTokens.${name}`, input, me.id)
const failureOf = (name: string, input: object = {}) =>
  latchkey.failure(`ownTokens.${name}`, input, me.id)
const list = () => call<OwnTokens>('list')
const tokenNamed = async (name: string): Promise<OwnTokenEntry> => {
  const found = (await list()).tokens.find((token) => token.name === name)
  return found ?? expect.fail(`There is no token ${name}.`)
}
const accountState = async () =>
  (await latchkey.value<Connectivity[]>('connectivity.list')).find(
    ({ account }) => account === me.id,
  )?.state

/** A service that returns its own user and these tokens. */
async function startService(
  answer: Answerer,
  latchkeyToken: object = { id: 1 },
): Promise<TestServer> {
  const server = await startServer(
    (request, response) => {
      const { pathname } = new URL(request.url, 'http://service')
      if (pathname === '/api/v4/user') json(response, 200, { id: 7, username: 'ada', name: 'Ada' })
      else if (pathname === `${path}/self`)
        json(response, 200, { scopes: ['api'], ...latchkeyToken })
      else answer(request, response)
    },
    { ownToken: false },
  )
  ends.push(() => server.stop())
  await signIn(server.url, 'glpat-of-ada')
  return server
}

const sent = ({ requests }: TestServer, method: string) =>
  requests.filter((request) => request.method === method).map(({ url }) => url)

describe('ownTokens.list', () => {
  let sandbox: Sandbox
  let proxy: FaultyProxy
  beforeEach(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    ends.push(() => sandbox.stop())
    proxy = await startFaultyProxy(sandbox.url, { ownToken: false })
    ends.push(() => proxy.stop())
    await signIn(proxy.url, sandbox.tokens.user)
  })

  it('returns every token with its state, newest first, and marks Latchkey’s own', async () => {
    const { listed, failure, tokens } = await list()
    expect({ listed, failure }).toEqual({ listed: 'all' })
    expect(tokens.filter(({ isSignInToken }) => isSignInToken)).toMatchObject([
      { name: 'Latchkey', state: 'active' },
    ])
    expect(new Set(tokens.map(({ state }) => state))).toEqual(new Set(['active', 'inactive']))
    const times = tokens.map(({ created_at }) => Date.parse(created_at!))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const [asked] = proxy.requests.filter(({ url }) => url.startsWith(`${path}?`))
    expect(asked!.url).toContain(`user_id=${me.user.id}&`)
  })

  it('returns only an administrator’s own tokens', async () => {
    await latchkey.close()
    ends.pop()
    await signIn(proxy.url, sandbox.tokens.admin)
    const { tokens } = await list()
    expect(tokens.map(({ name }) => name)).toContain('Latchkey')
    expect(tokens.map(({ name }) => name)).not.toContain('glab on laptop')
  })

  it("omits an administrator's impersonation tokens, which can't be revoked or rotated", async () => {
    await latchkey.close()
    ends.pop()
    await signIn(proxy.url, sandbox.tokens.admin)
    const wanted = { user_id: me.user.id, name: 'for somebody else', expires_at: dateIn(10) }
    const { id } = await latchkey.value<{ id: number }>(
      'adminTokens.createImpersonation',
      { ...wanted, scopes: ['read_user'], reason: 'Asked for in ticket 4711' },
      me.id,
    )
    expect((await list()).tokens.map(({ name }) => name)).not.toContain(wanted.name)
    const message = 'This isn’t one of your personal access tokens.'
    expect(await failureOf('revoke', { id })).toMatchObject({ message })
    const rotation = { id, expires_at: dateIn(30), uses: [] }
    expect(await failureOf('rotate', rotation)).toMatchObject({ message })
  })

  it('lists an administrator’s own tokens without Admin Mode, but can’t change them', async () => {
    await latchkey.close()
    ends.pop()
    const strict = await startSeededSandbox({ users: 0, flavor: 'gitlab', adminMode: true })
    ends.push(() => strict.stop())
    const users = `${strict.url}/api/v4/user`
    const headers = { 'private-token': strict.tokens.admin, 'content-type': 'application/json' }
    const { id: user } = (await (await fetch(users, { headers })).json()) as { id: number }
    const create = async (name: string) => {
      const body = JSON.stringify({ name, scopes: ['api'], expires_at: dateIn(10) })
      const path = `${users}s/${user}/personal_access_tokens`
      const answer = await fetch(path, { method: 'POST', headers, body })
      return (await answer.json()) as CreatedToken & { id: number }
    }
    const { id } = await create('CI')
    await signIn(strict.url, (await create('without Admin Mode')).token)
    expect((await list()).tokens.map(({ name }) => name)).toContain('CI')
    const refusal = { reason: 'admin-mode' }
    expect(await failureOf('revoke', { id })).toMatchObject(refusal)
    const rotation = { id, expires_at: dateIn(30), uses: [] }
    expect(await failureOf('rotate', rotation)).toMatchObject(refusal)
    expect((await tokenNamed('CI')).state).toBe('active')
  })

  it('returns the cached list if the instance can’t be reached', async () => {
    const before = await list()
    proxy.fault = 'reset'
    expect(await latchkey.invoke('ownTokens.list', {}, me.id)).toMatchObject({
      ok: true,
      value: before,
      asOf: clock,
      failure: { kind: 'offline' },
    })
  })

  it.each([
    [500, 'service-error'],
    [404, 'not-the-service'],
    ['html', 'not-the-service'],
  ] as const)(
    'falls back to the tokens created here if the instance returns %s, with the reason',
    async (fault, kind) => {
      const { id } = await call<CreatedToken>('createLimited', cluster)
      await list()
      // Invalidates the cached list.
      await call('createLimited', { ...cluster, name: 'another' })
      proxy.fault = fault
      const { listed, failure, tokens } = await list()
      if (fault === 404) expect({ listed, failure }).toEqual({ listed: 'unsupported' })
      else expect({ listed, failure }).toMatchObject({ listed: 'failed', failure: { kind } })
      expect(tokens).toMatchObject([
        { name: 'another' },
        { id, name: 'cluster', wasRotated: false },
      ])
      expect(tokens[0]).not.toHaveProperty('state')
      proxy.fault = 'none'
    },
  )

  it("marks tokens of the user's other accounts, which can't be revoked or rotated", async () => {
    const { user, token: own } = me
    const body = { name: 'second', scopes: ['api'], expires_at: dateIn(10) }
    const created = await fetch(`${sandbox.url}/api/v4/users/${user.id}/personal_access_tokens`, {
      method: 'POST',
      headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { id, token } = (await created.json()) as { id: number; token: string }
    expect(await tokenNamed('second')).toMatchObject({ isSignInToken: false })
    const second = await latchkey.signIn(sandbox.url, token)
    expect([second.id === me.id, second.token]).toEqual([false, own])
    expect(await tokenNamed('second')).toMatchObject({ isSignInToken: true })
    const message = 'Latchkey itself is signed in with this token.'
    expect(await failureOf('revoke', { id })).toMatchObject({ message })
    const rotation = { id, expires_at: dateIn(30), uses: [] }
    expect(await failureOf('rotate', rotation)).toMatchObject({ message })
    // An account of a different user reveals nothing about it.
    await latchkey.value('accounts.signOut', { id: second.id })
    await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    expect(await tokenNamed('second')).toMatchObject({ isSignInToken: false })
    await call('revoke', { id })
  })

  it("reports that the account's token is unknown and signs it out", async () => {
    await list()
    proxy.fault = 401
    const { listed, failure } = await list()
    expect({ listed, failure }).toMatchObject({
      listed: 'failed',
      failure: { kind: 'unauthorized', reason: 'token-unknown' },
    })
    expect(await accountState()).toBe('signed-out')
    proxy.fault = 'none'
  })

  it('requires read_api, and stops asking if it is missing', async () => {
    await latchkey.close()
    ends.pop()
    await signIn(proxy.url, sandbox.tokens.read_user)
    expect(await list()).toEqual({ listed: 'scope-missing', tokens: [] })
    const asked = proxy.requests.filter(({ url }) => url.startsWith(`${path}?`)).length
    await list()
    expect(proxy.requests.filter(({ url }) => url.startsWith(`${path}?`))).toHaveLength(asked)
    expect(await accountState()).toBe('online')
  })
})

describe('an instance without the list', () => {
  it.each([{ flavor: 'interface' }, { flavor: 'gitlab', hasTokenList: false }] as const)(
    'is queried once, then once a day, while the tokens created here are listed: %o',
    async (options) => {
      const sandbox = await startSeededSandbox({ users: 0, ...options })
      ends.push(() => sandbox.stop())
      const proxy = await startFaultyProxy(sandbox.url, { ownToken: false })
      ends.push(() => proxy.stop())
      await signIn(proxy.url, sandbox.tokens.user)
      const { id, token } = await call<CreatedToken>('createLimited', {
        ...cluster,
        expires_at: dateIn(10),
      })
      const second = await call<CreatedToken>('createLimited', { ...cluster, name: 'today' })
      const asked = () => proxy.requests.filter(({ url }) => url.startsWith(`${path}?`)).length
      // Each creation tries to read the existing tokens first, in case its response is lost.
      expect(asked()).toBe(2)
      for (let count = 0; count < 3; count += 1) {
        expect(await list()).toMatchObject({
          listed: 'unsupported',
          tokens: [
            { id: second.id, name: 'today', isSignInToken: false },
            { id, name: 'cluster', scopes: ['k8s_proxy'], expires_at: dateIn(10) },
          ],
        })
      }
      expect(asked()).toBe(3)
      expect(await call<OwnTokens>('list', { again: true })).toMatchObject({
        listed: 'unsupported',
      })
      expect(asked()).toBe(4)
      clock += 25 * 60 * 60_000
      await list()
      expect(asked()).toBe(5)
      await latchkey.value('accounts.replaceToken', { id: me.id, token: sandbox.tokens.user })
      expect(await call<OwnTokens>('forgetEntry', { id: second.id })).toMatchObject({
        tokens: [{ id }],
      })
      expect(asked()).toBe(6)
      expect(latchkey.kept().filter((text) => text.includes(token))).toEqual([])
    },
  )
})

describe('token last use', () => {
  it.each([
    [{ last_used_at: '2026-05-01T09:00:00.000Z' }, { last_used_at: '2026-05-01T09:00:00.000Z' }],
    [{ last_used_at: null }, { last_used_at: null }],
    [{}, {}],
  ])('%j is listed as %j', async (told, expected) => {
    await startService((_, response) =>
      json(response, 200, [{ id: 5, name: 'CI', user_id: 7, active: true, scopes: [], ...told }]),
    )
    const [token] = (await list()).tokens
    expect(Object.entries(token!).filter(([name]) => name === 'last_used_at')).toEqual(
      Object.entries(expected),
    )
  })

  it('includes the addresses that used a token, and what a fine-grained one may do', async () => {
    const more = {
      last_used_ips: ['192.0.2.17', '2001:db8::17'],
      granular_scopes: [{ access: 'user', permissions: ['read_user'] }],
    }
    await startService((_, response) =>
      json(response, 200, [{ id: 5, name: 'CI', user_id: 7, active: true, scopes: [], ...more }]),
    )
    expect((await list()).tokens[0]).toMatchObject(more)
  })
})

describe('ownTokens.createLimited', () => {
  it("shows GitLab's reason for rejecting a date too far ahead", async () => {
    const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    ends.push(() => sandbox.stop())
    await signIn(sandbox.url, sandbox.tokens.user)
    expect(
      await failureOf('createLimited', { ...cluster, expires_at: dateIn(3000) }),
    ).toMatchObject({ kind: 'invalid', message: expect.stringContaining('before') })
  })

  it.each([
    ['18', 'invalid'],
    ['19', undefined],
  ] as const)(
    'requires GitLab 19 rather than %s for a token that may rotate itself',
    async (version, kind) => {
      const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', version })
      ends.push(() => sandbox.stop())
      await signIn(sandbox.url, sandbox.tokens.user)
      const input = { name: 'cluster', scopes: ['k8s_proxy', 'self_rotate'] }
      if (kind) {
        const { kind: actual, fields } = await failureOf('createLimited', input)
        expect([actual, Object.keys(fields ?? {})]).toEqual([kind, ['scopes']])
      } else expect(await call('createLimited', input)).toMatchObject({ scopes: input.scopes })
    },
  )

  it.each([-400, -1, 0])('rejects a date in the past (%i) before sending it', async (days) => {
    const server = await startService((_, response) => json(response, 500, {}))
    const input = { ...cluster, expires_at: dateIn(days) }
    expect(await failureOf('createLimited', input)).toMatchObject({
      kind: 'invalid',
      fields: { expires_at: ['must be later than today'] },
    })
    expect(sent(server, 'POST')).toEqual([])
  })

  it('reports a lost response without repeating the request', async () => {
    const server = await startService(({ method }, response) =>
      method === 'POST'
        ? void response.destroy()
        : json(response, 404, { message: '404 Not Found' }),
    )
    expect(await failureOf('createLimited', cluster)).toMatchObject({
      kind: 'unknown-outcome',
      message: expect.stringContaining('“cluster”'),
      hint: expect.stringContaining('revoke'),
    })
    expect(sent(server, 'POST')).toHaveLength(1)
  })
})

describe('ownTokens.revoke', () => {
  const token: Partial<PersonalAccessToken> = { id: 5, name: 'CI', user_id: 7, active: true }
  const own = { ...token, revoked: false, scopes: ['api'] }

  it("revokes a user's own token, which remains in the list", async () => {
    const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    ends.push(() => sandbox.stop())
    await signIn(sandbox.url, sandbox.tokens.user)
    const { id } = await tokenNamed('glab on laptop')
    await call('revoke', { id })
    expect((await tokenNamed('glab on laptop')).state).toBe('inactive')
  })

  it('rejects Latchkey’s own token', async () => {
    const server = await startService((_, response) => json(response, 200, own), { id: 5 })
    expect(await failureOf('revoke', { id: 5 })).toMatchObject({
      kind: 'conflict',
      message: 'Latchkey itself is signed in with this token.',
    })
    expect(sent(server, 'DELETE')).toEqual([])
  })

  it('rejects every token if Latchkey’s own is unknown', async () => {
    const server = await startService((_, response) => json(response, 200, own), {})
    const message = 'It isn’t known which token Latchkey itself is signed in with.'
    expect(await failureOf('revoke', { id: 5 })).toMatchObject({ message })
    const rotation = { id: 5, expires_at: dateIn(30), uses: [] }
    expect(await failureOf('rotate', rotation)).toMatchObject({ message })
    expect([...sent(server, 'DELETE'), ...sent(server, 'POST')]).toEqual([])
  })

  it.each([
    ['another user’s', { user_id: 8 }],
    ['a token of an unknown user', { user_id: undefined }],
    ['an impersonation token', { impersonation: true }],
  ])('rejects %s', async (_, change) => {
    const answer = { ...own, ...change }
    const server = await startService(({ url }, response) =>
      json(response, 200, url.includes('?') ? [answer] : answer),
    )
    const message = 'This isn’t one of your personal access tokens.'
    expect(await failureOf('revoke', { id: 5 })).toMatchObject({ message })
    const rotation = { id: 5, expires_at: dateIn(30), uses: [] }
    expect(await failureOf('rotate', rotation)).toMatchObject({ message })
    expect([...sent(server, 'DELETE'), ...sent(server, 'POST')]).toEqual([])
  })

  it('does not sign out if GitLab returns 401 for another user’s token', async () => {
    await startService((_, response) => json(response, 401, { message: '401 Unauthorized' }))
    expect(await failureOf('revoke', { id: 5 })).toMatchObject({
      kind: 'forbidden',
      message: expect.stringMatching(/isn’t one of yours, or no longer exists\.$/),
    })
    expect(await accountState()).toBe('online')
    const { accounts } = await latchkey.value<AccountsSnapshot>('accounts.list')
    expect(accounts).toMatchObject([{ id: me.id, token: 'keychain' }])
  })

  it.each([true, false])(
    'checks after a lost response whether the token is revoked: %s',
    async (isDone) => {
      let isRevoked = false
      const server = await startService(({ method }, response) => {
        if (method === 'GET') {
          return json(response, 200, { ...own, revoked: isRevoked, active: !isRevoked })
        }
        isRevoked = isDone
        response.destroy()
      })
      if (isDone) await call('revoke', { id: 5 })
      else {
        expect(await failureOf('revoke', { id: 5 })).toMatchObject({
          kind: 'unknown-outcome',
          message: expect.stringMatching(/The token still works\.$/),
        })
      }
      expect(sent(server, 'DELETE')).toHaveLength(1)
    },
  )

  it('reports an unknown outcome if the token can’t be read after a lost response', async () => {
    let isSent = false
    await startService(({ method }, response) => {
      isSent ||= method === 'DELETE'
      if (isSent) response.destroy()
      else json(response, 200, own)
    })
    expect(await failureOf('revoke', { id: 5 })).toMatchObject({
      kind: 'unknown-outcome',
      message: expect.stringContaining('not known whether'),
    })
  })
})

it('remembers across restarts, even offline, that an instance has no list', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-tokens-'))
  ends.push(() => rmSync(dataFolder, { recursive: true }))
  const sandbox = await startSeededSandbox({ users: 0 })
  ends.push(() => sandbox.stop())
  const keychain = createMemorySecretStore()
  await signIn(sandbox.url, sandbox.tokens.user, { dataFolder, keychain })
  expect(await list()).toEqual({ listed: 'unsupported', tokens: [] })
  await latchkey.close()
  ends.pop()
  const now = () => clock + 48 * 60 * 60_000
  latchkey = createTestLatchkey({ now, dataFolder, keychain })
  ends.push(() => latchkey.close())
  await sandbox.stop()
  expect(await list()).toEqual({ listed: 'unsupported', tokens: [] })
})

it('keeps its data across restarts without storing secrets', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-tokens-'))
  ends.push(() => rmSync(dataFolder, { recursive: true }))
  const sandbox = await startSeededSandbox({ users: 0 })
  ends.push(() => sandbox.stop())
  await signIn(sandbox.url, sandbox.tokens.user, { dataFolder })
  const { token } = await call<CreatedToken>('createLimited', cluster)
  await latchkey.close()
  ends.pop()
  await signIn(sandbox.url, sandbox.tokens.user, { dataFolder })
  expect(await list()).toMatchObject({ tokens: [{ name: 'cluster' }] })
  expect(latchkey.kept().filter((text) => text.includes(token))).toEqual([])
})
