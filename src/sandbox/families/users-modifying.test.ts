import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'
import {
  everything,
  fields,
  notVerified,
  oddAddresses,
  wrongValues,
} from '../testing/account-values.ts'

let sandbox: TestSandbox
const read = async (id: number) =>
  (await sandbox.asAdmin('GET', `/users/${id}`)).body as Record<string, unknown>
const listFields = async () =>
  Object.keys(((await sandbox.asAdmin('GET', '/users?username=x')).body as object[])[0]!)
const modify = (body: unknown, id = 2) => sandbox.asAdmin('PUT', `/users/${id}`, body)

describe.each<FlavorName>(['interface', 'gitlab'])('PUT /users/:id in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  const conflict = flavor === 'interface' ? 404 : 409

  it("rejects a group's path as username in flavor gitlab only, but allows a taken name", async () => {
    const base = ['A user, alias, or group already exists with that username.']
    expect(await modify({ username: 'trail-maps' })).toMatchObject(
      flavor === 'gitlab' ? fields({ base }) : { status: 200 },
    )
    expect((await modify({ username: 'maya.lindqvist', bio: 'x' })).status).toBe(200)
  })

  it('rejects a taken email or username', async () => {
    for (const change of [
      { email: 'INES@example.com' },
      { email: 'ines.okafor@tidewater.example' },
    ]) {
      expect(await modify(change)).toMatchObject({
        status: conflict,
        body: { message: 'Email has already been taken' },
      })
    }
    expect(await modify({ username: 'INES' })).toMatchObject({
      status: conflict,
      body: { message: 'Username has already been taken' },
    })
    // The user's own values don't conflict, even in a different case.
    expect((await modify({ username: 'Maya.Lindqvist' })).body).toMatchObject({
      username: 'Maya.Lindqvist',
    })
  })

  it('accepts an unused address in flavor gitlab only', async () => {
    const email = 'maya@elsewhere.example'
    const answer = await modify({ email })
    if (flavor === 'interface') {
      expect(answer).toMatchObject({ status: 404, body: { message: '404 Email Not Found' } })
      return
    }
    expect(answer).toMatchObject({ status: 200, body: { email: 'maya.lindqvist@example.com' } })
    // A second change invalidates the first link.
    await modify({ email: 'maya2@elsewhere.example' })
    expect((await fetch(sandbox.mails[0]!.link)).status).toBe(404)
    expect((await fetch(sandbox.mails[1]!.link)).status).toBe(200)
    expect(await read(2)).toMatchObject({ email: 'maya2@elsewhere.example' })
  })

  it('rejects an unconfirmed address as public email', async () => {
    expect(await modify({ public_email: 'maya.new@private.example' })).toMatchObject(
      fields({ public_email: notVerified }),
    )
    const { body } = await modify({ public_email: 'maya@tidewater.example' })
    expect(body).toMatchObject({ public_email: 'maya@tidewater.example' })
    expect((await modify({ public_email: '' })).body).toMatchObject({
      public_email: flavor === 'gitlab' ? null : '',
    })
  })
})

