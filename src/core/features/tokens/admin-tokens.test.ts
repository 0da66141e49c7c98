import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { UserTokens } from '../../../shared/operations/admin-tokens.ts'
import type { CreatedToken } from '../../../shared/gitlab/tokens.ts'
import { dateIn } from '../../testing/dates.ts'
import { type SeenRequest, json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'

let latchkey: TestLatchkey
let ines: Account
beforeEach(() => {
  latchkey = createTestLatchkey()
})
afterEach(() => latchkey.close())

const reason = 'Asked for in ticket 4711'
const operations = ['adminTokens.createImpersonation', 'adminTokens.createPersonal'] as const
const newTokenInput = (name = 'robot') => ({
  user_id: 3,
  name,
  expires_at: dateIn(10),
  scopes: ['read_user'],
  reason,
})

async function entries(): Promise<AuditLogEntry[]> {
  const { items } = await latchkey.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, ines.id)
  return items
}

describe('creating a token for another user', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  })

  it('records the reason in the audit log, and never stores the secret', async () => {
    const created: CreatedToken[] = []
    for (const operation of operations) {
      created.push(await latchkey.value<CreatedToken>(operation, newTokenInput(), ines.id))
    }
    for (const token of created) {
      expect(token).toMatchObject({ name: 'robot', scopes: ['read_user'], active: true })
      expect(token.token).toMatch(/^\S{20,}$/)
    }
    const target = { id: 3 }
    const fields = ['name', 'expires_at', 'scopes']
    expect(await entries()).toMatchObject([
      { action: 'personalAccessTokens.createFor', target, fields, reason, outcome: 'done' },
      { action: 'impersonationTokens.create', target, fields, reason, outcome: 'done' },
    ])
    const exported = await latchkey.value('auditLog.export', { format: 'csv' }, ines.id)
    const storedStrings = [
      JSON.stringify(await entries()),
      JSON.stringify(exported),
      ...latchkey.kept(),
    ]
    for (const { token } of created) {
      for (const text of storedStrings) expect(text).not.toContain(token)
    }
  })

  it('stores a description', async () => {
    for (const operation of operations) {
      const input = { ...newTokenInput(), description: 'Nightly export' }
      const { description } = await latchkey.value<CreatedToken>(operation, input, ines.id)
      expect(description).toBe('Nightly export')
      expect((await entries())[0]!.fields).toContain('description')
    }
  })

  it('gives a personal token without an expiry date the maximum lifetime', async () => {
    const { expires_at: _, ...undated } = newTokenInput()
    const token = await latchkey.value<CreatedToken>('adminTokens.createPersonal', undated, ines.id)
    expect(token.active).toBe(true)
    expect((await entries())[0]!.fields).toEqual(['name', 'scopes'])
  })

  it.each(operations)("%s fails with GitLab's own message", async (operation) => {
    for (const wrong of [{ user_id: 999_999 }, { scopes: ['no_such_scope'] }]) {
      const input = { ...newTokenInput(), ...wrong }
      const { message, status } = await latchkey.failure(operation, input, ines.id)
      expect(status).toBeGreaterThanOrEqual(400)
      expect((await entries())[0]).toMatchObject({ outcome: 'refused', answer: message, reason })
    }
  })
})

