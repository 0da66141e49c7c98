import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FlavorName } from '../flavors.ts'
import { oddAddresses } from '../testing/account-values.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

interface EmailView {
  id: number
  email: string
  confirmed_at: string | null
}

const noEmail = { status: 404, body: { message: '404 Email Not Found' } }
const noUser = { status: 404, body: { message: '404 User Not Found' } }
const taken = { status: 400, body: { message: { email: ['has already been taken'] } } }

let sandbox: TestSandbox
const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  sandbox.ask(method, path, { token: sandbox.tokens.user, body, headers })
const admin = (method: string, path: string, body?: unknown, headers = {}) =>
  sandbox.ask(method, path, { token: sandbox.tokens.admin, body, headers })
const list = async () => (await ask('GET', '/user/emails')).body as EmailView[]
const add = async (email: string) =>
  (await ask('POST', '/user/emails', { email })).body as EmailView

describe.each<FlavorName>(['interface', 'gitlab'])('emails API in flavor %s', (flavor) => {
  beforeEach(async () => void (sandbox = await startTestSandbox({ flavor })))
  afterEach(() => sandbox.stop())

  it('lists emails with exactly these fields, the primary one first in flavor gitlab only', async () => {
    const emails = await list()
    for (const email of emails) {
      expect(Object.keys(email).toSorted()).toEqual(['confirmed_at', 'email', 'id'])
    }
    const secondary = [
      'maya@tidewater.example',
      'maya+maps@private.example',
      'maya.new@private.example',
    ]
    expect(emails.map(({ email }) => email)).toEqual(
      flavor === 'gitlab' ? ['maya.lindqvist@example.com', ...secondary] : secondary,
    )
    expect(emails.at(-1)!.confirmed_at).toBeNull()
    expect((await admin('GET', '/users/2/emails')).body).toEqual(emails)
  })

  it('deletes an email and resets settings that used it to the primary one', async () => {
    const { id } = (await list()).find(({ email }) => email === 'maya@tidewater.example')!
    const used = { public_email: 'maya@tidewater.example', commit_email: 'maya@tidewater.example' }
    expect((await admin('PUT', '/users/2', used)).body).toMatchObject(used)
    expect(await ask('DELETE', `/user/emails/${id}`)).toMatchObject({
      status: 204,
      body: undefined,
    })
    expect((await list()).map((email) => email.id)).not.toContain(id)
    expect(await ask('DELETE', `/user/emails/${id}`)).toMatchObject(noEmail)
    expect((await ask('GET', '/user')).body).toMatchObject({
      public_email: flavor === 'gitlab' ? null : '',
      commit_email: 'maya.lindqvist@example.com',
    })
    // Another user can claim it now.
    const body = { email: 'maya@tidewater.example' }
    expect((await admin('POST', '/users/3/emails', body)).status).toBe(201)
  })

  it('keeps the primary email', async () => {
    const refusal =
      flavor === 'gitlab'
        ? { status: 400, body: { message: '400 Bad request - Cannot delete primary email' } }
        : noEmail
    expect(await ask('DELETE', '/user/emails/2')).toMatchObject(refusal)
    expect(await admin('DELETE', '/users/2/emails/2')).toMatchObject(refusal)
    expect((await ask('GET', '/user')).body).toMatchObject({ email: 'maya.lindqvist@example.com' })
  })
})

