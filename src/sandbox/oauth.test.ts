import { createHash } from 'node:crypto'
import fc from 'fast-check'
import * as client from 'openid-client'
import { afterEach, describe, expect, it } from 'vitest'
import { addTime, minute } from './clock.ts'
import { parseFault } from './faults.ts'
import type { SandboxOptions } from './start.ts'
import { type TestSandbox, noon, startTestSandbox } from './testing/harness.ts'
import { type TestApplication, authorizeAs, registerApplication } from './testing/oauth.ts'

let sandbox: TestSandbox
let application: TestApplication
afterEach(() => sandbox.stop())

const redirectUri = 'http://127.0.0.1:50123/'
const verifier = 'a-verifier-of-at-least-forty-three-characters'
const challenge = createHash('sha256').update(verifier).digest('base64url')
const maya = 'maya.lindqvist'
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } }

interface Pair {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
  created_at: number
}

async function start(
  options: SandboxOptions = {},
  registration: Parameters<typeof registerApplication>[1] = {},
) {
  sandbox = await startTestSandbox({ flavor: 'gitlab', ...options })
  application = await registerApplication(sandbox, registration)
}

function authorizeUrl(change: Record<string, string> = {}): URL {
  const url = new URL(`${sandbox.url}/oauth/authorize`)
  const parameters = {
    client_id: application.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'a b&c',
    scope: 'api',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '') url.searchParams.set(name, value)
  }
  return url
}

async function codeFor(username = maya, change: Record<string, string> = {}): Promise<string> {
  const location = await authorizeAs(authorizeUrl(change), username)
  return location.searchParams.get('code')!
}

async function post(path: string, fields: Record<string, string>, headers = {}) {
  const body = new URLSearchParams(fields)
  const response = await fetch(`${sandbox.url}/oauth/${path}`, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as unknown }
}

const exchange = (code: string, change: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'authorization_code',
    client_id: application.clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...change,
  })
const refresh = (token: string, change: Record<string, string> = {}) =>
  post('token', {
    grant_type: 'refresh_token',
    client_id: application.clientId,
    refresh_token: token,
    ...change,
  })
const signIn = async (username = maya, change: Record<string, string> = {}) =>
  (await exchange(await codeFor(username, change))).body as Pair
const asBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const readUser = (token: string) => sandbox.ask('GET', '/user', asBearer(token))
async function info(token: string) {
  const response = await fetch(`${sandbox.url}/oauth/token/info`, asBearer(token))
  return { status: response.status, body: (await response.json()) as unknown }
}