describe('a user’s personal access tokens', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
  })

  const list = (user_id: number) =>
    latchkey.value<UserTokens>('adminTokens.listPersonal', { user_id }, ines.id)
  const revoke = (input: { user_id: number; id: number }) =>
    latchkey.failure('adminTokens.revokePersonal', input, ines.id)

  it('are listed, and impersonation tokens and Latchkey’s own token are marked', async () => {
    const impersonation = await latchkey.value<UserTokens>(
      'adminTokens.listImpersonation',
      { user_id: 2 },
      ines.id,
    )
    expect(impersonation.tokens.every(({ isImpersonation }) => isImpersonation)).toBe(true)
    const { listed, tokens } = await list(2)
    expect(listed).toBe('all')
    expect(tokens.every(({ user_id }) => user_id === 2)).toBe(true)
    const marked = tokens.filter(({ isImpersonation }) => isImpersonation).map(({ id }) => id)
    expect(marked.toSorted()).toEqual(impersonation.tokens.map(({ id }) => id).toSorted())
    expect(tokens.length).toBeGreaterThan(marked.length)
    expect(tokens.some(({ isSignInToken }) => isSignInToken)).toBe(false)
    expect((await list(1)).tokens.filter(({ isSignInToken }) => isSignInToken)).toHaveLength(1)
  })

  it('are revoked individually, each with an audit log entry', async () => {
    const { tokens } = await list(2)
    const token = tokens.find(({ active, isImpersonation }) => active && !isImpersonation)!
    const input = { user_id: 2, id: token.id }
    await latchkey.value('adminTokens.revokePersonal', input, ines.id)
    const after = (await list(2)).tokens
    expect(after.find(({ id }) => id === token.id)!.state).toBe('revoked')
    const others = ({ state }: { state: string }) => state === 'active'
    expect(after.filter(others)).toHaveLength(tokens.filter(others).length - 1)
    expect((await entries())[0]).toMatchObject({
      action: 'personalAccessTokens.revoke',
      target: { id: 2 },
      object: token.name,
      outcome: 'done',
      changes: [{ field: 'scopes' }, { field: 'expires_at' }],
    })
  })

  it('can’t be revoked if they are another user’s, an impersonation token, or Latchkey’s own', async () => {
    const [ofMaya, ofInes] = [(await list(2)).tokens, (await list(1)).tokens]
    const latchkeyToken = ofInes.find(({ isSignInToken }) => isSignInToken)!
    const impersonation = ofMaya.find(({ isImpersonation }) => isImpersonation)!
    expect(await revoke({ user_id: 3, id: ofMaya[0]!.id })).toMatchObject({ kind: 'forbidden' })
    expect(await revoke({ user_id: 2, id: latchkeyToken.id })).toMatchObject({ kind: 'forbidden' })
    expect(await revoke({ user_id: 2, id: impersonation.id })).toMatchObject({ kind: 'forbidden' })
    expect(await revoke({ user_id: 1, id: latchkeyToken.id })).toMatchObject({ kind: 'conflict' })
    expect((await list(1)).tokens).toEqual(ofInes)
    expect((await list(2)).tokens).toEqual(ofMaya)
    expect(await entries()).toEqual([])
  })

  it('can’t be listed on every instance', async () => {
    const plain = await startSeededSandbox({ users: 0, flavor: 'interface' })
    const account = await latchkey.signIn(plain.url, plain.tokens.admin)
    const input = { user_id: 2 }
    const answer = await latchkey.value('adminTokens.listPersonal', input, account.id)
    expect(answer).toEqual({ listed: 'unsupported', tokens: [] })
    await plain.stop()
  })

  it("aren't shown if the list includes other users' tokens", async () => {
    const old = await startSeededSandbox({ users: 0, flavor: 'gitlab', version: '18' })
    const account = await latchkey.signIn(old.url, old.tokens.admin)
    // This version of GitLab returns all tokens for an unknown user.
    const input = { user_id: 999_999 }
    const answer = await latchkey.value('adminTokens.listPersonal', input, account.id)
    expect(answer).toEqual({ listed: 'filter-ignored', tokens: [] })
    await old.stop()
  })
})

