import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox } from './testing/harness.ts'
import type { TestSandbox } from './testing/harness.ts'
import { createRawClient } from './testing/raw-client.ts'

const tooMany = {
  status: 429,
  body: {
    message: { error: 'This endpoint has been requested too many times. Try again later.' },
  },
}

describe('rate limits', () => {
  let sandbox: TestSandbox
  beforeEach(async () => {
    sandbox = await startTestSandbox({ rateLimits: true })
  })
  afterEach(() => sandbox.stop())

  async function repeat(times: number, path: string, token?: string) {
    const client = createRawClient(sandbox.url)
    const request = { method: 'GET', path: `/api/v4${path}` }
    const headers = token === undefined ? {} : { 'private-token': token }
    const answers: Record<number, number> = {}
    for (let left = times; left > 0; left--) {
      const { status } = await client.send({ ...request, headers })
      answers[status] = (answers[status] ?? 0) + 1
    }
    client.end()
    return answers
  }

  it.each([
    ['/users/1/status', 240],
    ['/users/1/keys', 120],
    ['/users/1/gpg_keys', 120],
  ])('of %s allow a visitor so many calls a minute: %i', async (path, most) => {
    expect(await repeat(most, path)).toEqual({ 200: most })
    const answer = await sandbox.ask('GET', path)
    expect(answer).toMatchObject(tooMany)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.has('retry-after')).toBe(false)
    // Somebody who signs in is counted apart.
    const { user } = sandbox.tokens
    expect(await repeat(1, path, user)).toEqual({ 200: 1 })
    sandbox.clock.now = new Date('2025-07-01T12:01:00.000Z')
    expect(await repeat(1, path)).toEqual({ 200: 1 })
  })

  it('of followers and following are counted apart', async () => {
    const { user } = sandbox.tokens
    expect(await repeat(101, '/users/1/followers', user)).toEqual({ 200: 100, 429: 1 })
    expect(await repeat(101, '/users/1/following', user)).toEqual({ 200: 100, 429: 1 })
  })

  it('of GET /users/:id last ten minutes, and are not for administrators', async () => {
    const { user, admin } = sandbox.tokens
    expect(await repeat(301, '/users/1', user)).toEqual({ 200: 300, 429: 1 })
    expect(await repeat(301, '/users/1', admin)).toEqual({ 200: 301 })
    sandbox.clock.now = new Date('2025-07-01T12:09:59.999Z')
    expect(await repeat(1, '/users/1', user)).toEqual({ 429: 1 })
    sandbox.clock.now = new Date('2025-07-01T12:10:00.000Z')
    expect(await repeat(1, '/users/1', user)).toEqual({ 200: 1 })
  })

  it('of all requests answer in plain text, with when to come again', async () => {
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
    // People who sign in have a limit of their own, and pages have none.
    expect(await repeat(1, '/user', sandbox.tokens.user)).toEqual({ 200: 1 })
    expect((await fetch(sandbox.url)).status).toBe(200)
    sandbox.clock.now = new Date('2025-07-01T12:01:00.000Z')
    expect(await repeat(1, '/user')).toEqual({ 401: 1 })
  })

  it('count a person, whichever of their tokens they use', async () => {
    const { user, read_user: small } = sandbox.tokens
    expect(await repeat(1999, '/user', user)).toEqual({ 200: 1999 })
    expect(await repeat(2, '/user', small)).toEqual({ 200: 1, 429: 1 })
    expect((await sandbox.ask('GET', '/user', { token: user })).headers.get('ratelimit-name')).toBe(
      'throttle_authenticated_api',
    )
  })

  it('are off unless they are asked for', async () => {
    const free = await startTestSandbox()
    for (let left = 250; left > 0; left--) {
      const { status, headers } = await free.ask('GET', '/users/1/status')
      expect(status).toBe(200)
      expect(headers.has('ratelimit-limit')).toBe(false)
    }
    await free.stop()
  })
})