describe('emails API', () => {
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())

  it('returns single emails only to their owner', async () => {
    const [email] = await list()
    expect((await ask('GET', `/user/emails/${email!.id}`)).body).toEqual(email)
    expect(await admin('GET', `/user/emails/${email!.id}`)).toMatchObject(noEmail)
    for (const id of ['999999999', '-1', '0', '1']) {
      expect(await ask('GET', `/user/emails/${id}`)).toMatchObject(noEmail)
    }
  })

  it('stores new emails trimmed, lowercase, and unconfirmed, and sends a confirmation', async () => {
    const answer = await ask('POST', '/user/emails', { email: '  New.One@Example.ORG ' })
    expect(answer).toMatchObject({
      status: 201,
      body: { email: 'new.one@example.org', confirmed_at: null },
    })
    expect((await list()).at(-1)).toEqual(answer.body)
    expect(sandbox.mails).toMatchObject([{ to: 'new.one@example.org' }])
  })

  it('confirms an email through its link, which works once', async () => {
    const { id } = await add('new@example.org')
    const open = async (link: string) => {
      const response = await fetch(link)
      return { status: response.status, text: await response.text() }
    }
    const { link } = sandbox.mails[0]!
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/-\/confirm\?confirmation_token=[\w-]{20}$/)
    expect(await open(link)).toEqual({ status: 200, text: 'new@example.org is confirmed.\n' })
    expect((await ask('GET', `/user/emails/${id}`)).body).toMatchObject({
      confirmed_at: '2025-07-01T12:00:00.000Z',
    })
    for (const bad of [link, `${link}x`, `${sandbox.url}/-/confirm`]) {
      expect(await open(bad)).toMatchObject({ status: 404 })
    }
  })

  it('rejects the link of a deleted email', async () => {
    const { id } = await add('gone@example.org')
    expect((await ask('DELETE', `/user/emails/${id}`)).status).toBe(204)
    expect((await fetch(sandbox.mails[0]!.link)).status).toBe(404)
  })

  it('confirms an email immediately when an administrator skips confirmation', async () => {
    const body = { email: 'sure@example.org', skip_confirmation: true }
    expect(await admin('POST', '/users/2/emails', body)).toMatchObject({
      status: 201,
      body: { email: 'sure@example.org', confirmed_at: '2025-07-01T12:00:00.000Z' },
    })
    expect(sandbox.mails).toEqual([])
    const unsure = { email: 'unsure@example.org' }
    expect((await admin('POST', '/users/2/emails', unsure)).body).toMatchObject({
      confirmed_at: null,
    })
    expect(sandbox.mails).toHaveLength(1)
    expect((await list()).map(({ email }) => email)).toContain('unsure@example.org')
  })

  it('accepts unusual addresses', async () => {
    for (const email of oddAddresses) {
      expect(await ask('POST', '/user/emails', { email })).toMatchObject({
        status: 201,
        body: { email, confirmed_at: null },
      })
    }
  })

  it('ignores unknown and admin-only parameters', async () => {
    const body = { email: 'more@example.org', skip_confirmation: true, id: 5 }
    expect(await ask('POST', '/user/emails', body)).toMatchObject({
      status: 201,
      body: { confirmed_at: null },
    })
  })

  it('deletes emails for administrators only under the right user', async () => {
    const { id } = await add('spare@example.org')
    expect(await admin('DELETE', `/users/3/emails/${id}`)).toMatchObject(noEmail)
    expect((await admin('DELETE', `/users/2/emails/${id}`)).status).toBe(204)
  })

  it('returns 412 when an email changed since If-Unmodified-Since', async () => {
    const { id } = await add('spare@example.org')
    const since = (moment: string) =>
      ask('DELETE', `/user/emails/${id}`, undefined, { 'if-unmodified-since': moment })
    expect(await since('Tue, 01 Jul 2025 11:59:59 GMT')).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    })
    expect((await since('Tue, 01 Jul 2025 12:00:00 GMT')).status).toBe(204)
  })

  it('returns 403 for emails of other users', async () => {
    const forbidden = { status: 403, body: { message: '403 Forbidden' } }
    expect(await ask('GET', '/users/1/emails')).toMatchObject(forbidden)
    expect(await ask('POST', '/users/1/emails', { email: 'a@b.c' })).toMatchObject(forbidden)
    expect(await ask('DELETE', '/users/1/emails/1')).toMatchObject(forbidden)
  })

  it('returns 404 for unknown users after validating parameters', async () => {
    expect(await admin('GET', '/users/99999/emails')).toMatchObject(noUser)
    expect(await admin('POST', '/users/99999/emails', { email: 'a@b.c' })).toMatchObject(noUser)
    expect(await admin('POST', '/users/99999/emails')).toMatchObject({ status: 400 })
    expect(await admin('DELETE', '/users/99999/emails/1')).toMatchObject(noUser)
  })
})

describe('adding an invalid email', () => {
  beforeAll(async () => void (sandbox = await startTestSandbox()))
  afterAll(() => sandbox.stop())

  it.each([
    ['the caller’s primary email', 'maya.lindqvist@example.com'],
    ['another user’s primary email', 'INES@example.com'],
    ['the caller’s secondary email', ' MAYA@tidewater.example'],
    ['another user’s secondary email', 'ines.okafor@tidewater.example'],
    ['an unconfirmed email', 'maya.new@private.example'],
  ])('rejects %s as already taken', async (_, email) => {
    const before = await list()
    expect(await ask('POST', '/user/emails', { email })).toMatchObject(taken)
    expect(await admin('POST', '/users/3/emails', { email })).toMatchObject(taken)
    expect(await list()).toEqual(before)
    expect(sandbox.mails).toEqual([])
  })

  it.each([
    ['missing', {}, { error: 'email is missing' }],
    ['null', { email: null }, { error: 'email is invalid' }],
    ['a list', { email: ['a@b.c'] }, { error: 'email is invalid' }],
    ['a zero byte', { email: 'a\0@b.c' }, { error: 'email is invalid' }],
    ['blank', { email: ' ' }, { message: { email: ["can't be blank", 'is invalid'] } }],
    ['without @', { email: 'maya' }, { message: { email: ['is invalid'] } }],
    ['two lines', { email: 'a@b.c\nBcc: d@e.f' }, { message: { email: ['is invalid'] } }],
    ['two @ signs', { email: 'a@b@c' }, { message: { email: ['is invalid'] } }],
  ])('rejects an invalid value: %s', async (_, body, refusal) => {
    expect(await ask('POST', '/user/emails', body)).toMatchObject({ status: 400, body: refusal })
    expect(await admin('POST', '/users/2/emails', body)).toMatchObject({
      status: 400,
      body: refusal,
    })
  })
})