describe('a user’s personal access token', () => {
  interface Answers {
    list?: (wasSent: boolean) => unknown[]
    revoke?: [status: number, body?: unknown]
  }
  const token = (user_id: number | undefined, more: object = {}) => ({
    id: 7,
    name: 'glab',
    user_id,
    active: true,
    revoked: false,
    ...more,
  })
  async function serve({ list = () => [token(2)], revoke = [204] }: Answers) {
    let wasSent = false
    const server = await startServer(({ url, method }, response) => {
      if (url === '/api/v4/user') {
        return json(response, 200, { id: 1, username: 'ines', name: 'Ines', is_admin: true })
      }
      if (method === 'DELETE') {
        wasSent = true
        const [status, body] = revoke
        if (body !== undefined) return json(response, status, body)
        return void response.writeHead(status).end()
      }
      if (url.startsWith('/api/v4/personal_access_tokens?')) {
        return json(response, 200, list(wasSent))
      }
      if (url.includes('/impersonation_tokens')) return json(response, 200, [])
      return json(response, 404, { error: '404 Not Found' })
    })
    onTestFinished(() => server.stop())
    ines = await latchkey.signIn(server.url, 'glpat-of-ines')
    return () => server.requests.filter(({ method }) => method === 'DELETE').length
  }
  const revokeOf = (user_id: number) =>
    latchkey.value('adminTokens.revokePersonal', { user_id, id: 7 }, ines.id)

  const refusedFor = (user_id: number) =>
    latchkey.failure('adminTokens.revokePersonal', { user_id, id: 7 }, ines.id)

  it.each([
    ['has no user', [token(undefined)]],
    ['can’t be parsed', [token(2), { id: 'x' }]],
  ])('is neither listed nor revoked if an entry %s', async (_, list) => {
    const deletes = await serve({ list: () => list })
    const failure = { message: 'Some access tokens of this user couldn’t be read.' }
    const input = { user_id: 2 }
    expect(await latchkey.failure('adminTokens.listPersonal', input, ines.id)).toMatchObject(
      failure,
    )
    expect(await refusedFor(2)).toMatchObject(failure)
    expect(deletes()).toBe(0)
  })

  it.each([
    ['revoked if it is missing from the list', [], true],
    ['revoked if it is inactive in the list', [token(2, { active: false })], true],
    ['not revoked if it is still in the list', [token(2)], false],
  ])('that GitLab doesn’t find is reported as %s', async (_, after, isRevoked) => {
    const deletes = await serve({
      list: (wasSent) => (wasSent ? after : [token(2)]),
      revoke: [404, { message: '404 Not found' }],
    })
    if (isRevoked) await revokeOf(2)
    else expect(await refusedFor(2)).toMatchObject({ kind: 'not-found' })
    expect(deletes()).toBe(1)
    expect(await entries()).toMatchObject([{ outcome: isRevoked ? 'done' : 'refused' }])
  })

  it('is not revoked if it may be Latchkey’s own', async () => {
    const deletes = await serve({ list: () => [token(1)] })
    expect(await refusedFor(1)).toMatchObject({
      message: 'It isn’t known which token Latchkey itself is signed in with.',
    })
    expect(deletes()).toBe(0)
  })

  it('revokes another user’s token even if Latchkey’s own is unknown', async () => {
    const deletes = await serve({})
    await revokeOf(2)
    expect(deletes()).toBe(1)
  })
})

it('requires an expiry for an impersonation token only if the instance does', async () => {
  for (const tokensExpire of [true, false]) {
    const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', tokensExpire })
    ines = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    const { expires_at: _day, ...lasting } = newTokenInput()
    const operation = 'adminTokens.createImpersonation'
    if (tokensExpire) {
      const { scopes: _scopes, ...bare } = lasting
      const { kind, fields } = await latchkey.failure(operation, bare, ines.id)
      expect([kind, Object.keys(fields!)]).toEqual(['invalid', ['scopes', 'expires_at']])
    } else {
      const token = await latchkey.value<CreatedToken>(operation, lasting, ines.id)
      expect(token).toMatchObject({ active: true, expires_at: null })
    }
    await sandbox.stop()
  }
})

