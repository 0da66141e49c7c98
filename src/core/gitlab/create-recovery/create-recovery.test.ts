import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { Email } from '../../../shared/gitlab/emails.ts'
import type { ImpersonationToken } from '../../../shared/gitlab/tokens.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { dateIn } from '../../testing/dates.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import {
  type Loss,
  type LossyProxy,
  pageOf,
  refusalOf,
  startLossyProxy,
} from './testing/lossy-proxy.ts'

/** Gateway responses sent after GitLab has processed the request. */
const gatewayAnswers: [name: string, loss: Loss][] = [
  ['a gateway’s 403', refusalOf(403, { message: 'Forbidden' })],
  ['a gateway’s 403 with a path', refusalOf(403, { error: 'Forbidden', status: 403, path: '/' })],
  ['a gateway’s 403 in plain text', { status: 403, type: 'text/plain', body: 'Forbidden' }],
  ['a gateway’s 403 page', pageOf(403)],
  ['a gateway’s 404', refusalOf(404, { message: 'no Route matched with those values' })],
  ['a gateway’s 404 in plain text', { status: 404, type: 'text/plain', body: 'Not found' }],
  ['a gateway’s 404 page', pageOf(404)],
]
const losses: [name: string, loss: Loss][] = [
  ['a broken connection', 'reset-after'],
  ['a truncated response', 'truncated'],
  ['an HTML page with 200', 'html'],
  ...[301, 302, 307, 308, 408, 425, 500, 502, 503, 504].map((status): [string, Loss] => [
    `an HTML page with ${status}`,
    pageOf(status),
  ]),
  ...gatewayAnswers,
  ['an empty 302', { status: 302 }],
  ['an empty 404', { status: 404 }],
  ['an empty 408', { status: 408 }],
  ['a false 403', refusalOf(403, { message: '403 Forbidden' })],
  ['a false 404', refusalOf(404, { message: '404 User Not Found' })],
]
/** Enough for other objects, whose losses are recognized in the same way. */
const someLosses = [losses[0]!, gatewayAnswers[0]!, gatewayAnswers.at(-1)!]
const robot = {
  user_id: 3,
  name: 'robot',
  scopes: ['api', 'read_user'],
  expires_at: dateIn(10),
  reason: 'Case 4711',
}
const password = 'correct-horse-battery'
let made = 0
const person = () => {
  made += 1
  const username = `lost.${made}`
  return { username, name: `Lo St ${made}`, email: `${username}@example.com`, password }
}

let sandbox: Sandbox
let proxy: LossyProxy
let latchkey: TestLatchkey
let ines: Account
beforeAll(async () => {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  proxy = await startLossyProxy(sandbox.url)
  latchkey = createTestLatchkey()
  ines = await latchkey.signIn(proxy.url, sandbox.tokens.admin)
})
afterEach(async () => {
  await latchkey.close()
  await proxy.stop()
})

const create = (input: object = robot) =>
  latchkey.failure('adminTokens.createImpersonation', input, ines.id)