describe('GET /oauth/authorize', () => {
  it('shows the application, its scopes, and the users, administrators first', async () => {
    await start({}, { name: '<b>Latchkey</b>', scopes: 'api read_user' })
    const response = await fetch(authorizeUrl({ scope: 'api read_user' }))
    const html = await response.text()
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(html).toContain('<h1>Authorize &lt;b&gt;Latchkey&lt;/b&gt;</h1>')
    expect(html).toMatch(/<li>api<\/li>\s*<li>read_user<\/li>/)
    const users = [...html.matchAll(/<option value="([^"]+)"/g)].map(([, name]) => name)
    expect(users.slice(0, 2)).toEqual(['ines', maya])
    expect(users).not.toContain('dev_singh')
  })

  it.each([
    [{ client_id: 'unknown' }, 'Client authentication failed'],
    [{ redirect_uri: '' }, 'The requested redirect uri is malformed'],
    [{ redirect_uri: 'http://127.0.0.1:50123/other' }, 'The requested redirect uri is malformed'],
    [{ redirect_uri: 'http://127.0.0.1:50123' }, 'The requested redirect uri is malformed'],
    [{ redirect_uri: 'http://127.0.0.1:50123/?a=b' }, 'The requested redirect uri is malformed'],
    [{ redirect_uri: 'http://127.0.0.1:99999/' }, 'The requested redirect uri is malformed'],
    [{ redirect_uri: 'https://127.0.0.1:50123/' }, 'The requested redirect uri is malformed'],
    [{ redirect_uri: 'http://localhost:50123/' }, 'The requested redirect uri is malformed'],
    [{ redirect_uri: 'http://127.0.0.1@evil.example/' }, 'The requested redirect uri is malformed'],
    [{ redirect_uri: 'http://127.0.0.1.evil.example/' }, 'The requested redirect uri is malformed'],
    [{ response_type: 'token' }, 'does not support this response type'],
    [{ scope: 'read_user' }, 'The requested scope is invalid'],
    [{ scope: 'api telepathy' }, 'The requested scope is invalid'],
    [{ code_challenge_method: 'plain' }, 'The code challenge method must be S256.'],
  ])('shows an error and no redirect for %j', async (change, text) => {
    await start()
    await expect(authorizeAs(authorizeUrl(change), maya)).rejects.toThrow(text)
    const response = await fetch(authorizeUrl(change), {
      method: 'POST',
      body: new URLSearchParams({ username: maya, decision: 'authorize' }),
      redirect: 'manual',
    })
    expect(response.headers.get('location')).toBeNull()
  })

  it.each([
    ['http://127.0.0.1/', 'http://127.0.0.1:1/', true],
    ['http://127.0.0.1:7171/', 'http://127.0.0.1/', true],
    ['http://[::1]/a', 'http://[::1]:65535/a', true],
    ['http://localhost:7171/', 'http://localhost:7171/', true],
    ['http://localhost:7171/', 'http://localhost:7172/', false],
    ['https://app.example.com/', 'https://app.example.com:8443/', false],
    ['latchkey://oauth', 'latchkey://oauth', true],
    ['https://a.example.com/\nhttps://b.example.com/', 'https://b.example.com/', true],
  ])('with %j registered redirects to %j: %s', async (registered, uri, isAllowed) => {
    await start({}, { redirectUri: registered })
    const located = authorizeAs(authorizeUrl({ redirect_uri: uri }), maya)
    if (isAllowed) expect((await located).href.startsWith(uri)).toBe(true)
    else await expect(located).rejects.toThrow('redirect uri')
  })
})

describe('POST /oauth/authorize', () => {
  it('redirects with a code and the state', async () => {
    await start()
    const location = await authorizeAs(authorizeUrl(), maya)
    expect(location.href.startsWith(`${redirectUri}?code=`)).toBe(true)
    expect(location.searchParams.get('state')).toBe('a b&c')
  })

  it('redirects with access_denied when the user cancels', async () => {
    await start()
    const { searchParams } = await authorizeAs(authorizeUrl(), maya, 'cancel')
    expect(searchParams.get('error')).toBe('access_denied')
    expect(searchParams.get('state')).toBe('a b&c')
    expect(searchParams.get('code')).toBeNull()
  })

  it.each(['unconfirmed', 'dev_singh', 'nobody'])('shows an error to %s', async (username) => {
    await start()
    await expect(authorizeAs(authorizeUrl(), username)).rejects.toThrow('An error has occurred')
  })

  it('is forbidden to administrators if the instance disables their scopes', async () => {
    await start({ disableAdminOAuthScopes: true }, { scopes: 'api read_user' })
    const url = authorizeUrl({ scope: 'read_user' })
    await expect(authorizeAs(url, 'ines')).rejects.toThrow('Forbidden')
    expect((await authorizeAs(url, maya)).searchParams.get('code')).not.toBeNull()
    application = await registerApplication(sandbox, { scopes: 'read_user' })
    const harmless = await authorizeAs(authorizeUrl({ scope: 'read_user' }), 'ines')
    expect(harmless.searchParams.get('code')).not.toBeNull()
  })
})

