import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { openDatabase } from './database/database.ts'
import { parseFault } from './faults.ts'
import { flavors } from './flavors.ts'
import { bodyLimit } from './request-parameters.ts'
import { createRelease } from './release.ts'
import { allRoutes } from './routes.ts'
import { noon, startTestSandbox } from './testing/harness.ts'
import type { TestSandbox } from './testing/harness.ts'

describe('every endpoint of the table', () => {
  it.each(allRoutes())(
    '$name has a handler and declares its path parameters',
    ({ endpoint, handler }) => {
      expect(handler.answer).toBeTypeOf('function')
      for (const name of Object.keys(endpoint.pathParameters)) {
        expect(handler.parameters?.[name]).toMatchObject({ required: true })
      }
    },
  )

  it('requires a token unless it is public', async () => {
    const sandbox = await startTestSandbox({ flavor: 'gitlab' })
    for (const { endpoint, handler } of allRoutes().filter((route) => !route.endpoint.anonymous)) {
      const path = endpoint.path.replace(/:\w+/g, '1')
      const { status, body } = await sandbox.ask(endpoint.method, path)
      expect({ path, status, body }).toEqual(
        handler.allowsAnonymous
          ? { path, status: 403, body: { message: '403 Forbidden - Not authorized!' } }
          : { path, status: 401, body: { message: '401 Unauthorized' } },
      )
    }
    await sandbox.stop()
  })
})

describe('router', () => {
  let sandbox: TestSandbox
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each(['/nothing', '/user/nothing', '/users/1/status/more', '/user/'])(
    'returns 404 for %s',
    async (path) => {
      expect(await sandbox.ask('GET', path)).toMatchObject({
        status: 404,
        body: { error: '404 Not Found' },
      })
    },
  )

  it('returns 404 for other API versions', async () => {
    const response = await fetch(`${sandbox.url}/api/v3/user`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: '404 Not Found' })
  })

  it('returns 405 with the allowed methods of a path', async () => {
    const answer = await sandbox.ask('DELETE', '/user/status', { token: sandbox.tokens.user })
    expect(answer).toMatchObject({ status: 405, body: { error: '405 Not Allowed' } })
    expect(answer.headers.get('allow')).toBe('GET, PUT, PATCH')
  })

  it('responds to HEAD like GET, without a body', async () => {
    const headers = { 'private-token': sandbox.tokens.user }
    const response = await fetch(`${sandbox.url}/api/v4/user`, { method: 'HEAD', headers })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('rejects an oversized body and keeps running', async () => {
    const headers = { 'private-token': sandbox.tokens.user, 'content-type': 'application/json' }
    const body = `{"message":"${'x'.repeat(bodyLimit)}"}`
    const init = { method: 'PUT', headers, body }
    const response = await fetch(`${sandbox.url}/api/v4/user/status`, init)
    expect(response.status).toBe(413)
    expect((await sandbox.ask('GET', '/users/1/status')).status).toBe(200)
  })

  it('rejects a URL that is too long', async () => {
    for (const length of [20_000, 50_000]) {
      const response = await fetch(`${sandbox.url}/api/v4/users?search=${'x'.repeat(length)}`)
      expect(response.status).toBe(414)
      expect(await response.json()).toEqual({ error: '414 URI Too Long' })
    }
  })

  it('rejects invalid JSON', async () => {
    const headers = { 'private-token': sandbox.tokens.user, 'content-type': 'application/json' }
    const init = { method: 'PUT', headers, body: '{"message":' }
    const response = await fetch(`${sandbox.url}/api/v4/user/status`, init)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'message body does not match declared format',
    })
  })

  it('accepts forms as well as JSON', async () => {
    for (const body of [new URLSearchParams({ emoji: 'dog' }), formOf({ emoji: 'dog' })]) {
      const answer = await sandbox.ask('PUT', '/user/status', { token: sandbox.tokens.user, body })
      expect(answer.body).toMatchObject({ emoji: 'dog' })
    }
  })

  it.each([
    ['/', 200, 'This is the sandbox of Latchkey'],
    ['/maya.lindqvist', 200, 'Maya Lindqvist (@maya.lindqvist)'],
    ['/onerror', 200, '<img src=x onerror=alert(1)> (@onerror)'],
    ['/nobody-at-all', 404, 'Nobody here has that name.'],
    ['/-/user_settings/personal_access_tokens?name=x', 200, 'its tokens are printed'],
  ])('serves a plain-text page at %s', async (path, status, text) => {
    const response = await fetch(sandbox.url + path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toContain(text)
  })
})

