import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

interface TokenView {
  id: number
  name: string
  token: string
  revoked: boolean
  expires_at: string | null
}

const path = '/personal_access_tokens'
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const notFound = { status: 404, body: { message: '404 Not Found' } }
const maya = 2

let sandbox: TestSandbox
const start = (options = {}) => startTestSandbox({ flavor: 'gitlab', ...options })
const created = async (scopes = ['api'], user = maya, more = {}) => {
  const body = { name: 'own', scopes, expires_at: '2025-08-01', description: 'Why', ...more }
  const answer = await sandbox.asAdmin('POST', `/users/${user}/personal_access_tokens`, body)
  expect(answer.status).toBe(201)
  return answer.body as TokenView
}
const impersonating = async () => {
  const body = { name: 'as Maya', scopes: ['api'], expires_at: '2025-08-01' }
  const answer = await sandbox.asAdmin('POST', `/users/${maya}/impersonation_tokens`, body)
  return answer.body as TokenView
}
const works = async ({ token }: { token: string }) =>
  (await sandbox.ask('GET', `${path}/self`, { token })).status === 200

describe('personal access token', () => {
  beforeEach(async () => void (sandbox = await start()))
  afterEach(() => sandbox.stop())

  it('is readable by its owner and by administrators, without its secret', async () => {
    const { token: _, ...view } = await created(['read_user'])
    for (const answer of [
      await sandbox.asUser('GET', `${path}/${view.id}`),
      await sandbox.asAdmin('GET', `${path}/${view.id}`),
    ]) {
      expect(answer).toMatchObject({ status: 200, body: view })
      expect(answer.body).not.toHaveProperty('token')
    }
  })

  it("returns 401 to other users as if it didn't exist, and 404 to administrators", async () => {
    const { id } = await created(['api'], 1)
    for (const other of [id, 99_999]) {
      expect(await sandbox.asUser('GET', `${path}/${other}`)).toMatchObject(unauthorized)
    }
    expect(await sandbox.asAdmin('GET', `${path}/99999`)).toMatchObject(notFound)
    expect((await sandbox.asUser('GET', '/user')).status).toBe(200)
  })

  it('requires read_api or api for reading, and api for changes', async () => {
    const { id } = await created()
    const reader = await created(['read_api'])
    const ask = async (method: string, url: string, token: string) =>
      (await sandbox.ask(method, url, { token })).status
    expect(await ask('GET', `${path}/${id}`, reader.token)).toBe(200)
    expect(await ask('GET', `${path}/${id}`, sandbox.tokens.read_user)).toBe(403)
    expect(await ask('DELETE', `${path}/${id}`, reader.token)).toBe(403)
    const rotating = await created(['read_api', 'self_rotate'])
    expect(await ask('POST', `${path}/${id}/rotate`, rotating.token)).toBe(403)
  })

  it("rejects IDs that aren't digits, and PUT on self", async () => {
    for (const method of ['GET', 'DELETE']) {
      expect(await sandbox.asUser(method, `${path}/myself`)).toMatchObject({
        status: 400,
        body: { error: 'token_id is invalid' },
      })
    }
    const answer = await sandbox.asUser('PUT', `${path}/self`)
    expect(answer).toMatchObject({ status: 405, body: { error: '405 Not Allowed' } })
    expect(answer.headers.get('allow')).toBe('GET, DELETE')
  })

  it('stops working when it is revoked, and stays in the list', async () => {
    const token = await created()
    expect(await sandbox.asUser('DELETE', `${path}/${token.id}`)).toMatchObject({ status: 204 })
    expect(await works(token)).toBe(false)
    expect((await sandbox.asUser('GET', `${path}/${token.id}`)).body).toMatchObject({
      revoked: true,
      active: false,
    })
    expect(await sandbox.asUser('DELETE', `${path}/${token.id}`)).toMatchObject({ status: 204 })
  })

  it('can be revoked only by its owner or an administrator', async () => {
    const foreign = await created(['api'], 1)
    const impersonation = await impersonating()
    const refused = { status: 400, body: { message: '400 Bad request' } }
    for (const token of [foreign, impersonation]) {
      expect(await sandbox.asUser('DELETE', `${path}/${token.id}`)).toMatchObject(refused)
      expect(await works(token)).toBe(true)
      expect((await sandbox.asAdmin('DELETE', `${path}/${token.id}`)).status).toBe(204)
      expect(await works(token)).toBe(false)
    }
    expect(await sandbox.asUser('DELETE', `${path}/99999`)).toMatchObject({
      status: 404,
      body: { message: '404 Not found' },
    })
  })
})