/** Creates an object without Latchkey. */
async function createElsewhere(path: string, body: object): Promise<void> {
  await fetch(`${sandbox.url}/api/v4${path}`, {
    method: 'POST',
    headers: { 'private-token': sandbox.tokens.admin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
async function tokensOf(user_id: number, name: string): Promise<ImpersonationToken[]> {
  const { items } = await latchkey.value<{ items: ImpersonationToken[] }>(
    'impersonationTokens.list',
    { user_id },
    ines.id,
  )
  return items.filter((one) => one.name === name && !one.revoked)
}
async function auditLog(): Promise<AuditLogEntry[]> {
  const { items } = await latchkey.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, ines.id)
  return items
}

describe('creating an impersonation token with a lost response', () => {
  it.each(losses)('finds the token after %s so that it can be revoked', async (by, loss) => {
    proxy.loss = loss
    const name = `robot ${by}`
    const failure = await create({ ...robot, name })
    proxy.loss = 'none'
    expect(proxy.posts()).toBe(1)
    const [token, ...others] = await tokensOf(3, name)
    expect(others).toEqual([])
    const revoke = { user_id: 3, impersonation_token_id: token!.id }
    expect(failure).toMatchObject({
      message: expect.stringContaining(`was created with the ID ${token!.id}`),
      hint: expect.stringMatching(/^Revoke it/),
      creation: { found: 'yes', revoke },
    })
    expect((await auditLog())[0]).toMatchObject({ outcome: 'done', reason: robot.reason })
    await latchkey.value('impersonationTokens.revoke', failure.creation!.revoke, ines.id)
    expect(await tokensOf(3, name)).toEqual([])
  })

  it('ignores older and similar tokens', async () => {
    const older = await latchkey.value<{ id: number }>(
      'adminTokens.createImpersonation',
      robot,
      ines.id,
    )
    await latchkey.value('adminTokens.createImpersonation', { ...robot, name: 'another' }, ines.id)
    proxy.loss = 'reset-after'
    const failure = await create({ ...robot, scopes: ['read_user', 'api'] })
    expect(failure.creation!.found).toBe('yes')
    expect(failure.creation!.revoke).not.toMatchObject({ impersonation_token_id: older.id })
    proxy.loss = 'reset-before'
    const again = await create()
    expect(again.creation).toMatchObject({ found: 'no' })
    expect(again.message).toMatch(/“robot” hasn’t appeared since/)
    expect((await auditLog())[0]).toMatchObject({ outcome: 'unknown' })
  })

  it('is unclear if the list can’t be read', async () => {
    proxy.loss = 'reset-after'
    proxy.mayRead = (read) => read <= 1
    const failure = await create({ ...robot, name: 'in the tunnel' })
    expect(failure).toMatchObject({
      message: expect.stringContaining('“in the tunnel” may have been created'),
      hint: expect.stringMatching(/^Check the list/),
      creation: { found: 'unknown' },
    })
  })

  it('is unclear if several similar tokens appeared', async () => {
    const twin = { ...robot, name: 'twin' }
    proxy.loss = 'reset-before'
    proxy.beforePost = async () => {
      for (const _ of [1, 2]) await createElsewhere('/users/3/impersonation_tokens', twin)
    }
    expect(await create(twin)).toMatchObject({
      message: expect.stringContaining('several like it have appeared since'),
      creation: { found: 'unknown' },
    })
  })
})

describe('creating a user with a lost response', () => {
  it.each(someLosses)('succeeds after %s', async (_, loss) => {
    proxy.loss = loss
    const newUser = person()
    const { user } = await latchkey.value<{ user: UserForAdmins }>(
      'userEdits.create',
      newUser,
      ines.id,
    )
    expect(user).toMatchObject({ username: newUser.username, email: newUser.email })
    expect(proxy.asked()).toEqual([
      'GET /users',
      'POST /users',
      'GET /users',
      `GET /users/${user.id}`,
    ])
    expect((await auditLog())[0]).toMatchObject({
      outcome: 'done',
      target: { id: user.id, username: newUser.username },
    })
  })

  it('ignores a user that existed before', async () => {
    const newUser = person()
    await latchkey.value('userEdits.create', newUser, ines.id)
    proxy.loss = 'reset-after'
    const failure = await latchkey.failure('userEdits.create', newUser, ines.id)
    expect(failure.creation).toMatchObject({ found: 'no' })
    expect(JSON.stringify(failure)).not.toContain(password)
    for (const text of latchkey.kept()) expect(text).not.toContain(password)
  })

  it('skips the check if the input is invalid', async () => {
    const { kind } = await latchkey.failure('userEdits.create', { username: 'x' }, ines.id)
    expect([kind, proxy.asked()]).toEqual(['invalid', []])
  })
})

describe('creating an object without a secret', () => {
  it.each([{}, { name: 'Nightly', username: 'nightly' }])(
    'succeeds for the service account %j despite a lost response',
    async (newUser) => {
      proxy.loss = 'reset-after'
      const made = await latchkey.value('serviceAccounts.create', newUser, ines.id)
      expect(made).toMatchObject({ id: expect.any(Number), ...newUser })
      expect(proxy.posts()).toBe(1)
    },
  )

  it.each(someLosses.slice(1))('succeeds for a service account after %s', async (name, loss) => {
    proxy.loss = loss
    const account = { name, username: `robot-${name.replaceAll(/\W+/g, '-')}` }
    expect(await latchkey.value('serviceAccounts.create', account, ines.id)).toMatchObject(account)
    expect(proxy.posts()).toBe(1)
  })

  it.each([
    ['emails.add', {}],
    ['emails.addFor', { id: 3 }],
  ])('succeeds for %s despite a lost response', async (operation, whose) => {
    proxy.loss = 'truncated'
    const email = `${operation}@Lost.example`
    const added = await latchkey.value<Email>(operation, { ...whose, email }, ines.id)
    expect(added.email).toBe(email.toLowerCase())
    expect(proxy.posts()).toBe(1)
  })
})

const unlisted: [operation: string, input: object, web: string][] = [
  ['user.createRunner', { runner_type: 'instance_type', description: 'Cellar' }, '/admin/runners'],
  ['user.createRunner', { runner_type: 'project_type', project_id: 7 }, '/projects/7'],
  ['user.createRunner', { runner_type: 'group_type', group_id: 7 }, '/-/g/7'],
]

describe('creating a personal access token with a lost response', () => {
  const kubectl = { name: 'kubectl on vm', scopes: ['k8s_proxy'], expires_at: dateIn(30) }
  const createOwn = (input: object = kubectl) =>
    latchkey.failure('ownTokens.createLimited', input, ines.id)

  it('finds the user’s own token, which can be rotated', async () => {
    proxy.loss = 'reset-after'
    const failure = await createOwn({ ...kubectl, name: 'found at once' })
    expect(failure).toMatchObject({
      message: expect.stringMatching(/“found at once” was created with the ID \d+/),
      hint: expect.stringMatching(/^Its secret can’t be recovered. Rotate it/),
      creation: { found: 'yes', revoke: { id: expect.any(Number) } },
    })
  })

  it('finds the token if only the list after it could be read', async () => {
    proxy.mayRead = (read) => read > 1
    proxy.loss = 'reset-after'
    expect(await createOwn()).toMatchObject({
      message: expect.stringContaining('“kubectl on vm” was created'),
      creation: { found: 'yes', revoke: { id: expect.any(Number) } },
    })
    expect(proxy.posts()).toBe(1)
  })

  it('doesn’t mistake an old token for it', async () => {
    vi.setSystemTime(currentTime() + 3_600_000)
    onTestFinished(() => void vi.useRealTimers())
    proxy.mayRead = (read) => read > 1
    proxy.loss = 'reset-before'
    expect(await createOwn()).toMatchObject({
      message: expect.stringContaining('one like it exists, but may be older'),
      creation: { found: 'unknown' },
    })
  })

  it('finds another user’s token, which can be revoked', async () => {
    proxy.loss = 'reset-after'
    const failure = await latchkey.failure('adminTokens.createPersonal', robot, ines.id)
    expect(failure).toMatchObject({
      hint: expect.stringMatching(/^Revoke it/),
      creation: { found: 'yes', revoke: { user_id: 3, id: expect.any(Number) } },
    })
    await latchkey.value('adminTokens.revokePersonal', failure.creation!.revoke, ines.id)
  })
})

describe('creating an object that the API does not list', () => {
  it.each(unlisted)(
    'shows where to look for the result of %s with %j',
    async (operation, input, web) => {
      proxy.loss = 'reset-after'
      const failure = await latchkey.failure(operation, input, ines.id)
      expect(failure).toMatchObject({
        kind: 'unknown-outcome',
        message: expect.stringContaining('can’t check that yet'),
        creation: { found: 'unknown', web },
      })
      expect(failure.creation).not.toHaveProperty('revoke')
      expect(proxy.asked()).toHaveLength(1)
    },
  )

  it.each(someLosses.slice(1))('leaves the outcome unknown after %s', async (_, loss) => {
    proxy.loss = loss
    for (const [operation, input, web] of unlisted) {
      expect(await latchkey.failure(operation, input, ines.id)).toMatchObject({
        message: expect.stringContaining('can’t check that yet'),
        creation: { found: 'unknown', web },
      })
    }
    const outcomes = (await auditLog()).map(({ outcome }) => outcome)
    expect(new Set(outcomes)).toEqual(new Set(['unknown']))
  })

  it('reports that nothing was created if GitLab itself rejects the request', async () => {
    proxy.loss = { ...refusalOf(403, { message: '403 Forbidden - not you' }), isEarly: true }
    for (const [operation, input] of unlisted) {
      const failure = await latchkey.failure(operation, input, ines.id)
      expect(failure).toMatchObject({ kind: 'forbidden', message: 'Not you.' })
      expect(failure).not.toHaveProperty('creation')
    }
  })
})

describe('rejected create', () => {
  it('is not treated as a lost response', async () => {
    const failure = await create({ ...robot, scopes: ['no_such_scope'] })
    expect(failure).not.toHaveProperty('creation')
    expect(proxy.posts()).toBe(1)
  })

  it.each([
    [403, { message: '403 Forbidden - not you' }],
    [404, { message: '404 User Not Found' }],
  ])('is reported with status %i if nothing was created', async (status, body) => {
    proxy.loss = { ...refusalOf(status, body), isEarly: true }
    const failure = await create({ ...robot, name: `refused with ${status}` })
    expect(failure).toMatchObject({ status, message: expect.stringMatching(/^(Not you|User Not)/) })
    expect(failure).not.toHaveProperty('creation')
    expect((await auditLog())[0]).toMatchObject({ outcome: 'refused' })
  })

  it('is reported as unclear if a unique object may have existed before', async () => {
    proxy.loss = refusalOf(403, { message: '403 Forbidden - not you' })
    const failure = await latchkey.failure('emails.add', { email: 'false@lost.example' }, ines.id)
    expect(failure).toMatchObject({
      message: expect.stringContaining('one like it exists, but may be older'),
      creation: { found: 'unknown' },
    })
  })

  it("isn't checked if GitLab gives its own reason", async () => {
    const body = { error: 'insufficient_scope', error_description: 'No.', scope: 'api' }
    proxy.loss = refusalOf(403, body)
    const before = proxy.asked().length
    const failure = await latchkey.failure('emails.add', { email: 'scope@lost.example' }, ines.id)
    expect(failure).toMatchObject({ reason: 'insufficient-scope' })
    expect(proxy.asked().slice(before)).toEqual(['POST /user/emails'])
  })
})

it('reports that nothing was created after a redirect', async () => {
  proxy.loss = { status: 302, isEarly: true }
  const failure = await create({ ...robot, name: 'redirected' })
  expect(failure).toMatchObject({ kind: 'refused-redirect', creation: { found: 'no' } })
  expect((await auditLog())[0]).toMatchObject({ outcome: 'unknown' })
})

describe('secret of a created object', () => {
  const odd = { id: 'odd', name: null, scopes: 'api', expires_at: 7, revoked: {}, user_id: [] }

  it.each([
    ['adminTokens.createImpersonation', robot],
    ['adminTokens.createPersonal', robot],
    ['ownTokens.createLimited', { name: 'odd', scopes: ['k8s_proxy'] }],
    ['user.createRunner', { runner_type: 'instance_type' }],
  ])(
    'is returned for %s even if the rest of the response is malformed',
    async (operation, input) => {
      proxy.loss = refusalOf(201, { ...odd, token: 'glpat-shown-once', token_expires_at: true })
      expect(await latchkey.value(operation, input, ines.id)).toMatchObject({
        token: 'glpat-shown-once',
      })
    },
  )

  it('is reported as lost if the response lacks it, and the token can be revoked', async () => {
    proxy.loss = refusalOf(201, { id: 5, name: 'bare' })
    const failure = await create({ ...robot, name: 'bare' })
    const [token] = await tokensOf(3, 'bare')
    expect(failure).toMatchObject({
      reason: 'secret-missing',
      message: `The impersonation token “bare” was created with the ID ${token!.id}, but its secret is lost.`,
      creation: { found: 'yes', revoke: { user_id: 3, impersonation_token_id: token!.id } },
    })
    expect((await auditLog())[0]).toMatchObject({ outcome: 'done' })
  })

  it('is reported as lost even if the API has no list to check', async () => {
    proxy.loss = refusalOf(201, { id: 5, token: '' })
    const input = { runner_type: 'instance_type', description: 'Cellar' }
    expect(await latchkey.failure('user.createRunner', input, ines.id)).toMatchObject({
      message: 'The runner “Cellar” was created, but its secret is lost.',
      creation: { found: 'yes', web: '/admin/runners' },
    })
  })
})

it('treats an unreadable list entry as a possible match', async () => {
  proxy.loss = 'reset-after'
  proxy.unreadable = true
  const failure = await create({ ...robot, name: 'unreadable' })
  expect(failure.creation).toMatchObject({ found: 'unknown' })
})
