import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticate, assertAdmin } from './authentication.ts'
import type { Context } from './context.ts'
import { insertToken } from './database/tokens.ts'
import type { Scope } from './database/tokens.ts'
import { userByUsername } from './database/users.ts'
import { serviceTable } from '../shared/gitlab/index.ts'
import { seededContext } from './testing/context.ts'
import { noon, startTestSandbox } from './testing/harness.ts'
import type { TestSandbox } from './testing/harness.ts'

describe('access token over HTTP', () => {
  let sandbox: TestSandbox
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each([
    ['PRIVATE-TOKEN', (token: string) => ({ 'PRIVATE-TOKEN': token })],
    ['Bearer', (token: string) => ({ Authorization: `Bearer ${token}` })],
  ])('authenticates as %s', async (_, headers) => {
    const answer = await sandbox.ask('GET', '/user', { headers: headers(sandbox.tokens.user) })
    expect(answer.body).toMatchObject({ username: 'maya.lindqvist' })
  })

  it.each([
    ['missing', {}],
    ['empty', { 'private-token': '' }],
    ['unknown', { 'private-token': 'glpat-0000000000000000000000' }],
    ['sent with another scheme', { authorization: 'Basic bWF5YTpzZWNyZXQ=' }],
  ])('returns a plain 401 when it is %s', async (_, headers) => {
    expect(await sandbox.ask('GET', '/user', { headers })).toMatchObject({
      status: 401,
      body: { message: '401 Unauthorized' },
    })
  })

  it('returns 401 with the reason when it has expired', async () => {
    expect(await sandbox.ask('GET', '/user', { token: sandbox.tokens.expired })).toMatchObject({
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: 'Token is expired. You can either do re-authorization or token refresh.',
      },
    })
  })

  it('returns 401 with the reason when it was revoked', async () => {
    expect(await sandbox.ask('GET', '/user', { token: sandbox.tokens.revoked })).toMatchObject({
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: 'Token was revoked. You have to re-authorize from the user.',
      },
    })
  })

  it('returns 401 when it is invalid, even on public endpoints', async () => {
    const path = '/users/ines/status'
    expect((await sandbox.ask('GET', path)).status).toBe(200)
    expect((await sandbox.ask('GET', path, { token: 'nonsense' })).status).toBe(401)
  })

  it('returns 403 with the reason when its user is blocked', async () => {
    expect(await sandbox.ask('GET', '/user', { token: sandbox.tokens.blocked })).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Your account has been blocked.' },
    })
  })

  it('limits read_user to reading under /user, without /user_counts', async () => {
    const token = sandbox.tokens.read_user
    expect((await sandbox.ask('GET', '/user', { token })).status).toBe(200)
    expect((await sandbox.ask('GET', '/user/status', { token })).status).toBe(200)
    expect(await sandbox.ask('PUT', '/user/status', { token, body: {} })).toMatchObject({
      status: 403,
      body: {
        error: 'insufficient_scope',
        error_description:
          'The request requires higher privileges than provided by the access token.',
        scope: 'api',
      },
    })
    expect(await sandbox.ask('GET', '/user_counts', { token })).toMatchObject({
      status: 403,
      body: { scope: 'api read_api' },
    })
  })

  it('records activity on the day it is used', async () => {
    const { body } = await sandbox.ask('GET', '/user', { token: sandbox.tokens.user })
    expect(body).toMatchObject({ last_activity_on: '2025-07-01' })
  })
})