describe('personal access token rotation', () => {
  beforeEach(async () => void (sandbox = await start()))
  afterEach(() => sandbox.stop())

  const rotate = (id: number, body: object = { expires_at: '2025-09-01' }) =>
    sandbox.asUser('POST', `${path}/${id}/rotate`, body)
  const rotated = async (id: number, body?: object) => {
    const answer = await rotate(id, body)
    expect(answer.status).toBe(200)
    return answer.body as TokenView
  }

  it('returns a new secret and revokes the old one immediately', async () => {
    const old = await created(['api', 'read_user'])
    const next = await rotated(old.id)
    expect(next).toMatchObject({
      name: 'own',
      description: 'Why',
      scopes: ['api', 'read_user'],
      user_id: maya,
      active: true,
      expires_at: '2025-09-01',
    })
    expect(next.id).toBeGreaterThan(old.id)
    expect(await works(old)).toBe(false)
    expect(await works(next)).toBe(true)
  })

  it('defaults to a lifetime of one week', async () => {
    const { id } = await created()
    expect((await rotated(id, {})).expires_at).toBe('2025-07-08')
    const another = await created()
    expect((await rotated(another.id, { expires_at: '' })).expires_at).toBe('2025-07-08')
  })

  it('rejects a date beyond the maximum lifetime and keeps the old token', async () => {
    const token = await created()
    expect(await rotate(token.id, { expires_at: '2035-01-01' })).toMatchObject({
      status: 400,
      body: { message: '400 Bad request - Expires at must be before 2026-07-01' },
    })
    expect(await works(token)).toBe(true)
  })

  it('revokes the entire family when a rotated token is rotated again by ID', async () => {
    const first = await created()
    const second = await rotated(first.id)
    const third = await rotated(second.id)
    expect(await rotate(first.id)).toMatchObject(unauthorized)
    expect(await works(third)).toBe(false)
  })

  it.each(['self', 'ID'])(
    'revokes the entire family when a rotated secret is used by %s',
    async (by) => {
      const first = await created()
      const second = await rotated(first.id)
      const third = await rotated(second.id)
      const other = await created()
      const url = by === 'self' ? `${path}/self/rotate` : `${path}/${other.id}/rotate`
      const answer = await sandbox.ask('POST', url, { token: first.token })
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
      expect(await works(third)).toBe(false)
      expect(await works(other)).toBe(true)
    },
  )

  it('keeps the family when the successor is rotated', async () => {
    const first = await created()
    const second = await rotated(first.id)
    expect(await works(await rotated(second.id))).toBe(true)
  })

  it('rejects expired tokens', async () => {
    const token = await created(['api'], maya, { expires_at: '2025-07-02' })
    sandbox.clock.now = new Date('2025-07-02T00:00:00.000Z')
    expect(await rotate(token.id)).toMatchObject(unauthorized)
  })

  it("returns 401 for unknown tokens and other users' tokens, and 404 to administrators", async () => {
    const foreign = await created(['api'], 1)
    expect(await rotate(foreign.id)).toMatchObject(unauthorized)
    expect(await rotate(99_999)).toMatchObject(unauthorized)
    expect(await works(foreign)).toBe(true)
    expect(await sandbox.asAdmin('POST', `${path}/99999/rotate`)).toMatchObject(notFound)
  })

  it('keeps the owner when an administrator rotates', async () => {
    const { id } = await created()
    const answer = await sandbox.asAdmin('POST', `${path}/${id}/rotate`)
    expect(answer.body).toMatchObject({ user_id: maya })
    expect(await works(answer.body as TokenView)).toBe(true)
  })

  it('rejects impersonation tokens', async () => {
    const token = await impersonating()
    expect(await sandbox.asAdmin('POST', `${path}/${token.id}/rotate`)).toMatchObject({
      status: 405,
      body: { message: '405 Method Not Allowed' },
    })
    expect(await works(token)).toBe(true)
  })

  it('keeps the owner on self-rotation even if sudo impersonates another user', async () => {
    const { token } = await created(['api', 'sudo'], 1)
    const headers = { sudo: 'maya.lindqvist' }
    const answer = await sandbox.ask('POST', `${path}/self/rotate`, { token, headers })
    expect(answer.body).toMatchObject({ user_id: 1 })
  })
})

describe('fine-grained token', () => {
  afterEach(() => sandbox.stop())

  it("isn't found before version 19, not even by ID", async () => {
    sandbox = await start({ version: '19' })
    const tokens = (await sandbox.asUser('GET', `${path}?per_page=100`)).body as TokenView[]
    const { id } = tokens.find(({ name }) => name === 'Profile widget')!
    await sandbox.stop()
    sandbox = await start({ version: '18' })
    expect(await sandbox.asAdmin('GET', `${path}/${id}`)).toMatchObject(notFound)
  })

  it("requires permissions under GitLab's names", async () => {
    sandbox = await start({ version: '19' })
    const requests = [
      ['GET', path, 'read_personal_access_token'],
      ['GET', `${path}/self`, 'read_personal_access_token'],
      ['DELETE', `${path}/2`, 'revoke_personal_access_token'],
      ['DELETE', `${path}/self`, 'revoke_personal_access_token'],
      ['POST', `${path}/2/rotate`, 'rotate_personal_access_token'],
      ['POST', `${path}/self/rotate`, 'rotate_personal_access_token'],
    ] as const
    for (const [method, url, permission] of requests) {
      expect(await sandbox.ask(method, url, { token: sandbox.tokens.granular })).toMatchObject({
        status: 403,
        body: { error_description: expect.stringContaining(`[${permission}]`) },
      })
    }
  })
})