describe('validation', () => {
  it.each(operations)('%s requires a future date and a reason', async (operation) => {
    const server = await startServer((_request, response) =>
      json(response, 200, { id: 1, username: 'ines', name: 'Ines', is_admin: true }),
    )
    ines = await latchkey.signIn(server.url, 'glpat-of-ines')
    for (const days of [-400, -1, 0]) {
      const input = { ...newTokenInput(), expires_at: dateIn(days) }
      expect(await latchkey.failure(operation, input, ines.id)).toMatchObject({
        kind: 'invalid',
        fields: { expires_at: ['must be later than today'] },
      })
    }
    for (const wrong of [{ reason: ' ' }, { reason: undefined }, { scopes: [] }, { name: '' }]) {
      const input = { ...newTokenInput(), ...wrong }
      const { kind, fields } = await latchkey.failure(operation, input, ines.id)
      expect([kind, Object.keys(fields!)]).toEqual(['invalid', Object.keys(wrong)])
    }
    expect(server.requests).toHaveLength(1)
    expect(await entries()).toEqual([])
    await server.stop()
  })
})

describe('creating with a lost response', () => {
  const token = (id: number, name = 'robot') => ({ id, name, scopes: ['read_user'], active: true })

  /**
   * Creates a token on an instance that loses the response. `list` returns the tokens that it lists before and after.
   */
  async function losing(
    operation: (typeof operations)[number],
    list: (posted: boolean) => unknown[] | undefined,
    input: object = newTokenInput(),
  ) {
    const posts: SeenRequest[] = []
    const server = await startServer((request, response) => {
      if (request.url === '/api/v4/user') {
        return json(response, 200, { id: 1, username: 'ines', name: 'Ines', is_admin: true })
      }
      if (request.method === 'POST') {
        posts.push(request)
        return void response.destroy()
      }
      const listed = list(posts.length > 0)
      if (listed) json(response, 200, listed)
      else json(response, 403, { message: '403 Forbidden - not now' })
    })
    ines = await latchkey.signIn(server.url, 'glpat-of-ines')
    const failure = await latchkey.failure(operation, input, ines.id)
    const [entry] = await entries()
    await server.stop()
    expect(posts).toHaveLength(1)
    expect(failure.kind).toBe('unknown-outcome')
    return { failure, entry }
  }

  it('reports the ID of an impersonation token so that it can be revoked', async () => {
    const old = [token(4), token(5, 'another')]
    const { failure, entry } = await losing('adminTokens.createImpersonation', (posted) =>
      posted ? [...old, token(6, 'later'), token(7)] : old,
    )
    expect(failure.message).toMatch(/“robot” was created with the ID 7/)
    expect(failure.hint).toMatch(/^Revoke it/)
    expect(entry).toMatchObject({ outcome: 'done', reason, answer: failure.message })
  })

  it('finds an impersonation token without an expiry', async () => {
    const foundToken = { ...token(7), expires_at: dateIn(300) }
    const { expires_at: _day, scopes: _scopes, ...left } = newTokenInput()
    const { failure } = await losing(
      'adminTokens.createImpersonation',
      (posted) => (posted ? [foundToken] : []),
      left,
    )
    expect(failure.message).toMatch(/“robot” was created with the ID 7/)
  })

  it("reports that an impersonation token wasn't created, regardless of existing ones", async () => {
    const { failure, entry } = await losing('adminTokens.createImpersonation', () => [token(4)])
    expect(failure.message).toMatch(/“robot” hasn’t appeared since/)
    expect(entry).toMatchObject({ outcome: 'unknown', reason })
  })

  it.each([true, false])(
    'reports an unknown outcome if there is no list to compare (before: %s)',
    async (before) => {
      const { failure } = await losing('adminTokens.createImpersonation', (posted) =>
        posted === before ? undefined : [token(4)],
      )
      expect(failure.message).toMatch(/The impersonation token “robot” may have been created/)
      expect(failure.hint).toMatch(/^Check/)
    },
  )

  it('reports the ID of a personal token so that it can be revoked', async () => {
    const { failure, entry } = await losing('adminTokens.createPersonal', (posted) =>
      posted ? [token(4), token(7)] : [token(4)],
    )
    expect(failure.message).toMatch(/“robot” was created with the ID 7/)
    expect(failure.creation).toMatchObject({ found: 'yes', revoke: { id: 7 } })
    expect(entry).toMatchObject({ outcome: 'done', reason })
  })
})