describe('sudo', () => {
  let sandbox: TestSandbox
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each([
    ['id in the query', '/user?sudo=2', {}],
    ['username in the query, in any case', '/user?sudo=Maya.LINDQVIST', {}],
    ['id in the header', '/user', { Sudo: '2' }],
    ['username in the header', '/user', { Sudo: 'maya.lindqvist' }],
  ])('impersonates a user by %s', async (_, path, headers) => {
    const answer = await sandbox.ask('GET', path, { token: sandbox.tokens.admin, headers })
    expect(answer.body).toMatchObject({ id: 2 })
    expect(answer.body).not.toHaveProperty('is_admin')
  })

  it('accepts the user in a body on any endpoint', async () => {
    const body = { sudo: 2, emoji: 'dog' }
    await sandbox.ask('PUT', '/user/status', { token: sandbox.tokens.admin, body })
    const answer = await sandbox.ask('GET', '/users/2/status')
    expect(answer.body).toMatchObject({ emoji: 'dog' })
  })

  it('records activity for the impersonated user, but no sign-in', async () => {
    const read = async () => {
      const { body } = await sandbox.asAdmin('GET', '/users?username=long-gone')
      const [{ id }] = body as [{ id: number }]
      return (await sandbox.asAdmin('GET', `/users/${id}`)).body as Record<string, unknown>
    }
    const before = await read()
    expect(before['last_activity_on']).not.toBe('2025-07-01')
    await sandbox.ask('GET', '/user?sudo=long-gone', { token: sandbox.tokens.admin })
    expect(await read()).toEqual({ ...before, last_activity_on: '2025-07-01' })
  })

  it("rejects callers who aren't administrators", async () => {
    const answer = await sandbox.ask('GET', '/user?sudo=1', { token: sandbox.tokens.user })
    expect(answer).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Must be admin to use sudo' },
    })
  })

  it('requires a token, even on public endpoints', async () => {
    expect((await sandbox.ask('GET', '/users/1/status?sudo=1')).status).toBe(401)
  })

  it('returns a 404 that names the unknown user', async () => {
    for (const [query, name] of [
      ['sudo=99123', '99123'],
      ['sudo=%00', '\0'],
      ['sudo[]=1', '["1"]'],
      ['sudo[toString]=1', '{"toString":"1"}'],
    ]) {
      const answer = await sandbox.ask('GET', `/user?${query}`, { token: sandbox.tokens.admin })
      expect(answer).toMatchObject({
        status: 404,
        body: { message: `404 User with ID or username '${name}' Not Found` },
      })
    }
  })
})

describe('token permissions', () => {
  const context = seededContext('rights')
  const { db } = context
  const endpoint = serviceTable.user.get
  const needs = { permission: 'read_user', extraScopes: [] }

  function caller(username: string, scopes: Scope[], more: Partial<Context> = {}, given = {}) {
    const secret = `glpat-${username}-${scopes.join()}-${JSON.stringify(more)}-${JSON.stringify(given)}`
    insertToken(db, secret, {
      user_id: userByUsername(db, username)!.id,
      kind: 'personal',
      name: 'test',
      scopes,
      created_at: noon.toISOString(),
      expires_at: null,
    })
    const headers = new Headers({ 'private-token': secret })
    return authenticate({ ...context, ...more }, endpoint, headers, given, needs)
  }

  it('allow admin endpoints for administrators only', () => {
    expect(() => assertAdmin(caller('ines', ['api']))).not.toThrow()
    expect(() => assertAdmin(caller('maya.lindqvist', ['api']))).toThrow('403 Forbidden')
    expect(() => assertAdmin(undefined)).toThrow('403 Forbidden')
  })

  it('require the scope admin_mode when Admin Mode is on', () => {
    const adminMode = { adminMode: true }
    expect(() => assertAdmin(caller('ines', ['api', 'admin_mode'], adminMode))).not.toThrow()
    expect(() => assertAdmin(caller('ines', ['api'], adminMode))).toThrow('403 Forbidden')
  })

  it('require the scope sudo to impersonate a user', () => {
    expect(() => caller('ines', ['api'], {}, { sudo: '2' })).toThrow('"scope":"sudo"')
  })

  it("reject tokens whose scopes don't cover the endpoint", () => {
    expect(() => caller('ines', ['k8s_proxy', 'create_runner'])).toThrow('insufficient_scope')
  })

  it.each([
    ['newcomer', 'Your account is pending approval from your administrator and hence blocked.'],
    ['dev_singh', 'Your account has been blocked.'],
    ['bulk_seller', 'Your account has been blocked.'],
    ['winter.sleep', 'Your account has been deactivated by your administrator. Please log back in'],
    ['winter.sleep', 'to reactivate your account at http://sandbox.test'],
    ['unconfirmed', 'Your primary email address is not confirmed.'],
    ['ghost', 'This action cannot be performed by internal users'],
  ])('reject %s with the reason: %s', (username, reason) => {
    expect(() => caller(username, ['api'], {}, { reason })).toThrow(reason)
  })

  it('expire at the start of the token’s expiry date', () => {
    insertToken(db, 'glpat-today', {
      user_id: 1,
      kind: 'personal',
      name: 'today',
      scopes: ['api'],
      created_at: noon.toISOString(),
      expires_at: '2025-07-02',
    })
    const headers = new Headers({ 'private-token': 'glpat-today' })
    const at = (moment: string) => () =>
      authenticate({ ...context, now: () => new Date(moment) }, endpoint, headers, {}, needs)
    expect(at('2025-07-01T23:59:59.999Z')).not.toThrow()
    expect(at('2025-07-02T00:00:00.000Z')).toThrow('Token is expired')
  })

  it('are checked without storing the token itself', () => {
    caller('ines', ['read_api'])
    expect(JSON.stringify(db.all('SELECT * FROM tokens'))).not.toContain('glpat-')
  })
})
