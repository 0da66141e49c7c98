import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { versions } from '../features.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

interface TokenView {
  id: number
  name: string
  user_id: number
  token?: string
}

const path = '/personal_access_tokens'
const unauthorized = { status: 401, body: { message: '401 Unauthorized' } }
const notFound = { status: 404, body: { message: '404 Not Found' } }
const maya = 2
const deployBot = 17

let sandbox: TestSandbox
const start = (options = {}) => startTestSandbox({ flavor: 'gitlab', ...options })
const list = async (query = '', who: 'user' | 'admin' = 'user') => {
  const answer = await sandbox.ask('GET', `${path}?per_page=100&${query}`, {
    token: sandbox.tokens[who],
  })
  expect(answer.status).toBe(200)
  return answer.body as TokenView[]
}
const names = async (query = '', who?: 'user' | 'admin') =>
  (await list(query, who)).map(({ name }) => name)
const tokenWith = async (scopes: string[], user = maya) => {
  const body = { name: scopes.join(' '), scopes, expires_at: '2025-08-01' }
  const answer = await sandbox.asAdmin('POST', `/users/${user}/personal_access_tokens`, body)
  return (answer.body as Required<TokenView>).token
}

describe('GET /personal_access_tokens', () => {
  beforeAll(async () => void (sandbox = await start()))
  afterAll(() => sandbox.stop())

  it("lists all of the user's own tokens, without secrets or impersonation tokens", async () => {
    const tokens = await list()
    expect(new Set(tokens.map((token) => token.user_id))).toEqual(new Set([maya]))
    expect(tokens.map(({ name }) => name).toSorted()).toEqual([
      'CI deploy preview',
      'Changelog script',
      'Conference demo',
      'Latchkey',
      'Old laptop',
      'Pasted into a chat',
      'Profile widget',
      'Status board',
      'Tile importer',
      'Workstation backup',
      'glab on laptop',
      'kubectl for staging',
    ])
    expect(tokens.find(({ name }) => name === 'CI deploy preview')).toEqual({
      id: expect.any(Number),
      name: 'CI deploy preview',
      revoked: false,
      created_at: '2024-07-13T00:00:00.000Z',
      description: 'Variable PREVIEW_TOKEN of trail-reports.',
      scopes: ['read_api', 'read_repository', 'read_registry'],
      user_id: maya,
      last_used_at: '2025-06-30T00:00:00.000Z',
      last_used_ips: ['198.51.100.40', '198.51.100.41'],
      granular: false,
      granular_scopes: [],
      active: true,
      expires_at: '2025-07-13',
    })
  })

  it("lists everyone's tokens for administrators, including unmarked impersonation tokens", async () => {
    const tokens = await list('', 'admin')
    expect(new Set(tokens.map((token) => token.user_id)).size).toBeGreaterThan(5)
    const { id } = tokens.find(({ name }) => name === 'Migration')!
    expect(tokens.find(({ name }) => name === 'Migration')).not.toHaveProperty('impersonation')
    const impersonation = await sandbox.asAdmin('GET', `/users/${maya}/impersonation_tokens`)
    expect(impersonation.body).toContainEqual(expect.objectContaining({ id, impersonation: true }))
    const mayasTokens = await names(`user_id=${maya}`, 'admin')
    expect(mayasTokens).toEqual(expect.arrayContaining([...(await names()), 'Migration']))
  })

  it("accepts the user's own ID and rejects other or unknown IDs", async () => {
    expect(await names(`user_id=${maya}`)).toEqual(await names())
    expect(await names('user_id=')).toEqual(await names())
    for (const id of [1, deployBot, 99_999, 0]) {
      expect(await sandbox.asUser('GET', `${path}?user_id=${id}`)).toMatchObject(unauthorized)
    }
    expect((await sandbox.asUser('GET', '/user')).status).toBe(200)
  })

  it('filters by user ID for administrators and returns 404 for a blank ID', async () => {
    const tokens = await list(`user_id=${maya}`, 'admin')
    expect(new Set(tokens.map((token) => token.user_id))).toEqual(new Set([maya]))
    expect(await sandbox.asAdmin('GET', `${path}?user_id=`)).toMatchObject(notFound)
  })

  it.each([
    ['state=inactive', ['Old laptop', 'Pasted into a chat', 'Conference demo', 'Changelog script']],
    ['revoked=true', ['Pasted into a chat', 'Conference demo']],
    ['revoked=false&state=inactive', ['Old laptop', 'Changelog script']],
    ['search=LAPTOP', ['Old laptop', 'glab on laptop']],
    ['search=%25', []],
    ['created_before=2024-09-01', ['CI deploy preview']],
    ['created_after=2025-06-10', ['Workstation backup']],
    ['last_used_before=2025-03-01', ['Tile importer']],
    [
      'last_used_after=2025-06-26&last_used_before=2025-06-28',
      ['Workstation backup', 'kubectl for staging'],
    ],
    ['expires_before=2025-07-13&expires_after=2025-06-30', ['Old laptop']],
    ['expires_after=2025-07-13&expires_before=2025-07-14', ['CI deploy preview']],
  ])('filters by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('lists every token as either active or inactive', async () => {
    const active = await names('state=active')
    const inactive = await names('state=inactive')
    expect([...active, ...inactive].toSorted()).toEqual((await names()).toSorted())
  })

  it.each([
    'state=all',
    'revoked=perhaps',
    'created_after=yesterday',
    'expires_before=soon',
    'user_id=maya',
  ])('rejects %s', async (query) => {
    expect(await sandbox.asUser('GET', `${path}?${query}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^\w+ (is invalid|does not have a valid value)$/) },
    })
  })

  it.each([
    ['created_desc', 'Workstation backup'],
    ['created_asc', 'CI deploy preview'],
    ['name_asc', 'Changelog script'],
    ['name_desc', 'Workstation backup'],
    ['expires_asc', 'Changelog script'],
    ['last_used_asc', 'Tile importer'],
  ])('sorts by %s', async (sort, first) => {
    expect((await names(`sort=${sort}`))[0]).toBe(first)
  })

  it('ignores an unknown sort order', async () => {
    expect(await names('sort=magic')).toEqual(await names())
  })

  it('returns pages', async () => {
    const page = await sandbox.asUser('GET', `${path}?page=2&per_page=4`)
    expect(page.body).toEqual((await list()).slice(4, 8))
    expect(page.headers.get('x-total')).toBe('12')
    expect(page.headers.get('link')).toContain('rel="next"')
  })
})

describe('GET /personal_access_tokens by version and settings', () => {
  afterEach(() => sandbox.stop())

  it('requires the scope read_api or api', async () => {
    sandbox = await start()
    expect(await sandbox.ask('GET', path, { token: sandbox.tokens.read_user })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api read_api' },
    })
    const token = await tokenWith(['read_api'])
    expect((await sandbox.ask('GET', path, { token })).status).toBe(200)
  })

  it.each(versions)('treats an unknown user’s ID as version %s does', async (version) => {
    sandbox = await start({ version })
    const answer = await sandbox.asAdmin('GET', `${path}?per_page=100&user_id=99999`)
    if (version === '19') expect(answer).toMatchObject(notFound)
    else expect(answer.body).toEqual(await list('', 'admin'))
  })

  it('ignores expiry filters and sort order before version 18', async () => {
    sandbox = await start({ version: '17' })
    expect(await names('expires_before=2000-01-01&sort=name_asc')).toEqual(await names())
  })

  it('includes addresses and fine-grained tokens since version 19', async () => {
    sandbox = await start({ version: '19' })
    const tokens = await list()
    expect(tokens).toContainEqual(
      expect.objectContaining({
        name: 'CI deploy preview',
        last_used_ips: ['198.51.100.40', '198.51.100.41'],
      }),
    )
    expect(tokens).toContainEqual(
      expect.objectContaining({
        name: 'Profile widget',
        granular: true,
        granular_scopes: [expect.objectContaining({ access: 'user' })],
      }),
    )
  })

  it("requires admin_mode for everyone's tokens when Admin Mode is on", async () => {
    sandbox = await start({ adminMode: true })
    const ask = async (scopes: string[]) => {
      const token = await tokenWith(scopes, 1)
      const answer = await sandbox.ask('GET', `${path}?per_page=100`, { token })
      return new Set((answer.body as TokenView[]).map((entry) => entry.user_id))
    }
    expect(await ask(['read_api'])).toEqual(new Set([1]))
    expect(await ask(['read_api', 'admin_mode'])).toContain(maya)
  })
})

describe('instance without personal access token endpoints', () => {
  afterEach(() => sandbox.stop())

  const unknown = { status: 404, body: { error: '404 Not Found' } }
  const byId = [
    ['GET', path],
    ['GET', `${path}/2`],
    ['DELETE', `${path}/2`],
    ['POST', `${path}/2/rotate`],
  ] as const
  const bySecret = [
    ['GET', `${path}/self`],
    ['POST', `${path}/self/rotate`],
    ['DELETE', `${path}/self`],
  ] as const

  it('returns 404 for all of them in flavor interface', async () => {
    sandbox = await start({ flavor: 'interface' })
    for (const [method, url] of [...byId, ...bySecret]) {
      expect(await sandbox.asAdmin(method, url)).toMatchObject(unknown)
    }
  })

  it('still serves requests about the calling token with --no-token-list', async () => {
    sandbox = await start({ hasTokenList: false })
    for (const [method, url] of byId) {
      expect(await sandbox.asAdmin(method, url)).toMatchObject(unknown)
    }
    expect((await sandbox.asUser('GET', `${path}/self`)).status).toBe(200)
    expect((await sandbox.asUser('POST', `${path}/self/rotate`)).status).toBe(200)
    const token = await tokenWith(['api'])
    expect((await sandbox.ask('DELETE', `${path}/self`, { token })).status).toBe(204)
  })
})