describe('PUT /users/:id', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('changes the given fields and nothing else', async () => {
    const before = await read(2)
    sandbox.clock.now = new Date('2025-07-01T12:30:00.000Z')
    const { status, body } = await modify({
      name: 'Maya L.',
      bio: null,
      location: '',
      admin: true,
    })
    expect(status).toBe(200)
    expect(Object.keys(body as object)).toEqual(await listFields())
    const after = await read(2)
    expect(after).toEqual({
      ...before,
      name: 'Maya L.',
      bio: '',
      location: '',
      is_admin: true,
      local_time: after['local_time'],
    })
    expect((await sandbox.asAdmin('GET', '/users?search=maya%20l.')).body).toMatchObject([
      { id: 2 },
    ])
  })

  it('changes all fields', async () => {
    const { email: _email, skip_confirmation: _skip, admin, auditor, ...change } = everything
    const { password: _password, provider, extern_uid, commit_email: _commit, ...shown } = change
    await modify({ ...change, admin, auditor })
    expect(await read(2)).toMatchObject({
      ...shown,
      is_admin: admin,
      is_auditor: auditor,
      identities: [{ provider, extern_uid }],
      commit_email: '2-nora.q@users.noreply.127.0.0.1',
    })
  })

  it("accepts the user's unusual addresses once they are confirmed", async () => {
    for (const email of oddAddresses) {
      await sandbox.asAdmin('POST', '/users/2/emails', { email, skip_confirmation: true })
      expect(await modify({ email })).toMatchObject({ status: 200, body: { email } })
    }
  })

  it('ignores the job title', async () => {
    await modify({ job_title: 'Queen' })
    expect(await read(2)).toMatchObject({ job_title: 'Frontend engineer' })
  })

  it('leaves the user unchanged without parameters', async () => {
    const before = await read(2)
    expect(await modify({})).toMatchObject({ status: 200, body: { id: 2 } })
    expect((await modify({ unknown: 1, state: 'banned', id: 1 })).body).toMatchObject({ id: 2 })
    expect(await read(2)).toEqual(before)
  })

  it('ignores existing invalid values', async () => {
    const [{ id }] = (await sandbox.asAdmin('GET', '/users?username=onerror')).body as [
      { id: number },
    ]
    expect((await modify({ bio: 'Harmless.' }, id)).body).toMatchObject({
      bio: 'Harmless.',
      website_url: 'javascript:alert(1)',
    })
  })

  it('makes a confirmed secondary address primary immediately', async () => {
    const { body } = await modify({ email: 'Maya@tidewater.example' })
    expect(body).toMatchObject({
      email: 'maya@tidewater.example',
      commit_email: 'maya@tidewater.example',
    })
    const { body: emails } = await sandbox.asAdmin('GET', '/users/2/emails')
    expect(emails).toContainEqual(expect.objectContaining({ email: 'maya.lindqvist@example.com' }))
    expect(sandbox.mails).toEqual([])
  })

  it('keeps an unconfirmed address pending until its link is opened', async () => {
    const email = 'maya.new@private.example'
    expect((await modify({ email })).body).toMatchObject({ email: 'maya.lindqvist@example.com' })
    expect(sandbox.mails).toMatchObject([{ to: email }])
    expect((await fetch(sandbox.mails[0]!.link)).status).toBe(200)
    expect(await read(2)).toMatchObject({ email })
    await modify({ email: 'maya+maps@private.example' })
    expect(await read(2)).toMatchObject({ email: 'maya+maps@private.example' })
  })

  it('skips the confirmation on request', async () => {
    const email = 'maya.new@private.example'
    expect((await modify({ email, skip_reconfirmation: true })).body).toMatchObject({ email })
    expect(sandbox.mails).toEqual([])
  })

  it('requires a new password after resetting another user, but not the caller', async () => {
    const password = 'tidal-lantern-19'
    expect((await modify({ password }, 1)).status).toBe(200)
    expect((await modify({ password })).status).toBe(200)
    expect(await sandbox.ask('GET', '/user', { token: sandbox.tokens.user })).toMatchObject({
      status: 403,
      body: {
        message:
          '403 Forbidden - Your password expired. Please access GitLab from a web browser to update your password.',
      },
    })
  })

  it('keeps one identity per provider', async () => {
    await modify({ provider: 'ldapmain', extern_uid: 'uid=maya' })
    await modify({ provider: 'group_saml', extern_uid: 'maya@idp', group_id_for_saml: 7 })
    expect((await modify({ bio: 'x' })).body).toMatchObject({
      identities: [
        { provider: 'group_saml', extern_uid: 'maya@idp', saml_provider_id: 7 },
        { provider: 'ldapmain', extern_uid: 'uid=maya' },
      ],
    })
  })

  it('requires an administrator and an existing user', async () => {
    const options = { token: sandbox.tokens.user, body: { bio: 'x' } }
    expect(await sandbox.ask('PUT', '/users/2', options)).toMatchObject({
      status: 403,
      body: { message: '403 Forbidden' },
    })
    expect(await modify({ bio: 'x' }, 999999)).toMatchObject({
      status: 404,
      body: { message: '404 User Not Found' },
    })
    expect((await modify({ theme_id: 'x' }, 999999)).status).toBe(400)
  })
})

describe('PUT /users/:id with an invalid value', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each(wrongValues)('rejects %j and changes nothing', async (change, refusal) => {
    const before = await read(2)
    expect(await modify({ name: 'Another', ...change })).toMatchObject(refusal)
    expect(await read(2)).toEqual(before)
  })
})
