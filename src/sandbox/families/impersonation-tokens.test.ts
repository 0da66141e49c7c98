import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

interface TokenView {
  id: number
  name: string
  token: string
  active: boolean
  revoked: boolean
}

const base = '/users/2/impersonation_tokens'
const input = { name: 'Help Maya', scopes: ['api'], expires_at: '2025-08-01' }
const noToken = { status: 404, body: { message: '404 Impersonation Token Not Found' } }
const noUser = { status: 404, body: { message: '404 User Not Found' } }

let sandbox: TestSandbox
const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  sandbox.ask(method, path, { token: sandbox.tokens.admin, body, headers })
const create = async (body: unknown = input) => (await ask('POST', base, body)).body as TokenView
const list = async (query = '') => (await ask('GET', base + query)).body as TokenView[]

describe.each<FlavorName>(['interface', 'gitlab'])(
  'impersonation tokens API in flavor %s',
  (flavor) => {
    beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
    afterEach(() => sandbox.stop())

    const listed = (
      'id user_id name scopes active revoked impersonation created_at expires_at last_used_at granular granular_scopes' +
      (flavor === 'gitlab' ? ' description last_used_ips' : '')
    )
      .split(' ')
      .toSorted()
    const singleFields =
      flavor === 'gitlab' ? listed : listed.filter((name) => name !== 'last_used_at')

    it('returns exactly these fields, and the secret only on creation', async () => {
      const created = await create()
      expect(Object.keys(created).toSorted()).toEqual([...singleFields, 'token'].toSorted())
      expect(created).toMatchObject({
        user_id: 2,
        name: 'Help Maya',
        scopes: ['api'],
        active: true,
        revoked: false,
        impersonation: true,
        created_at: '2025-07-01T12:00:00.000Z',
        expires_at: '2025-08-01',
      })
      const { token, ...rest } = created
      expect(token).toMatch(/^glpat-[\w-]{24}$/)
      expect((await ask('GET', `${base}/${created.id}`)).body).toEqual(rest)
      for (const one of await list()) expect(Object.keys(one).toSorted()).toEqual(listed)
    })

    it('requires scopes and an expiry date depending on the flavor', async () => {
      expect(await ask('POST', base, { name: 'a' })).toMatchObject({
        status: 400,
        body:
          flavor === 'gitlab'
            ? { message: { scopes: ["can't be blank"], expires_at: ["can't be blank"] } }
            : { error: 'expires_at is missing, scopes is missing' },
      })
    })

    it("accepts the flavor's scopes, and sudo for administrators only", async () => {
      const answer = (scopes: string[], path = base) => ask('POST', path, { ...input, scopes })
      const admins = '/users/1/impersonation_tokens'
      const unavailable = {
        status: 400,
        body: { message: { scopes: ['can only contain available scopes'] } },
      }
      const unknown = { status: 400, body: { error: 'scopes does not have a valid value' } }
      if (flavor === 'gitlab') {
        expect((await answer(['read_api', 'write_repository'])).status).toBe(201)
        expect((await answer(['api', 'sudo', 'admin_mode'], admins)).status).toBe(201)
        expect(await answer(['api', 'sudo'])).toMatchObject(unavailable)
        expect(await answer(['everything'])).toMatchObject(unavailable)
      } else {
        expect((await answer(['api', 'read_user'])).status).toBe(201)
        for (const scope of ['sudo', 'read_api', 'everything']) {
          expect(await answer([scope], admins)).toMatchObject(unknown)
        }
      }
    })
  },
)

