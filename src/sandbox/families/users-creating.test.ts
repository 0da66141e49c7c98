import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'
import {
  everything,
  fields,
  nora,
  oddAddresses,
  parameters,
  weak,
  wrongValues,
} from '../testing/account-values.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

let sandbox: TestSandbox
const create = (body: object) => sandbox.asAdmin('POST', '/users', body)
const read = async (id: number) =>
  (await sandbox.asAdmin('GET', `/users/${id}`)).body as Record<string, unknown>
const count = async () => (await sandbox.asAdmin('GET', '/users')).headers.get('x-total')
const listFields = async () =>
  Object.keys(((await sandbox.asAdmin('GET', '/users?username=x')).body as object[])[0]!)

describe.each<FlavorName>(['interface', 'gitlab'])('POST /users in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  it('ignores the job title, which only its owner can set', async () => {
    const { body } = await create({ ...nora, job_title: 'Oceanographer' })
    expect(body).toMatchObject({ job_title: flavor === 'gitlab' ? null : '' })
  })

  it("rejects a group's path as username in flavor gitlab only, as a base error", async () => {
    const base = ['A user, alias, or group already exists with that username.']
    expect(await create({ ...nora, username: 'Trail-Maps' })).toMatchObject(
      flavor === 'gitlab' ? fields({ base }) : { status: 201 },
    )
  })
})