describe('POST /oauth/token with a code', () => {
  it('returns a pair of tokens that works for two hours', async () => {
    await start()
    const { status, body } = await exchange(await codeFor())
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[\da-f]{64}$/),
        token_type: 'Bearer',
        expires_in: 7200,
        refresh_token: expect.stringMatching(/^[\da-f]{64}$/),
        scope: 'api',
        created_at: noon.getTime() / 1000,
      },
    })
    const { access_token: token } = body as Pair
    expect((await readUser(token)).body).toMatchObject({ username: maya })
    sandbox.clock.now = addTime(noon, 120 * minute - 1)
    expect((await readUser(token)).status).toBe(200)
    sandbox.clock.now = addTime(noon, 120 * minute)
    expect(await readUser(token)).toMatchObject({
      status: 401,
      body: {
        error: 'invalid_token',
        error_description: 'Token is expired. You can either do re-authorization or token refresh.',
      },
    })
  })

  it('returns tokens with the configured lifetime', async () => {
    await start({ oauthLifetime: 300 })
    expect(await signIn()).toMatchObject({ expires_in: 300 })
  })

  it('uses the scope api if none is requested', async () => {
    await start({}, { scopes: 'api read_user' })
    expect(await signIn(maya, { scope: '' })).toMatchObject({ scope: 'api' })
  })

  it('rejects a code that was used before', async () => {
    await start()
    const code = await codeFor()
    expect((await exchange(code)).status).toBe(200)
    expect(await exchange(code)).toMatchObject(invalidGrant)
  })

  it('accepts a code only once when two requests send it', async () => {
    await start()
    const code = await codeFor()
    const answers = await Promise.all([exchange(code), exchange(code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it.each([
    ['another verifier', { code_verifier: 'another-verifier-of-at-least-forty-three-chars' }],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:50124/' }],
    ['an unknown code', { code: 'nonsense' }],
  ])('rejects %s', async (_, change) => {
    await start()
    expect(await exchange(await codeFor(), change)).toMatchObject(invalidGrant)
  })

  it('rejects a code of another client', async () => {
    await start()
    const code = await codeFor()
    const other = await registerApplication(sandbox)
    expect(await exchange(code, { client_id: other.clientId })).toMatchObject(invalidGrant)
  })

  it('rejects a verifier for a code that was requested without a challenge', async () => {
    await start()
    const code = await codeFor(maya, { code_challenge: '', code_challenge_method: '' })
    expect(await exchange(code)).toMatchObject(invalidGrant)
    expect((await exchange(code, { code_verifier: '' })).status).toBe(200)
  })

  it('rejects a code after ten minutes', async () => {
    await start()
    const [code, lateCode] = [await codeFor(), await codeFor()]
    sandbox.clock.now = addTime(noon, 10 * minute - 1)
    expect((await exchange(code)).status).toBe(200)
    sandbox.clock.now = addTime(noon, 10 * minute)
    expect(await exchange(lateCode)).toMatchObject(invalidGrant)
  })

  it.each([
    [{ grant_type: '' }, 'invalid_request', 'Missing required parameter: grant_type.'],
    [{ grant_type: 'password' }, 'unsupported_grant_type', 'The authorization grant type'],
    [{ code_verifier: '' }, 'invalid_request', 'Missing required parameter: code_verifier.'],
    [{ redirect_uri: '' }, 'invalid_request', 'Missing required parameter: redirect_uri.'],
  ])('rejects %j with %s', async (change, error, description) => {
    await start()
    expect(await exchange(await codeFor(), change)).toMatchObject({
      status: 400,
      body: { error, error_description: expect.stringContaining(description) },
    })
  })

  it('requires the secret of a confidential application, and no wrong one of others', async () => {
    const invalidClient = { status: 401, body: { error: 'invalid_client' } }
    await start({}, { confidential: true })
    const code = await codeFor()
    expect(await exchange(code)).toMatchObject(invalidClient)
    expect(await exchange(code, { client_secret: 'wrong' })).toMatchObject(invalidClient)
    expect((await exchange(code, { client_secret: application.secret })).status).toBe(200)
    const basic = Buffer.from(`${application.clientId}:${application.secret}`).toString('base64')
    const fields = { grant_type: 'authorization_code', code: await codeFor() }
    const request = { ...fields, redirect_uri: redirectUri, code_verifier: verifier }
    const answer = await post('token', request, { authorization: `Basic ${basic}` })
    expect(answer.status).toBe(200)
    application = await registerApplication(sandbox)
    expect(await exchange('any', { client_secret: 'wrong' })).toMatchObject(invalidClient)
    expect(await exchange('any', { client_id: 'unknown' })).toMatchObject(invalidClient)
  })
})

describe('POST /oauth/token with a refresh token', () => {
  it('returns a new pair and revokes the old one at once', async () => {
    await start()
    const old = await signIn()
    sandbox.clock.now = addTime(noon, 24 * 60 * minute)
    const { status, body } = await refresh(old.refresh_token)
    expect(status).toBe(200)
    const pair = body as Pair
    expect((await readUser(pair.access_token)).body).toMatchObject({ username: maya })
    expect(await refresh(old.refresh_token)).toMatchObject(invalidGrant)
    sandbox.clock.now = noon
    expect(await readUser(old.access_token)).toMatchObject({
      status: 401,
      body: { error: 'invalid_token' },
    })
  })

  it('is refused to another client and for an unknown token, which uses nothing up', async () => {
    await start()
    const { refresh_token: token } = await signIn()
    const other = await registerApplication(sandbox)
    expect(await refresh(token, { client_id: other.clientId })).toMatchObject(invalidGrant)
    expect(await refresh('nonsense')).toMatchObject(invalidGrant)
    expect(await refresh('')).toMatchObject({ body: { error: 'invalid_request' } })
    expect((await refresh(token)).status).toBe(200)
  })

  it('is accepted only once when two requests send it', async () => {
    await start()
    const { refresh_token: token } = await signIn()
    const answers = await Promise.all([refresh(token), refresh(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('keeps the scopes, or narrows them', async () => {
    await start({}, { scopes: 'api read_user' })
    const { refresh_token: first } = await signIn(maya, { scope: 'api read_user' })
    const second = (await refresh(first)).body as Pair
    expect(second.scope).toBe('api read_user')
    expect(await refresh(second.refresh_token, { scope: 'sudo' })).toMatchObject({
      body: { error: 'invalid_scope' },
    })
    const third = (await refresh(second.refresh_token, { scope: 'read_user' })).body as Pair
    expect(third.scope).toBe('read_user')
  })

  it('is lost with its response', async () => {
    const fault = parseFault('POST /oauth/token 2 reset-after')
    await start({ faults: [fault] })
    const { refresh_token: token } = await signIn()
    await expect(refresh(token)).rejects.toThrow()
    expect(await refresh(token)).toMatchObject(invalidGrant)
  })
})

describe('POST /oauth/revoke', () => {
  it.each(['access_token', 'refresh_token'] as const)('ends both tokens by %s', async (name) => {
    await start()
    const pair = await signIn()
    const fields = { client_id: application.clientId, token: pair[name] }
    expect(await post('revoke', fields)).toEqual({ status: 200, body: {} })
    expect(await post('revoke', fields)).toEqual({ status: 200, body: {} })
    expect(await readUser(pair.access_token)).toMatchObject({
      status: 401,
      body: { error: 'invalid_token' },
    })
    expect(await refresh(pair.refresh_token)).toMatchObject(invalidGrant)
  })

  it('ignores an unknown token, and rejects other clients', async () => {
    await start()
    const { access_token: token } = await signIn()
    const fields = { client_id: application.clientId, token: 'nonsense' }
    expect(await post('revoke', fields)).toEqual({ status: 200, body: {} })
    const other = await registerApplication(sandbox)
    expect(await post('revoke', { client_id: other.clientId, token })).toMatchObject({
      status: 403,
      body: { error: 'unauthorized_client' },
    })
    expect(await post('revoke', { token })).toMatchObject({ status: 401 })
    expect((await readUser(token)).status).toBe(200)
  })
})

describe('GET /oauth/token/info', () => {
  it('describes a living token', async () => {
    await start()
    const { access_token: token } = await signIn()
    sandbox.clock.now = addTime(noon, 60 * minute)
    expect(await info(token)).toMatchObject({
      status: 200,
      body: {
        resource_owner_id: 2,
        scope: ['api'],
        expires_in: 3600,
        application: { uid: application.clientId },
        created_at: noon.getTime() / 1000,
      },
    })
  })

  it('returns 401 for an expired, a revoked, and an unknown token, and for a personal one', async () => {
    await start()
    const dead = { status: 401, body: { error: 'invalid_token' } }
    const [first, second] = [await signIn(), await signIn()]
    await refresh(first.refresh_token)
    sandbox.clock.now = addTime(noon, 120 * minute)
    const tokens = [first.access_token, second.access_token, 'nonsense', sandbox.tokens.user]
    for (const token of tokens) expect(await info(token)).toMatchObject(dead)
  })
})

describe('OAuth token in the API', () => {
  it('is accepted as Bearer only, and a personal one as either', async () => {
    await start()
    const { access_token: token } = await signIn()
    expect((await readUser(token)).status).toBe(200)
    expect(await sandbox.ask('GET', '/user', { token })).toMatchObject({
      status: 401,
      body: { message: '401 Unauthorized' },
    })
    expect((await readUser(sandbox.tokens.user)).status).toBe(200)
  })

  it('has the scopes it was issued with', async () => {
    const scopes = 'api read_user sudo admin_mode'
    await start({ adminMode: true }, { scopes })
    const tokenWith = async (scope: string) => (await signIn('ines', { scope })).access_token
    const status = async (method: string, path: string, token: string) =>
      (await sandbox.ask(method, path, asBearer(token))).status
    const [reader, plain] = [await tokenWith('read_user'), await tokenWith('api')]
    expect(await status('GET', '/user', reader)).toBe(200)
    expect(await status('PUT', '/user/status', reader)).toBe(403)
    expect(await status('GET', '/applications', plain)).toBe(403)
    const admin = await tokenWith('api admin_mode')
    expect(await status('GET', '/applications', admin)).toBe(200)
    expect(await status('GET', '/user?sudo=2', admin)).toBe(403)
    expect(await status('GET', '/user?sudo=2', await tokenWith('api sudo admin_mode'))).toBe(200)
  })

  it('returns 403 with the reason when its user was blocked', async () => {
    await start()
    const { access_token: token } = await signIn()
    await sandbox.asAdmin('POST', '/users/2/block')
    expect(await readUser(token)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden - Your account has been blocked.' },
    })
  })

  it('records activity', async () => {
    await start()
    const { access_token: token } = await signIn()
    sandbox.clock.now = addTime(noon, 60 * minute)
    expect((await readUser(token)).body).toMatchObject({ last_activity_on: '2025-07-01' })
  })

  it.each([
    ['GET', '/personal_access_tokens/self'],
    ['DELETE', '/personal_access_tokens/self'],
    ['POST', '/personal_access_tokens/self/rotate'],
  ])('is refused by %s %s', async (method, path) => {
    await start()
    const { access_token: token } = await signIn()
    const reason = 'This endpoint requires token type to be a personal access token'
    expect(await sandbox.ask(method, path, asBearer(token))).toMatchObject({
      status: 400,
      body: { message: `400 Bad request - ${reason}` },
    })
    expect((await readUser(token)).status).toBe(200)
  })
})

describe('application', () => {
  it('ends its sessions when it is deleted', async () => {
    await start()
    const pair = await signIn()
    await sandbox.asAdmin('DELETE', `/applications/${application.id}`)
    expect(await readUser(pair.access_token)).toMatchObject({
      status: 401,
      body: { message: '401 Unauthorized' },
    })
    expect(await refresh(pair.refresh_token)).toMatchObject({ body: { error: 'invalid_client' } })
  })

  it('can ask for new scopes once they are registered', async () => {
    await start()
    const input = { name: 'Own', redirect_uri: 'http://127.0.0.1/', scopes: 'read_user' }
    const { body } = await sandbox.asUser('POST', '/user/applications', input)
    const { id, application_id: clientId } = body as { id: number; application_id: string }
    application = { clientId, secret: '', id }
    await expect(authorizeAs(authorizeUrl(), maya)).rejects.toThrow('The requested scope')
    await sandbox.asUser('PUT', `/user/applications/${id}`, { scopes: 'api' })
    expect((await authorizeAs(authorizeUrl(), maya)).searchParams.has('code')).toBe(true)
  })
})

describe('every OAuth endpoint', () => {
  it('returns a documented response to any parameters', async () => {
    const reported: unknown[] = []
    await start({ report: (error) => reported.push(error) })
    const code = await codeFor()
    const names = [
      ...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'state', 'scope', 'token'],
      ...['code', 'code_verifier', 'code_challenge', 'code_challenge_method', 'grant_type'],
      ...['refresh_token', 'device_code', 'user_code', 'username', 'decision'],
    ]
    const plausible = [
      ...[application.clientId, redirectUri, 'http://[::1]:0/', 'latchkey:x', 'code', 'S256', code],
      ...['authorization_code', 'refresh_token', 'api', maya, 'unconfirmed', 'authorize', '%00'],
    ]
    const value = fc.oneof(fc.constantFrom(...plausible), fc.string({ unit: 'binary' }))
    const paths = ['authorize', 'token', 'revoke', 'authorize_device', 'device']
    const request = fc.record({
      path: fc.constantFrom(...paths),
      fields: fc.dictionary(fc.constantFrom(...names), value),
      isForm: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ path, fields, isForm }) => {
        const body = isForm ? new URLSearchParams(fields) : JSON.stringify(fields)
        const response = await fetch(`${sandbox.url}/oauth/${path}`, {
          method: 'POST',
          body,
          headers: isForm ? {} : { 'content-type': 'application/json' },
          redirect: 'manual',
        })
        expect([200, 302, 400, 401, 403]).toContain(response.status)
        if (response.status >= 400) expect(await response.json()).toHaveProperty('error')
      }),
      { numRuns: 300 },
    )
    expect(reported).toEqual([])
  })

  it.each([
    ['text/xml', 415],
    ['application/json', 400],
  ])('rejects an unreadable body of the type %s with %i', async (type, status) => {
    await start()
    const init = { method: 'POST', body: '<', headers: { 'content-type': type } }
    expect((await fetch(`${sandbox.url}/oauth/token`, init)).status).toBe(status)
  })
})

describe('openid-client', () => {
  it('signs in with PKCE, refreshes, and revokes', async () => {
    await start()
    const server = {
      issuer: sandbox.url,
      authorization_endpoint: `${sandbox.url}/oauth/authorize`,
      token_endpoint: `${sandbox.url}/oauth/token`,
      revocation_endpoint: `${sandbox.url}/oauth/revoke`,
    }
    const { clientId } = application
    const config = new client.Configuration(server, clientId, undefined, client.None())
    client.allowInsecureRequests(config)
    const code_verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'api',
      state,
      code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    })
    const location = await authorizeAs(url, maya)
    const checks = { pkceCodeVerifier: code_verifier, expectedState: state }
    const first = await client.authorizationCodeGrant(config, location, checks)
    expect((await readUser(first.access_token)).status).toBe(200)
    const second = await client.refreshTokenGrant(config, first.refresh_token!)
    expect((await readUser(first.access_token)).status).toBe(401)
    expect((await readUser(second.access_token)).status).toBe(200)
    await client.tokenRevocation(config, second.refresh_token!)
    expect((await readUser(second.access_token)).status).toBe(401)
  })
})