describe('impersonation tokens API', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('creates tokens that act as their user until they are revoked', async () => {
    const { id, token } = await create()
    const me = () => sandbox.ask('GET', '/user', { token })
    expect((await me()).body).toMatchObject({ id: 2 })
    expect((await list()).find((one) => one.id === id)).toMatchObject({
      last_used_at: '2025-07-01T12:00:00.000Z',
    })
    expect(await ask('DELETE', `${base}/${id}`)).toMatchObject({ status: 204, body: undefined })
    expect(await me()).toMatchObject({
      status: 401,
      body: { error_description: 'Token was revoked. You have to re-authorize from the user.' },
    })
    expect((await ask('GET', `${base}/${id}`)).body).toMatchObject({
      revoked: true,
      active: false,
    })
    expect((await ask('DELETE', `${base}/${id}`)).status).toBe(204)
  })

  it('expires tokens at the start of their expiry date', async () => {
    const { token } = await create({ ...input, expires_at: '2025-07-02' })
    expect((await sandbox.ask('GET', '/user', { token })).status).toBe(200)
    sandbox.clock.now = new Date('2025-07-02T00:00:00.000Z')
    expect(await sandbox.ask('GET', '/user', { token })).toMatchObject({
      status: 401,
      body: { error: 'invalid_token' },
    })
  })

  it('creates tokens that have already expired', async () => {
    expect(await create({ ...input, expires_at: '2020-01-01' })).toMatchObject({ active: false })
  })

  it('filters the list by state', async () => {
    const names = async (query: string) => (await list(query)).map(({ name }) => name)
    const active = ['Migration', 'Support case 4711']
    const inactive = ['Audit of spring', '<b>pasted in the chat</b>']
    expect(await names('')).toEqual([...active, ...inactive])
    expect(await names('?state=all')).toEqual([...active, ...inactive])
    expect(await names('?state=active')).toEqual(active)
    expect(await names('?state=inactive')).toEqual(inactive)
    for (const state of ['revoked', 'ACTIVE', 'a%00', '[]']) {
      expect(await ask('GET', `${base}?state=${state}`)).toMatchObject({
        status: 400,
        body: { error: 'state does not have a valid value' },
      })
    }
  })

  it('accepts scopes as a form list or comma-separated', async () => {
    const form = new URLSearchParams('name=a&expires_at=2025-08-01&scopes[]=api&scopes[]=read_user')
    expect(await create(form)).toMatchObject({ scopes: ['api', 'read_user'] })
    expect(await create({ ...input, scopes: 'api,read_user' })).toMatchObject({
      scopes: ['api', 'read_user'],
    })
  })

  it('limits the lifetime to a year', async () => {
    expect(await create({ ...input, expires_at: '2026-07-01' })).toMatchObject({ active: true })
  })

  it('hides personal access tokens and tokens of other users', async () => {
    const own = await ask('POST', '/users/2/personal_access_tokens', {
      name: 'a',
      scopes: ['api'],
    })
    const { id } = own.body as TokenView
    const { id: impersonating } = await create()
    for (const method of ['GET', 'DELETE']) {
      expect(await ask(method, `${base}/${id}`)).toMatchObject(noToken)
      expect(await ask(method, `${base}/999999`)).toMatchObject(noToken)
      expect(await ask(method, `/users/3/impersonation_tokens/${impersonating}`)).toMatchObject(
        noToken,
      )
      expect(await ask(method, `${base}/x`)).toMatchObject({
        status: 400,
        body: { error: 'impersonation_token_id is invalid' },
      })
    }
    expect(
      (await sandbox.ask('GET', '/user', { token: (own.body as TokenView).token })).status,
    ).toBe(200)
  })

  it('returns 412 when a token changed since If-Unmodified-Since', async () => {
    const { id } = await create()
    const since = (moment: string) =>
      ask('DELETE', `${base}/${id}`, undefined, { 'if-unmodified-since': moment })
    expect(await since('Tue, 01 Jul 2025 11:00:00 GMT')).toMatchObject({ status: 412 })
    expect((await since('Tue, 01 Jul 2025 12:00:00 GMT')).status).toBe(204)
  })

  it('requires an administrator and an existing user', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/1'],
      ['DELETE', '/1'],
    ] as const) {
      const body = method === 'POST' ? input : undefined
      const token = sandbox.tokens.user
      expect(await sandbox.ask(method, base + path, { token, body })).toMatchObject({
        status: 403,
        body: { message: '403 Forbidden' },
      })
      expect(await ask(method, `/users/99999/impersonation_tokens${path}`, body)).toMatchObject(
        noUser,
      )
    }
  })
})

describe('creating an invalid impersonation token', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each([
    ['a missing name', { scopes: ['api'], expires_at: '2025-08-01' }, { error: 'name is missing' }],
    ['a name that is a list', { ...input, name: ['a'] }, { error: 'name is invalid' }],
    ['a blank name', { ...input, name: ' ' }, { message: { name: ["can't be blank"] } }],
    [
      'an empty list of scopes',
      { ...input, scopes: [] },
      { message: { scopes: ["can't be blank"] } },
    ],
    ['scopes that are a map', { ...input, scopes: { a: 1 } }, { error: /^scopes is invalid/ }],
    ['an invalid date', { ...input, expires_at: '2025-02-30' }, { error: 'expires_at is invalid' }],
    [
      'a lifetime over a year',
      { ...input, expires_at: '2026-07-02' },
      { message: { expires_at: ['must be before 2026-07-01'] } },
    ],
    [
      'several invalid fields',
      { name: '', scopes: [], expires_at: '2999-01-01' },
      {
        message: {
          name: ["can't be blank"],
          scopes: ["can't be blank"],
          expires_at: ['must be before 2026-07-01'],
        },
      },
    ],
    [
      'a long description',
      { ...input, description: 'x'.repeat(256) },
      { message: { description: ['is too long (maximum is 255 characters)'] } },
    ],
  ])('rejects %s', async (_, body, refusal) => {
    const before = await list()
    const answer = await ask('POST', base, body)
    expect(answer.status).toBe(400)
    if ('error' in refusal && refusal.error instanceof RegExp) {
      expect((answer.body as { error: string }).error).toMatch(refusal.error)
    } else expect(answer.body).toEqual(refusal)
    expect(await list()).toEqual(before)
  })
})