describe('form for a new token with scopes', () => {
  it.each([
    [true, 404],
    [false, 200],
  ])('with enforceFineGrainedTokens %s returns %i', async (enforceFineGrainedTokens, status) => {
    const sandbox = await startTestSandbox({ flavor: 'gitlab', enforceFineGrainedTokens })
    const path = '/-/user_settings/personal_access_tokens'
    expect((await fetch(`${sandbox.url}${path}/legacy/new?scopes=api`)).status).toBe(status)
    expect((await fetch(`${sandbox.url}${path}`)).status).toBe(200)
    await sandbox.stop()
  })
})

describe('relative URL root', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    const faults = ['PUT /user/status 1 status=503', 'POST /oauth/token 1 status=502']
    const options = { flavor: 'gitlab', relativeUrlRoot: '/gitlab', rateLimits: true } as const
    sandbox = await startTestSandbox({ ...options, faults: faults.map(parseFault) })
  })
  afterAll(() => sandbox.stop())

  it('is part of the base URL, and everything is below it', async () => {
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/gitlab$/)
    expect((await sandbox.asUser('GET', '/user')).status).toBe(200)
    expect((await fetch(`${sandbox.url}/maya.lindqvist`)).status).toBe(200)
    expect((await fetch(sandbox.url)).status).toBe(200)
    const { origin } = new URL(sandbox.url)
    for (const path of ['/', '/api/v4/users/1/status', '/maya.lindqvist', '/gitlab2/']) {
      expect((await fetch(origin + path)).status).toBe(404)
    }
  })

  it('is part of links to pages', async () => {
    const { headers } = await sandbox.asAdmin('GET', '/users?per_page=1')
    expect(headers.get('link')).toContain(`<${sandbox.url}/api/v4/users?per_page=1&page=2>`)
  })

  it('is no part of the path of a fault', async () => {
    const body = { emoji: 'dog' }
    expect((await sandbox.asUser('PUT', '/user/status', body)).status).toBe(503)
    expect((await sandbox.asUser('PUT', '/user/status', body)).status).toBe(200)
    const response = await fetch(`${sandbox.url}/oauth/token`, { method: 'POST' })
    expect(response.status).toBe(502)
  })

  it('limits requests as without one', async () => {
    const statuses = []
    for (let call = 0; call < 501; call++) {
      statuses.push((await fetch(`${sandbox.url}/api/v4/user`)).status)
    }
    expect(statuses.slice(-2)).toEqual([401, 429])
  })
})

describe('unexpected error', () => {
  it('returns a 500 without details and is reported', async () => {
    const reported: unknown[] = []
    const app = createApp({
      db: openDatabase(':memory:'), // without tables
      now: () => noon,
      flavor: flavors.interface,
      release: createRelease({ edition: 'ee', version: '18', flavor: 'interface' }),
      url: 'http://sandbox.test',
      adminMode: false,
      tokensExpire: true,
      hasTokenList: true,
      hasLookup: true,
      hasPipelines: true,
      oauthLifetime: 7200,
      disableAdminOAuthScopes: false,
      enforceFineGrainedTokens: false,
      hasDeviceFlow: true,
      userApplications: true,
      mail: () => undefined,
      report: (error) => reported.push(error),
    })
    const response = await app.request('/api/v4/users/1/status')
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ message: '500 Internal Server Error' })
    expect(reported).toHaveLength(1)
  })
})

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
