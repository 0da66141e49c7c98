import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serviceTable } from '../shared/gitlab/index.ts'
import { authenticate } from './authentication.ts'
import { insertApplication, insertOAuthToken } from './database/oauth.ts'
import { createRateLimits } from './rate-limits.ts'
import { tokensOf } from './seed/seed.ts'
import { seededContext } from './testing/context.ts'
import { startTestSandbox } from './testing/harness.ts'
import type { TestSandbox } from './testing/harness.ts'
import { createRawClient } from './testing/raw-client.ts'

const tooMany = {
  status: 429,
  body: {
    message: { error: 'This endpoint has been requested too many times. Try again later.' },
  },
}

describe('rate limits over HTTP', () => {
  let sandbox: TestSandbox
  beforeEach(async () => void (sandbox = await startTestSandbox({ rateLimits: true })))
  afterEach(() => sandbox.stop())

  async function repeat(times: number, path: string, { url } = sandbox) {
    const client = createRawClient(url)
    const request = { method: 'GET', path: `/api/v4${path}` }
    const answers: Record<number, number> = {}
    const send = async () => {
      const { status } = await client.send(request)
      answers[status] = (answers[status] ?? 0) + 1
    }
    await Promise.all(Array.from({ length: times }, send))
    client.end()
    return answers
  }

  it("return GitLab's 429 for an endpoint, counted per caller", async () => {
    const path = '/users/1/status'
    expect(await repeat(240, path)).toEqual({ 200: 240 })
    const answer = await sandbox.ask('GET', path)
    expect(answer).toMatchObject(tooMany)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.has('retry-after')).toBe(false)
    expect((await sandbox.asUser('GET', path)).status).toBe(200)
    sandbox.clock.now = new Date('2025-07-01T12:01:00.000Z')
    expect(await repeat(1, path)).toEqual({ 200: 1 })
  })

  it('return 429 in plain text with Retry-After when all requests are counted', async () => {
    sandbox.clock.now = new Date('2025-07-01T12:00:18.000Z')
    expect(await repeat(500, '/user')).toEqual({ 401: 500 })
    const answer = await sandbox.ask('GET', '/user')
    expect(answer).toMatchObject({ status: 429, body: 'Retry later' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'ratelimit-name': 'throttle_unauthenticated_api',
      'ratelimit-limit': '500',
      'ratelimit-observed': '501',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(Date.parse('2025-07-01T12:01:00Z') / 1000),
      'ratelimit-resettime': 'Tue, 01 Jul 2025 12:01:00 GMT',
      'retry-after': '42',
    })
    // Signed-in users have their own limit, and web pages have none.
    expect((await sandbox.asUser('GET', '/user')).status).toBe(200)
    expect((await fetch(sandbox.url)).status).toBe(200)
    sandbox.clock.now = new Date('2025-07-01T12:01:00.000Z')
    expect(await repeat(1, '/user')).toEqual({ 401: 1 })
  })

  it('are off by default', async () => {
    const free = await startTestSandbox()
    expect(await repeat(241, '/users/1/status', free)).toEqual({ 200: 241 })
    await free.stop()
  })
})

describe('rate limits', () => {
  let now: Date
  const context = { ...seededContext('limits'), now: () => now }
  const tokens = tokensOf('limits')
  beforeEach(() => void (now = new Date('2025-07-01T12:00:00.000Z')))

  const headersOf = (token: string) => new Headers({ 'private-token': token })
  const callerBy = (token: string) => {
    const requirements = { permission: 'read_user', extraScopes: [] }
    return authenticate(context, serviceTable.user.get, headersOf(token), {}, requirements)
  }
  const repeat = (times: number, call: () => unknown) => {
    for (let remaining = times; remaining > 0; remaining--) call()
  }

  it('count followers and following separately', () => {
    const { check } = createRateLimits(context)
    const caller = callerBy(tokens.user)
    for (const operation of ['following.followers', 'following.list'] as const) {
      repeat(100, () => check(operation, caller))
      expect(() => check(operation, caller)).toThrow('too many times')
    }
  })

  it('last ten minutes for GET /users/:id and exempt administrators', () => {
    const { check } = createRateLimits(context)
    const [user, admin] = [callerBy(tokens.user), callerBy(tokens.admin)]
    repeat(300, () => check('users.get', user))
    expect(() => check('users.get', user)).toThrow('too many times')
    repeat(301, () => check('users.get', admin))
    now = new Date('2025-07-01T12:09:59.999Z')
    expect(() => check('users.get', user)).toThrow('too many times')
    now = new Date('2025-07-01T12:10:00.000Z')
    expect(() => check('users.get', user)).not.toThrow()
  })

  it('count a user’s calls with an OAuth token', () => {
    const { db } = context
    const fields = { created_at: '', scopes: ['api'], confidential: 0, redirect_uri: 'x' } as const
    const application = { ...fields, owner_id: null, name: 'x', uid: 'x' }
    const { id } = insertApplication(db, 'secret', application)
    const token = { application_id: id, user_id: 2, created_at: '', expires_at: '', scopes: '[]' }
    insertOAuthToken(db, { access: 'oauth', refresh: 'next' }, token)
    const { throttle } = createRateLimits(context)
    repeat(2000, () => throttle(headersOf(tokens.user)))
    const response = throttle(new Headers({ authorization: 'Bearer oauth' }))
    expect(response?.headers.get('ratelimit-name')).toBe('throttle_authenticated_api')
  })

  it("count a user's calls across all of their tokens", () => {
    const { throttle } = createRateLimits(context)
    repeat(1999, () => expect(throttle(headersOf(tokens.user))).toBeUndefined())
    expect(throttle(headersOf(tokens.read_user))).toBeUndefined()
    const response = throttle(headersOf(tokens.user))
    expect(response?.status).toBe(429)
    expect(response?.headers.get('ratelimit-name')).toBe('throttle_authenticated_api')
  })
})