describe('POST /users', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('creates an account from the required fields', async () => {
    const { status, body } = await create(nora)
    expect(status).toBe(201)
    expect(Object.keys(body as object)).toEqual(await listFields())
    const { id } = body as { id: number }
    expect(body).toMatchObject({
      email: 'nora.quist@example.org',
      commit_email: 'nora.quist@example.org',
      username: 'nora.q',
      state: 'active',
      bio: '',
      created_at: '2025-07-01T12:00:00.000Z',
      confirmed_at: null,
      is_admin: false,
      external: false,
      projects_limit: 100,
      can_create_group: true,
      created_by: { id: 1, username: 'ines' },
      namespace_id: 1000 + id,
      identities: [],
    })
    expect((await sandbox.asAdmin('GET', '/users?search=nora')).body).toMatchObject([{ id }])
  })

  it('creates an account with all fields', async () => {
    const { body } = await create(everything)
    const { id } = body as { id: number }
    const { password: _password, email: _email, extern_uid, provider, ...same } = everything
    const { admin, auditor, skip_confirmation: _skipped, commit_email: _commit, ...shown } = same
    expect(await read(id)).toMatchObject({
      ...shown,
      email: 'nora.quist@example.org',
      commit_email: `${id}-nora.q@users.noreply.127.0.0.1`,
      confirmed_at: '2025-07-01T12:00:00.000Z',
      is_admin: admin,
      is_auditor: auditor,
      identities: [{ provider, extern_uid }],
      work_information: 'Tidewater Maps',
    })
    expect(sandbox.mails).toEqual([])
  })

  it('accepts unusual addresses', async () => {
    for (const [index, email] of oddAddresses.entries()) {
      const answer = await create({ ...nora, username: `nora.${index}`, email })
      expect(answer).toMatchObject({ status: 201, body: { email } })
    }
  })

  it('accepts a form with an avatar', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(nora)) form.set(name, value)
    form.set('avatar', new File([png], 'nora.png', { type: 'image/png' }))
    form.set('view_diffs_file_by_file', 'true')
    const { status, body } = await create(form)
    expect(status).toBe(201)
    const { id, avatar_url: url } = body as { id: number; avatar_url: string }
    expect(url).toBe(`${sandbox.url}/uploads/-/system/user/avatar/${id}/nora.png`)
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(png.length)
    expect((await sandbox.asAdmin('GET', `/user/preferences?sudo=${id}`)).body).toMatchObject({
      view_diffs_file_by_file: true,
    })
    form.set('username', 'other')
    form.set('email', 'other@example.org')
    form.set('avatar', new File(['<svg/>'], 'nora.svg'))
    expect(await create(form)).toMatchObject({
      status: 400,
      body: { message: { avatar: [expect.stringMatching(/^file format is not supported/)] } },
    })
    expect((await sandbox.asAdmin('GET', '/users?username=other')).body).toEqual([])
  })

  it('sends a confirmation link and denies access until it is opened', async () => {
    const { id } = (await create(nora)).body as { id: number }
    expect(sandbox.mails).toMatchObject([{ to: 'nora.quist@example.org' }])
    expect((await fetch(sandbox.mails[0]!.link)).status).toBe(200)
    expect((await read(id))['confirmed_at']).toBe('2025-07-01T12:00:00.000Z')
  })

  it('requires email, name, username, and one of three password options', async () => {
    expect(await create({})).toMatchObject(
      parameters(
        'email is missing, name is missing, username is missing, ' +
          'password, reset_password, force_random_password are missing, at least one parameter must be provided',
      ),
    )
    const { password: _password, ...rest } = nora
    expect(await create(rest)).toMatchObject(
      parameters(
        'password, reset_password, force_random_password are missing, at least one parameter must be provided',
      ),
    )
    expect(await create({ ...rest, reset_password: false })).toMatchObject(
      fields({ password: ["can't be blank"] }),
    )
    // These two options override any password.
    expect((await create({ ...nora, password: 'short', reset_password: true })).status).toBe(201)
    const another = { ...rest, username: 'n2', email: 'n2@example.org' }
    expect((await create({ ...another, force_random_password: true })).status).toBe(201)
  })

  it('rejects a password that contains parts of the name', async () => {
    for (const password of ['i-am-Quist-9', 'xx-NORA.q-xx', 'nora.quist@example.org']) {
      expect(await create({ ...nora, password })).toMatchObject(fields(weak))
    }
  })

  it('reports all errors at once', async () => {
    expect(await create({ ...nora, name: '', bio: 'b'.repeat(300), theme_id: 99 })).toMatchObject(
      fields({
        name: ["can't be blank"],
        bio: ['is too long (maximum is 255 characters)'],
        theme_id: ['99 is not a valid theme'],
      }),
    )
  })

  it('rejects a taken email or username', async () => {
    const email = { status: 409, body: { message: 'Email has already been taken' } }
    const username = { status: 409, body: { message: 'Username has already been taken' } }
    for (const taken of ['INES@example.com', 'maya@tidewater.example', 'ghost@example.com']) {
      expect(await create({ ...nora, email: taken })).toMatchObject(email)
    }
    expect(await create({ ...nora, username: 'Maya.LINDQVIST' })).toMatchObject(username)
    expect(await create({ ...nora, username: 'ines', email: 'ines@example.com' })).toMatchObject(
      email,
    )
    expect(await create({ ...nora, email: 'maya.new@private.example' })).toMatchObject(
      fields({ email: ['has already been taken'] }),
    )
  })

  it('denies external users project and group rights', async () => {
    const body = { ...nora, external: true, projects_limit: 9, can_create_group: true }
    expect((await create(body)).body).toMatchObject({
      external: true,
      projects_limit: 0,
      can_create_group: false,
      can_create_project: false,
    })
  })

  it('returns 403 to other users after validating parameters', async () => {
    const asUser = (body: object) =>
      sandbox.ask('POST', '/users', { token: sandbox.tokens.user, body })
    expect((await asUser({})).status).toBe(400)
    expect(await asUser(nora)).toMatchObject({ status: 403, body: { message: '403 Forbidden' } })
    expect((await sandbox.ask('POST', '/users', { body: nora })).status).toBe(401)
  })
})

describe('POST /users with an invalid value', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each(wrongValues)('rejects %j and creates no account', async (change, refusal) => {
    const before = await count()
    expect(await create({ ...nora, ...change })).toMatchObject(refusal)
    expect(await count()).toBe(before)
    expect(sandbox.mails).toEqual([])
  })
})
