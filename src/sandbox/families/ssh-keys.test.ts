import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sshKeySamples } from '../seed/ssh-key-samples.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const spare = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE/2qnEJIDgJGw/U4OYV1CK8GB3ClQnD8kcFxuvUcKJp'

describe('SSH keys API', () => {
  let sandbox: TestSandbox
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())
  const add = (body: object) => sandbox.asUser('POST', '/user/keys', body)
  const titles = async (path = '/user/keys') =>
    ((await sandbox.asUser('GET', path)).body as { title: string }[]).map(({ title }) => title)

  it('lists keys with exactly these fields', async () => {
    const { body, headers } = await sandbox.asUser('GET', '/user/keys')
    expect(headers.get('x-total')).toBe('2')
    expect(body).toEqual([
      {
        id: 1,
        title: 'Work laptop',
        key: `${sshKeySamples.ed25519} Maya Lindqvist (127.0.0.1)`,
        created_at: expect.stringMatching(/^20\d\d-.*\.\d{3}Z$/),
        expires_at: null,
        usage_type: 'auth_and_signing',
        last_used_at: '2025-06-30T00:00:00.000Z',
      },
      {
        id: 2,
        title: 'Build machine',
        key: `${sshKeySamples.rsa3072} Maya Lindqvist (127.0.0.1)`,
        created_at: expect.any(String),
        expires_at: '2025-07-04T00:00:00.000Z',
        usage_type: 'auth',
        last_used_at: null,
      },
    ])
  })

  it('returns the same keys to all callers, by user ID or username, listed or single', async () => {
    const { body } = await sandbox.asUser('GET', '/user/keys')
    for (const idOrUsername of ['2', 'maya.lindqvist', 'MAYA.lindqvist']) {
      expect((await sandbox.ask('GET', `/users/${idOrUsername}/keys`)).body).toEqual(body)
    }
    const one = (body as object[])[1]
    expect((await sandbox.ask('GET', '/users/2/keys/2')).body).toEqual(one)
    expect((await sandbox.asUser('GET', '/user/keys/2')).body).toEqual(one)
    expect((await sandbox.ask('GET', '/users/x/keys')).body).toEqual([])
  })

  it('returns pages', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => sandbox.ask('GET', `/users/wordy/keys?page=${page}`)),
    )
    expect(pages.map(({ body }) => (body as []).length)).toEqual([20, 20, 5, 0])
    expect(pages[2]!.headers.get('x-next-page')).toBe('')
    expect(pages[0]!.headers.get('link')).toContain(
      `<${sandbox.url}/api/v4/users/wordy/keys?page=2&per_page=20>; rel="next"`,
    )
    const all = await sandbox.ask('GET', '/users/wordy/keys?per_page=1000')
    expect(all.body).toHaveLength(45)
    expect(all.headers.get('x-per-page')).toBe('100')
    const beyond = await sandbox.ask('GET', `/users/wordy/keys?page=${Number.MAX_SAFE_INTEGER}`)
    expect(beyond).toMatchObject({ status: 200, body: [] })
    expect((await sandbox.ask('GET', '/users/wordy/keys?page=x')).body).toEqual({
      error: 'page is invalid',
    })
  })

  it('accepts a deleted key again', async () => {
    expect(await sandbox.asUser('DELETE', '/user/keys/1')).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect(await titles()).toEqual(['Build machine'])
    const { body } = await add({ title: 'Back', key: sshKeySamples.ed25519 })
    expect((body as { id: number }).id).toBeGreaterThan(2)
  })

  it('adds and deletes keys for administrators', async () => {
    const answer = await sandbox.asAdmin('POST', '/users/1/keys', { title: 'Given', key: spare })
    expect(answer).toMatchObject({
      status: 201,
      body: { key: `${spare} Ines Okafor (127.0.0.1)` },
    })
    const { id } = answer.body as { id: number }
    expect((await sandbox.asAdmin('DELETE', `/users/1/keys/${id}`)).status).toBe(204)
    expect(await titles('/users/1/keys')).not.toContain('Given')
  })

  it('returns 404 for keys of other users', async () => {
    const noKey = { status: 404, body: { message: '404 Key Not Found' } }
    expect(await sandbox.asUser('GET', '/user/keys/3')).toMatchObject(noKey)
    expect(await sandbox.asAdmin('GET', '/user/keys/1')).toMatchObject(noKey)
    expect(await sandbox.asUser('DELETE', '/user/keys/3')).toMatchObject(noKey)
    expect(await sandbox.ask('GET', '/users/2/keys/3')).toMatchObject(noKey)
    expect(await sandbox.asAdmin('DELETE', '/users/2/keys/3')).toMatchObject(noKey)
    expect(await sandbox.asUser('GET', '/user/keys/999999999999')).toMatchObject(noKey)
  })

  it('returns 404 for unknown users', async () => {
    const nobody = { status: 404, body: { message: '404 User Not Found' } }
    for (const idOrUsername of ['nobody', '99999', 'a%2Fb']) {
      expect(await sandbox.ask('GET', `/users/${idOrUsername}/keys`)).toMatchObject(nobody)
    }
    expect(await sandbox.ask('GET', '/users/99999/keys/1')).toMatchObject(nobody)
    expect(await sandbox.asAdmin('DELETE', '/users/99999/keys/1')).toMatchObject(nobody)
    const body = { title: 'T', key: spare }
    expect(await sandbox.asAdmin('POST', '/users/99999/keys', body)).toMatchObject(nobody)
    // Parameters are validated first.
    expect((await sandbox.asAdmin('POST', '/users/99999/keys', {})).status).toBe(400)
  })

  it("rejects key IDs that aren't integers", async () => {
    const wrong = { status: 400, body: { error: 'key_id is invalid' } }
    for (const id of ['x', '1.5', '..%2F1', '99999999999999999999']) {
      expect(await sandbox.asUser('GET', `/user/keys/${id}`)).toMatchObject(wrong)
      expect(await sandbox.asUser('DELETE', `/user/keys/${id}`)).toMatchObject(wrong)
      expect(await sandbox.asAdmin('DELETE', `/users/2/keys/${id}`)).toMatchObject(wrong)
      expect(await sandbox.ask('GET', `/users/2/keys/${id}`)).toMatchObject(wrong)
    }
  })

  it('deletes a key only if it is unchanged since If-Unmodified-Since', async () => {
    await add({ title: 'Spare', key: spare })
    const [, , { id }] = (await sandbox.asUser('GET', '/user/keys')).body as { id: number }[] as [
      unknown,
      unknown,
      { id: number },
    ]
    const remove = (since: string) =>
      sandbox.ask('DELETE', `/user/keys/${id}`, {
        token: sandbox.tokens.user,
        headers: { 'if-unmodified-since': since },
      })
    expect(await remove('Tue, 01 Jul 2025 11:59:59 GMT')).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    })
    expect((await remove('Tue, 01 Jul 2025 12:00:00 GMT')).status).toBe(204)
  })

  it('requires a token, and an administrator for other users', async () => {
    for (const [method, path] of [
      ['GET', '/user/keys'],
      ['GET', '/user/keys/1'],
      ['DELETE', '/user/keys/1'],
      ['DELETE', '/users/2/keys/1'],
    ] as const) {
      expect((await sandbox.ask(method, path)).status).toBe(401)
    }
    const body = { title: 'T', key: spare }
    expect((await sandbox.ask('POST', '/user/keys', { body })).status).toBe(401)
    const forbidden = { status: 403, body: { message: '403 Forbidden' } }
    expect(await sandbox.asUser('POST', '/users/2/keys', body)).toMatchObject(forbidden)
    expect(await sandbox.asUser('DELETE', '/users/2/keys/1')).toMatchObject(forbidden)
    const reader = await sandbox.ask('POST', '/user/keys', {
      token: sandbox.tokens.read_user,
      body,
    })
    expect(reader).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  })
})
