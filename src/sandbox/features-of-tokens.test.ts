import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox } from './testing/harness.ts'
import type { TestSandbox } from './testing/harness.ts'
import { everywhere, instances, isAmong } from './testing/instances.ts'
import type { Where } from './testing/instances.ts'

const own = '/user/personal_access_tokens'
const forMaya = '/users/2/personal_access_tokens'
const impersonation = '/users/2/impersonation_tokens'

describe.each(instances)('tokens of GitLab $name', (instance) => {
  let sandbox: TestSandbox
  const has = (where: Where) => isAmong(where, instance)
  const { edition, version } = instance
  const start = (more = {}) =>
    startTestSandbox({ edition, version, flavor: 'gitlab', users: 60, ...more })
  beforeAll(async () => {
    sandbox = await start()
  })
  afterAll(() => sandbox.stop())

  const read = async <T>(path: string) => (await sandbox.asAdmin('GET', path)).body as T
  const post = async (path: string, body: object) => sandbox.asAdmin('POST', path, body)
  const created = async (path: string, body: object) =>
    (await post(path, body)).body as Record<string, unknown>

  it.each([own, forMaya, impersonation])('have a description since 17: %s', async (path) => {
    const day = { expires_at: '2025-08-01' }
    const input = { name: 'a', scopes: ['k8s_proxy'], description: 'Why it is there', ...day }
    const { description } = await created(path, input)
    expect(description).toBe(has({ from: '17' }) ? 'Why it is there' : undefined)
  })

  it('include their addresses and whether they are fine-grained, since 19', async () => {
    const [migration] = await read<Record<string, unknown>[]>(impersonation)
    expect(migration).toMatchObject({ last_used_at: '2025-06-29T00:00:00.000Z' })
    const isNew = has({ from: '19' })
    expect(migration!['last_used_ips']).toEqual(isNew ? ['192.0.2.17', '2001:db8::17'] : undefined)
    expect(migration!['granular']).toBe(isNew ? false : undefined)
  })

  it('record the addresses that used them since 19', async () => {
    const input = { name: 'b', scopes: ['api'], expires_at: '2025-08-01' }
    const { id, token } = await created(impersonation, input)
    await sandbox.ask('GET', '/user', { token: String(token) })
    const after = await read<Record<string, unknown>>(`${impersonation}/${id}`)
    expect(after['last_used_ips']).toEqual(has({ from: '19' }) ? ['127.0.0.1'] : undefined)
  })

  it('can read their own scopes, regardless of which ones they have', async () => {
    const ask = (token: string) => sandbox.ask('GET', '/personal_access_tokens/self', { token })
    const { user, read_user } = sandbox.tokens
    expect((await ask(user)).body).toMatchObject({ user_id: 2, scopes: ['api', 'create_runner'] })
    const { body } = await ask(read_user)
    expect(body).toMatchObject({ user_id: 2, scopes: ['read_user'] })
    expect(body).not.toHaveProperty('token')
    expect((await ask('glpat-of-nobody')).status).toBe(401)
  })

  it('default to one day when created for oneself, and to a year since 19', async () => {
    const { expires_at } = await created(own, { name: 'a', scopes: ['k8s_proxy'] })
    expect(expires_at).toBe(has({ from: '19' }) ? '2026-07-01' : '2025-07-02')
    const createdToken = await created(forMaya, { name: 'a', scopes: ['api'] })
    expect(createdToken['expires_at']).toBe('2026-07-01')
  })

  it('accept the scope self_rotate when created for oneself, since 19', async () => {
    const { status, body } = await post(own, { name: 'a', scopes: ['k8s_proxy', 'self_rotate'] })
    if (has({ from: '19' })) expect(body).toMatchObject({ scopes: ['k8s_proxy', 'self_rotate'] })
    else expect(body).toEqual({ error: 'scopes does not have a valid value' })
    expect(status).toBe(has({ from: '19' }) ? 201 : 400)
    expect((await post(own, { name: 'a', scopes: ['api'] })).status).toBe(400)
  })

  it('revoke themselves with any scope', async () => {
    const path = '/personal_access_tokens/self'
    for (const scope of ['api', 'read_user']) {
      const input = { name: 'own', scopes: [scope], expires_at: '2025-08-01' }
      const { token } = (await created('/users/2/personal_access_tokens', input)) as {
        token: string
      }
      expect(await sandbox.ask('DELETE', path, { token })).toMatchObject({ status: 204 })
      expect(await sandbox.ask('GET', path, { token })).toMatchObject({ status: 401 })
      expect(await sandbox.ask('DELETE', path, { token })).toMatchObject({ status: 401 })
    }
  })

  describe('self-rotation', () => {
    const path = '/personal_access_tokens/self/rotate'
    const rotate = (token: string, body: object = {}) => sandbox.ask('POST', path, { token, body })
    const works = async (token: string) => {
      const { status } = await sandbox.ask('GET', '/personal_access_tokens/self', { token })
      return status === 200
    }
    const tokenWith = async (scopes: string[], user = 2) => {
      const input = { name: 'own', scopes, description: 'Why', expires_at: '2025-08-01' }
      return (await created(`/users/${user}/personal_access_tokens`, input)) as { token: string }
    }
    const rotated = async (token: string, body?: object) =>
      (await rotate(token, body)).body as { token: string; expires_at: string | null }

    it('requires the scope api or self_rotate, since 16.10', async () => {
      const { token } = await tokenWith(['api'])
      const { status, body } = await rotate(token, { expires_at: '2025-09-01' })
      if (!has({ from: '17' })) {
        expect({ status, body }).toEqual({ status: 401, body: { message: '401 Unauthorized' } })
        expect(await works(token)).toBe(true)
        const { token: admins } = await tokenWith(['api'], 1)
        expect(await rotate(admins)).toMatchObject({ status: 404 })
        return
      }
      expect(status).toBe(200)
      expect(body).toMatchObject({
        name: 'own',
        description: 'Why',
        scopes: ['api'],
        expires_at: '2025-09-01',
      })
      expect(await works(token)).toBe(false)
      expect(await works((body as { token: string }).token)).toBe(true)
      const { token: narrow } = await tokenWith(['read_api', 'self_rotate'])
      expect(await works((await rotated(narrow)).token)).toBe(true)
    })

    it('returns 403 with other scopes', async () => {
      const { token } = await tokenWith(['read_api'])
      expect(await rotate(token)).toMatchObject({ status: 403 })
      expect(await works(token)).toBe(true)
    })

    if (!has({ from: '17' })) return

    it('defaults to a week', async () => {
      const { token } = await tokenWith(['api'])
      expect((await rotated(token)).expires_at).toBe('2025-07-08')
    })

    it('rejects a date beyond the maximum lifetime and keeps the token', async () => {
      const { token } = await tokenWith(['api'])
      expect(await rotate(token, { expires_at: '2035-01-01' })).toMatchObject({
        status: 400,
        body: { message: '400 Bad request - Expires at must be before 2026-07-01' },
      })
      expect(await works(token)).toBe(true)
    })

    it('revokes all successors if the old token is rotated again', async () => {
      const { token } = await tokenWith(['api'])
      const second = await rotated(token)
      const third = await rotated(second.token)
      expect(await works(token)).toBe(false)
      expect(await works(third.token)).toBe(true)
      expect((await rotate(token)).status).toBe(401)
      expect(await works(third.token)).toBe(false)
    })
  })

  it.each<[scope: string, where: Where]>([
    ['read_repository', everywhere],
    ['self_rotate', { from: '17' }],
    ['manage_runner', { from: '17' }],
    ['mcp', { from: '19' }],
    ['granular', { from: '19' }],
  ])('accept the scope %s in versions that have it', async (scope, where) => {
    const input = { name: 'a', scopes: [scope], expires_at: '2025-08-01' }
    expect((await post(forMaya, input)).status).toBe(has(where) ? 201 : 400)
    expect((await post(impersonation, input)).status).toBe(has(where) ? 201 : 400)
  })

  it('can omit the expiry date if the instance allows it, since 17.3', async () => {
    const withoutExpiry = await start({ tokensExpire: false })
    const ask = async (path: string, body: object) => {
      const answer = await withoutExpiry.asAdmin('POST', path, body)
      return { status: answer.status, ...(answer.body as { expires_at?: string | null }) }
    }
    const input = { name: 'a', scopes: ['api'] }
    const may = has({ from: '17' })
    expect(await ask(impersonation, input)).toMatchObject(
      may ? { status: 201, expires_at: null } : { status: 400 },
    )
    const distant = { ...input, expires_at: '2035-01-01' }
    expect((await ask(impersonation, distant)).status).toBe(may ? 201 : 400)
    expect((await ask(forMaya, input)).expires_at).toBe(may ? null : '2026-07-01')
    const limited = await ask(own, { name: 'a', scopes: ['k8s_proxy'] })
    expect(limited.expires_at).toBe(has({ from: '19' }) ? null : '2025-07-02')
    await withoutExpiry.stop()
    expect((await post(impersonation, input)).body).toEqual({
      message: { expires_at: ["can't be blank"] },
    })
  })

  it('limit fine-grained tokens to their permissions since 19', async () => {
    const ask = (method: string, path: string, body?: object) =>
      sandbox.ask(method, path, { token: sandbox.tokens.granular, body })
    if (!has({ from: '19' })) {
      expect((await ask('GET', '/user')).status).toBe(401)
      return
    }
    expect((await ask('GET', '/user')).body).toMatchObject({ username: 'maya.lindqvist' })
    expect((await ask('GET', '/user/keys')).status).toBe(200)
    expect((await ask('PUT', '/user/status', { message: 'Hello' })).status).toBe(200)
    const denied = (permission: string) => ({
      status: 403,
      body: {
        error: 'insufficient_granular_scope',
        error_description: `Access denied: Your Personal Access Token lacks the required permissions: [${permission}].`,
      },
    })
    expect(await ask('GET', '/user/gpg_keys')).toMatchObject(denied('read_gpg_key'))
    expect(await ask('PUT', '/user/preferences', {})).toMatchObject(denied('update_preference'))
    expect(await ask('DELETE', '/user/keys/1')).toMatchObject(denied('delete_ssh_key'))
  })
})
