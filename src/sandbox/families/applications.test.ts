import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestSandbox, startTestSandbox } from '../testing/harness.ts'

let sandbox: TestSandbox
beforeEach(async () => void (sandbox = await startTestSandbox({ flavor: 'gitlab' })))
afterEach(() => sandbox.stop())

const latchkey = {
  name: 'Latchkey',
  redirect_uri: 'http://127.0.0.1/',
  scopes: 'api read_user',
  confidential: false,
}
const view = {
  id: 1,
  application_id: expect.stringMatching(/^[\da-f]{64}$/),
  application_name: 'Latchkey',
  callback_url: 'http://127.0.0.1/',
  confidential: false,
}
const missing = { status: 404, body: { message: '404 Application Not Found' } }

describe.each(['/applications', '/user/applications'])('POST %s', (path) => {
  it('returns the secret, which lists omit', async () => {
    const { status, body } = await sandbox.asAdmin('POST', path, latchkey)
    expect({ status, body }).toEqual({
      status: 201,
      body: { ...view, secret: expect.stringMatching(/^gloas-[\da-f]{64}$/) },
    })
    expect((await sandbox.asAdmin('GET', path)).body).toEqual([view])
  })

  it('creates a confidential application by default', async () => {
    const { body } = await sandbox.asAdmin('POST', path, { ...latchkey, confidential: undefined })
    expect(body).toMatchObject({ confidential: true })
  })

  it.each([
    [{ name: undefined }, { error: 'name is missing' }],
    [{ scopes: '' }, { error: 'scopes is empty' }],
    [{ name: ' ' }, { message: { name: [`can't be blank`] } }],
    [{ scopes: 'api fly' }, { message: { scopes: [`doesn't match configured on the server.`] } }],
    [{ redirect_uri: ' ' }, { message: { redirect_uri: [`can't be blank`] } }],
    [{ redirect_uri: '/back' }, { message: { redirect_uri: ['must be an absolute URI.'] } }],
    [
      { redirect_uri: 'https://a.example/#b' },
      { message: { redirect_uri: ['cannot contain a fragment.'] } },
    ],
    [
      { redirect_uri: 'javascript:alert(1)' },
      { message: { redirect_uri: ['is forbidden by the server.'] } },
    ],
  ])('rejects %j', async (change, body) => {
    const answer = await sandbox.asAdmin('POST', path, { ...latchkey, ...change })
    expect(answer).toMatchObject({ status: 400, body })
  })
})

describe('applications of the instance', () => {
  it('are for administrators only', async () => {
    await sandbox.asAdmin('POST', '/applications', latchkey)
    expect((await sandbox.asUser('GET', '/applications')).status).toBe(403)
    expect((await sandbox.asUser('POST', '/applications', latchkey)).status).toBe(403)
    expect((await sandbox.asUser('DELETE', '/applications/1')).status).toBe(403)
  })

  it('can be deleted', async () => {
    await sandbox.asAdmin('POST', '/applications', latchkey)
    expect((await sandbox.asAdmin('DELETE', '/applications/1')).status).toBe(204)
    expect((await sandbox.asAdmin('GET', '/applications')).body).toEqual([])
    expect(await sandbox.asAdmin('DELETE', '/applications/1')).toMatchObject(missing)
  })
})

describe('own applications', () => {
  it('can be disabled', async () => {
    await sandbox.stop()
    sandbox = await startTestSandbox({ flavor: 'gitlab', userApplications: false })
    expect((await sandbox.asUser('GET', '/user/applications')).status).toBe(404)
    expect((await sandbox.asUser('POST', '/user/applications', latchkey)).status).toBe(404)
    expect((await sandbox.asAdmin('GET', '/applications')).status).toBe(200)
  })

  it('are listed in pages, without those of others', async () => {
    for (const name of ['One', 'Two']) {
      await sandbox.asUser('POST', '/user/applications', { ...latchkey, name })
    }
    await sandbox.asAdmin('POST', '/user/applications', latchkey)
    await sandbox.asAdmin('POST', '/applications', latchkey)
    const page = await sandbox.asUser('GET', '/user/applications?per_page=1&page=2')
    expect(page.body).toMatchObject([{ application_name: 'Two' }])
    expect(page.headers.get('x-total')).toBe('2')
    expect((await sandbox.asAdmin('GET', '/applications')).body).toHaveLength(4)
  })

  it('can be renamed, without changing the redirect URI', async () => {
    await sandbox.asUser('POST', '/user/applications', latchkey)
    const change = { name: 'Laptop', redirect_uri: 'https://evil.example/', confidential: true }
    const renamed = { ...view, application_name: 'Laptop' }
    expect(await sandbox.asUser('PUT', '/user/applications/1', change)).toMatchObject({
      status: 200,
      body: renamed,
    })
    expect((await sandbox.asUser('GET', '/user/applications/1')).body).toEqual(renamed)
    const rejected = { scopes: 'fly' }
    expect((await sandbox.asUser('PUT', '/user/applications/1', rejected)).status).toBe(400)
    expect((await sandbox.asUser('PUT', '/user/applications/1', { scopes: '' })).body).toEqual({
      error: 'scopes is empty',
    })
  })

  it('are refused to other users, except for administrators', async () => {
    await sandbox.asUser('POST', '/user/applications', latchkey)
    const { body } = await sandbox.asAdmin('POST', '/user/applications', latchkey)
    const path = `/user/applications/${(body as { id: number }).id}`
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await sandbox.asUser(method, path)).status).toBe(403)
    }
    expect((await sandbox.asAdmin('GET', '/user/applications/1')).status).toBe(200)
    expect((await sandbox.asUser('DELETE', '/user/applications/1')).status).toBe(204)
    expect(await sandbox.asUser('GET', '/user/applications/1')).toMatchObject(missing)
  })

  it('require api or read_api to read, and a permission of fine-grained tokens', async () => {
    const { read_user: token, granular } = sandbox.tokens
    expect(await sandbox.ask('GET', '/user/applications', { token })).toMatchObject({
      status: 403,
      body: { scope: 'api read_api' },
    })
    const answer = await sandbox.ask('POST', '/user/applications', {
      token: granular,
      body: latchkey,
    })
    expect(answer.body).toMatchObject({
      error_description: expect.stringContaining('[create_oauth_application]'),
    })
  })
})
