import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const longName = 'n'.repeat(3000)

let sandbox: TestSandbox
const own = (body: unknown, token = sandbox.tokens.user) =>
  sandbox.ask('POST', '/user/personal_access_tokens', { token, body })
const createFor = (id: number, body: unknown, token = sandbox.tokens.admin) =>
  sandbox.ask('POST', `/users/${id}/personal_access_tokens`, { token, body })

describe('enforced fine-grained tokens', () => {
  it('reject new tokens with scopes, and leave others working', async () => {
    sandbox = await startTestSandbox({ flavor: 'gitlab', enforceFineGrainedTokens: true })
    const body = { name: 'cluster', scopes: ['k8s_proxy'] }
    const message = 'Your administrator requires fine-grained personal access tokens'
    const refusal = { status: 422, body: { message } }
    expect(await own(body)).toMatchObject(refusal)
    expect(await createFor(2, body)).toMatchObject(refusal)
    expect((await sandbox.asUser('GET', '/user')).status).toBe(200)
    await sandbox.stop()
  })
})

describe.each<FlavorName>(['interface', 'gitlab'])(
  'creating personal access tokens in flavor %s',
  (flavor) => {
    beforeEach(async () => void (sandbox = await startTestSandbox({ flavor, version: '18' })))
    afterEach(() => sandbox.stop())

    const fields = (
      'id name revoked created_at scopes user_id active expires_at token' +
      (flavor === 'gitlab' ? ' description last_used_at' : '')
    )
      .split(' ')
      .toSorted()

    it("limits the scopes of users' own tokens and expires them at the end of the day", async () => {
      const { status, body } = await own({ name: 'cluster', scopes: ['k8s_proxy'] })
      expect(status).toBe(201)
      expect(Object.keys(body as object).toSorted()).toEqual(fields)
      expect(body).toMatchObject({
        name: 'cluster',
        revoked: false,
        created_at: '2025-07-01T12:00:00.000Z',
        scopes: ['k8s_proxy'],
        user_id: 2,
        active: true,
        expires_at: '2025-07-02',
      })
      const { token } = body as { token: string }
      expect(await sandbox.ask('GET', '/user', { token })).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope' },
      })
      sandbox.clock.now = new Date('2025-07-02T00:00:00.000Z')
      expect(await sandbox.ask('GET', '/user', { token })).toMatchObject({
        status: 401,
        body: { error: 'invalid_token' },
      })
    })

    it('creates tokens for other users with the maximum lifetime', async () => {
      const { status, body } = await createFor(2, { name: 'all', scopes: ['api', 'read_user'] })
      expect(status).toBe(201)
      expect(Object.keys(body as object).toSorted()).toEqual(fields)
      expect(body).toMatchObject({ user_id: 2, active: true, expires_at: '2026-07-01' })
      const { token } = body as { token: string }
      expect((await sandbox.ask('GET', '/user', { token })).body).toMatchObject({ id: 2 })
    })

    it('accepts comma-separated scopes, any name, and a description', async () => {
      const name = '<b>‮name</b>'
      const body = { name, scopes: 'api,sudo', description: 'why' }
      const answer = await createFor(1, body)
      expect(answer.body).toMatchObject({ name, scopes: ['api', 'sudo'] })
      if (flavor === 'gitlab') expect(answer.body).toMatchObject({ description: 'why' })
      expect((await own({ name: longName, scopes: 'k8s_proxy' })).body).toMatchObject({
        name: longName,
      })
    })
  },
)

describe('creating personal access tokens', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ version: '18' })))
  afterEach(() => sandbox.stop())

  it('accepts an expiry date, even in the past', async () => {
    const scopes = ['k8s_proxy']
    expect((await own({ name: 'a', scopes, expires_at: '2025-12-24' })).body).toMatchObject({
      active: true,
      expires_at: '2025-12-24',
    })
    expect((await own({ name: 'a', scopes, expires_at: '2020-01-01' })).body).toMatchObject({
      active: false,
    })
    expect((await own({ name: 'a', scopes, expires_at: null })).body).toMatchObject({
      expires_at: '2025-07-02',
    })
  })

  it("rejects other scopes for users' own tokens", async () => {
    for (const scope of ['api', 'read_user', 'self_rotate']) {
      expect(await own({ name: 'a', scopes: [scope] })).toMatchObject({
        status: 400,
        body: { error: 'scopes does not have a valid value' },
      })
    }
  })

  it('allows the scope sudo for administrators only', async () => {
    expect(await createFor(2, { name: 'a', scopes: ['sudo'] })).toMatchObject({
      status: 422,
      body: { message: 'Scopes can only contain available scopes' },
    })
  })

  it('requires the scope api, and an administrator for other users', async () => {
    const body = { name: 'a', scopes: ['k8s_proxy'] }
    const small = (await createFor(2, { name: 'a', scopes: ['read_api'] })).body as {
      token: string
    }
    for (const token of [sandbox.tokens.read_user, small.token]) {
      expect(await own(body, token)).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope', scope: 'api' },
      })
    }
    expect(await createFor(2, body, sandbox.tokens.user)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden' },
    })
  })

  it('returns 404 for unknown users after validating parameters', async () => {
    expect(await createFor(99999, { name: 'a', scopes: ['api'] })).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    })
    expect(await createFor(99999, { name: 'a' })).toMatchObject({ status: 400 })
  })
})

describe('creating an invalid personal access token', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox({ version: '18' })))
  afterAll(() => sandbox.stop())

  it.each([
    ['missing parameters', {}, 400, { error: 'name is missing, scopes is missing' }],
    [
      'an unknown scope',
      { name: 'a', scopes: ['k8s_proxy', 'everything'] },
      400,
      { error: 'scopes does not have a valid value' },
    ],
    ['a map of scopes', { name: 'a', scopes: { b: 1 } }, 400, { error: 'scopes is invalid' }],
    [
      'an empty list of scopes',
      { name: 'a', scopes: [] },
      422,
      { message: "Scopes can't be blank" },
    ],
    ['an empty name', { name: '', scopes: 'k8s_proxy' }, 422, { message: "Name can't be blank" }],
    [
      'an invalid date',
      { name: 'a', scopes: 'k8s_proxy', expires_at: 'soon' },
      400,
      { error: 'expires_at is invalid' },
    ],
    [
      'a lifetime over a year',
      { name: 'a', scopes: 'k8s_proxy', expires_at: '2026-07-02' },
      422,
      { message: 'Expires at must be before 2026-07-01' },
    ],
    [
      'three invalid fields',
      { name: '', scopes: [], expires_at: '2999-01-01' },
      422,
      {
        message:
          "Name can't be blank, Scopes can't be blank, and Expires at must be before 2026-07-01",
      },
    ],
  ])('rejects %s', async (_, body, status, refusal) => {
    expect(await own(body)).toMatchObject({ status, body: refusal })
    expect(await createFor(2, body)).toMatchObject({ status, body: refusal })
  })
})
