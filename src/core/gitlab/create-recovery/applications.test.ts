import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { applications, userApplications } from '../../../shared/gitlab/applications.ts'
import { failureOf } from '../testing/client.ts'
import { createTokenClient } from '../testing/token-client.ts'
import { type LossyProxy, pageOf, refusalOf, startLossyProxy } from './testing/lossy-proxy.ts'

const latchkey = {
  name: 'Latchkey',
  redirect_uri: 'http://127.0.0.1/',
  scopes: 'api',
  confidential: false,
} as const

let sandbox: Sandbox
let proxy: LossyProxy
beforeAll(async () => {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  proxy = await startLossyProxy(sandbox.url)
})
afterEach(() => proxy.stop())

const viaProxy = (token = sandbox.tokens.admin) => createTokenClient(proxy.url, token)
const direct = () => createTokenClient(sandbox.url, sandbox.tokens.admin)

/** Creates an application without Latchkey. */
async function createElsewhere(path: string, change: object): Promise<void> {
  await fetch(`${sandbox.url}/api/v4${path}`, {
    method: 'POST',
    headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...latchkey, ...change }),
  })
}

describe.each([
  ['/applications', applications],
  ['/user/applications', userApplications],
])('creating an application at %s', (path, { create, list }) => {
  it('returns what the list contains, and a secret', async () => {
    const name = `Intact ${path}`
    const created = await viaProxy().call(create, { ...latchkey, name })
    expect(created.secret).toMatch(/^gloas-/)
    expect(await direct().all(list, {})).toContainEqual({ ...created, secret: undefined })
  })

  it.each([
    ['a broken connection', 'reset-after' as const],
    ['a truncated response', 'truncated' as const],
    ['an HTML page', 'html' as const],
    ['a gateway’s 404', pageOf(404)],
    ['an empty 504', { status: 504 }],
    ['a response without a client ID', refusalOf(201, { id: 5, secret: 'gloas-unused' })],
  ])('succeeds despite %s', async (by, loss) => {
    proxy.loss = loss
    const name = `Lost by ${by} ${path}`
    const created = await viaProxy().call(create, { ...latchkey, name })
    expect(proxy.posts()).toBe(1)
    const listed = await direct().all(list, {})
    expect(listed.filter((one) => one.application_name === name)).toEqual([created])
  })

  it('succeeds if GitLab has another line break between redirect URIs', async () => {
    proxy.loss = 'reset-before'
    const uris = ['http://127.0.0.1/', 'http://[::1]/']
    const name = `Lines ${path}`
    proxy.beforePost = () => createElsewhere(path, { name, redirect_uri: uris.join('\r\n') })
    const input = { ...latchkey, name, redirect_uri: uris.join('\n') }
    expect(await viaProxy().call(create, input)).toMatchObject({ application_name: name })
  })

  it.each([
    ['with another name', { name: 'Other' }],
    ['with another redirect URI', { redirect_uri: 'http://127.0.0.1/other' }],
    ['that is confidential', { confidential: true }],
  ])('doesn’t mistake an application %s for it', async (what, change) => {
    proxy.loss = 'reset-before'
    const application = { ...latchkey, name: `Similar ${what} ${path}` }
    proxy.beforePost = () => createElsewhere(path, { ...application, ...change })
    expect(await failureOf(viaProxy().call(create, application))).toMatchObject({
      message: expect.stringContaining(`The application “${application.name}” hasn’t appeared`),
      creation: { found: 'no' },
    })
  })

  it('is unclear if one like it may be older', async () => {
    const application = { ...latchkey, name: `Older ${path}` }
    await createElsewhere(path, application)
    proxy.loss = 'reset-before'
    proxy.mayRead = (read) => read > 1
    expect(await failureOf(viaProxy().call(create, application))).toMatchObject({
      message: expect.stringContaining('one like it exists, but may be older'),
      creation: { found: 'unknown' },
    })
  })
})

it('shows the page of the user’s applications if the token can’t list them', async () => {
  proxy.loss = 'reset-after'
  const limited = viaProxy(sandbox.tokens.granular)
  expect(await failureOf(limited.call(userApplications.create, latchkey))).toMatchObject({
    message: expect.stringContaining('can’t check that yet'),
    hint: expect.stringContaining('delete it'),
    creation: { found: 'unknown', web: '/-/user_settings/applications' },
  })
})
