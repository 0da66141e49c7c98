import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../../shared/operations/accounts.ts'
import type {
  CredentialsState,
  InstanceCredential,
} from '../../../shared/operations/credentials.ts'
import { type CredentialView, credentialViews } from '../../../shared/rules/credentials.ts'
import { broadScopes } from '../../../shared/rules/token-scopes.ts'
import { isDaysAgo, utcDay, utcDayIn } from '../../../shared/rules/utc-days.ts'
import type { Sandbox, SandboxOptions } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'
import { waitForCredentials } from './testing/load.ts'

interface Listed {
  items: InstanceCredential[]
  total: number
  counts: Record<CredentialView, number | null>
  kindCounts: Record<string, number>
  state: CredentialsState
}

const now = Date.parse('2026-06-01T12:00:00Z')
const fetch = createNodeFetch()

let folder: string
let keychain: ReturnType<typeof createMemorySecretStore>
let sandbox: Sandbox
let app: TestLatchkey
let me: Account
/** Each request's path and query. */
let requests: string[]
/** May respond in place of the service. */
let intercept: (url: URL) => Response | Promise<Response> | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-credentials-'))
  keychain = createMemorySecretStore()
  requests = []
  intercept = () => undefined
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
  rmSync(folder, { recursive: true })
})

const startApp = () =>
  createTestLatchkey({
    dataFolder: folder,
    keychain,
    now: () => now,
    fetch: (async (request, ...rest) => {
      const url = new URL(request instanceof Request ? request.url : String(request))
      requests.push(`${url.pathname.replace('/api/v4', '')}${url.search}`)
      return intercept(url) ?? fetch(request, ...rest)
    }) as typeof fetch,
  })
async function start(options: SandboxOptions = {}) {
  sandbox = await startSeededSandbox({
    users: 0,
    flavor: 'gitlab',
    data: join(folder, 'sandbox'),
    now: () => new Date(now),
    ...options,
  })
  app = startApp()
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
}
async function restart() {
  await app.close()
  app = startApp()
}

// Split in two, so that the catalog test still finds unused messages with this name.
const call = <T>(name: string, input: object = {}) =>
  app.value<T>(['credentials', name].join('.'), input, me.id)
const list = (query: object = {}) => call<Listed>('list', query)
async function load(): Promise<CredentialsState> {
  const ended = waitForCredentials(app)
  await call('sync')
  return ended
}

interface TokenRow {
  id: number
  user_id: number
  kind: string
  scopes: string
  permissions: string | null
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked: 0 | 1
  state: string
}

/** The tokens in the sandbox's own tables. */
function tokenRows(): TokenRow[] {
  const database = new DatabaseSync(join(folder, 'sandbox', 'sandbox.db'), { readOnly: true })
  try {
    const sql = 'SELECT tokens.*, users.state FROM tokens JOIN users ON users.id = user_id'
    return database.prepare(sql).all() as unknown as TokenRow[]
  } finally {
    database.close()
  }
}

/** Each view in plain words. */
const views: Record<CredentialView, (token: TokenRow) => boolean> = {
  neverExpires: (token) => isActive(token) && token.expires_at === null,
  unused: (token) => isActive(token) && isDaysAgo(token.last_used_at ?? token.created_at, 90, now),
  neverUsed: (token) => isActive(token) && token.last_used_at === null,
  ownerBlocked: (token) =>
    isActive(token) && ['blocked', 'ldap_blocked', 'banned'].includes(token.state),
  expires14: (token) => isActive(token) && expiresBy(token, 14),
  expires30: (token) => isActive(token) && expiresBy(token, 30),
  broadScopes: (token) =>
    isActive(token) &&
    token.permissions === null &&
    (JSON.parse(token.scopes) as string[]).some((scope) => broadScopes.includes(scope)),
  createdThisWeek: (token) => utcDay(token.created_at) > utcDayIn(-7, now),
}

function isActive({ revoked, expires_at: expires }: TokenRow): boolean {
  return revoked === 0 && (expires === null || expires > utcDay(now))
}

function expiresBy({ expires_at: expires }: TokenRow, days: number): boolean {
  return expires !== null && expires <= utcDayIn(days, now)
}

const countIn = (view: CredentialView) => tokenRows().filter(views[view]).length
const ids = (items: readonly { id: number }[]) =>
  items.map(({ id }) => id).toSorted((a, b) => a - b)

describe('copy of all credentials', () => {
  it('lists every token of the instance with its owner', async () => {
    await start()
    expect(await call('state')).toMatchObject({ phase: 'none', tokens: 0 })
    expect(await load()).toMatchObject({ phase: 'whole', asOf: now, ownerUnknown: 0 })
    const { items, total, state } = await list()
    const rows = tokenRows()
    expect(total).toBe(rows.length)
    expect(ids(items)).toEqual(ids(rows))
    expect(state).toMatchObject({ tokens: rows.length, isUnsupported: false, ownersAsOf: now })
    expect(items.find(({ title }) => title === 'Migration')).toMatchObject({
      username: 'maya.lindqvist',
      owner_state: 'active',
      last_used_ips: '192.0.2.17, 2001:db8::17',
      kind: 'personalOrImpersonation',
    })
    expect(items.find(({ title }) => title === 'Profile widget')!.scopes).toContain('read user')
    expect(items.find(({ title }) => title === 'Latchkey')).toBeDefined()
  })

  it.each(['16.4', '17', '18', '19'] as const)(
    'counts each view as the tables of version %s do',
    async (version) => {
      await start({ version, crowdTokens: 500 })
      const { tokens, phase } = await load()
      const known = tokenRows().filter(
        ({ permissions }) => version === '19' || permissions === null,
      )
      expect({ phase, tokens }).toEqual({ phase: 'whole', tokens: known.length })
      const { counts } = await list()
      for (const view of credentialViews) {
        expect([view, counts[view]]).toEqual([view, known.filter(views[view]).length])
        expect(counts[view]).toBe((await list({ filters: [view] })).total)
      }
    },
  )

  it('loads a long list concurrently by creation time, even if many tokens have the same', async () => {
    await start({ crowdTokens: 6_000 })
    expect(await load()).toMatchObject({ phase: 'whole', tokens: tokenRows().length })
    const pages = requests.filter((path) => path.startsWith('/personal_access_tokens?'))
    expect(
      new Set(pages.map((path) => new URLSearchParams(path).get('created_before'))).size,
    ).toBeGreaterThan(3)
    expect(pages.length).toBeLessThan(6_000 / 100 + 60)
    expect(ids(await idsOfAll())).toEqual(ids(tokenRows()))
  })

  it('loads all tokens of an instance that ignores the order and the dates', async () => {
    await start({ crowdTokens: 2_000 })
    intercept = (url) => {
      for (const name of ['sort', 'created_after', 'created_before']) url.searchParams.delete(name)
      return undefined
    }
    expect(await load()).toMatchObject({ phase: 'whole', tokens: tokenRows().length })
  })

  it('continues after it was stopped and after a restart', async () => {
    await start({ crowdTokens: 3_000 })
    let pages = 0
    intercept = ({ pathname }) => {
      if (pathname !== '/api/v4/personal_access_tokens') return undefined
      pages += 1
      return pages === 20 ? Response.json({ message: 'broken' }, { status: 500 }) : undefined
    }
    expect(await load()).toMatchObject({ phase: 'stopped', failure: { kind: 'service-error' } })
    const { tokens } = await call<CredentialsState>('state')
    expect(tokens).toBeGreaterThan(500)
    await restart()
    expect(await call('state')).toMatchObject({ phase: 'stopped', tokens })
    requests.length = 0
    intercept = () => undefined
    expect(await load()).toMatchObject({ phase: 'whole', tokens: tokenRows().length })
    const again = requests.filter((path) => path.startsWith('/personal_access_tokens?')).length
    expect(again).toBeLessThan(25)
  })

  it('keeps all tokens if the account loses its rights', async () => {
    await start()
    const { tokens } = await load()
    intercept = ({ pathname }) =>
      pathname.endsWith('/impersonation_tokens')
        ? Response.json({ message: '403 Forbidden' }, { status: 403 })
        : undefined
    expect(await load()).toMatchObject({ failure: { kind: 'forbidden' }, tokens })
  })

  it('stops loading when Latchkey is locked', async () => {
    await start({ crowdTokens: 2_000 })
    await call('sync')
    await app.value('lock.lock')
    await app.value('lock.unlock')
    expect((await call<CredentialsState>('state')).phase).not.toBe('reading')
  })

  it('reports an instance without the list, and lists no tokens', async () => {
    await start({ hasTokenList: false })
    const ended = await load()
    expect(ended).toMatchObject({ isUnsupported: true, tokens: 0, phase: 'whole' })
    expect(ended.failure).toBeUndefined()
    expect((await list()).counts).toMatchObject({ neverExpires: null })
  })

  it('counts unreadable entries, and removes nothing then', async () => {
    await start()
    const { tokens } = await load()
    intercept = (url) =>
      url.pathname === '/api/v4/personal_access_tokens'
        ? Response.json([{ name: 'Without an ID' }, { id: 1, name: 'Latchkey', user_id: 1 }])
        : undefined
    expect(await load()).toMatchObject({ phase: 'whole', tokens, skipped: 1 })
  })
})

describe('copy of credentials when a token is read individually', () => {
  // A token is read before it is revoked. This one no longer works, so that nothing else happens.
  const read = (id: number, account = me) => app.invoke('ownTokens.revoke', { id }, account.id)
  const answerReads = (user: number) => {
    intercept = ({ pathname }) => {
      const [, id] = /personal_access_tokens\/(\d+)$/.exec(pathname) ?? []
      const token = { name: 'Renamed', user_id: user, active: false, revoked: true }
      return id === undefined ? undefined : Response.json({ ...token, id: Number(id) })
    }
  }

  it('is neither created nor filled by that', async () => {
    await start()
    const maya = await app.signIn(sandbox.url, sandbox.tokens.user)
    for (const account of [me, maya]) {
      answerReads(account.user.id)
      await read(999, account)
    }
    const files = readdirSync(folder, { recursive: true }).map(String)
    expect(files.filter((path) => path.includes('credentials.db'))).toEqual([])
    expect(await call('state')).toMatchObject({ phase: 'none', tokens: 0 })
    await read(999)
    expect(await call('state')).toMatchObject({ phase: 'none', tokens: 0 })
  })

  it('is updated if it has the token', async () => {
    await start()
    const { tokens } = await load()
    const { id } = (await list({ search: 'Tile importer' })).items[0]!
    answerReads(me.user.id)
    await read(999)
    await read(id)
    const { items, state } = await list({ search: 'Renamed' })
    expect(items.map((token) => token.id)).toEqual([id])
    expect(state.tokens).toBe(tokens)
  })
})

describe('copy of credentials while tokens are being read', () => {
  it('isn’t updated from reviews until then', async () => {
    await start()
    await readAll(app, me.id)
    const selection = { kind: 'matching', filter: {}, except: [] }
    await app.value('review.start', { selection, scope: { subjects: ['keys'] } }, me.id)
    await expect
      .poll(() => app.value('review.state', {}, me.id), { timeout: 30_000 })
      .toMatchObject({ phase: 'done' })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: began, resolve: begin } = Promise.withResolvers<void>()
    intercept = ({ pathname, searchParams }) => {
      const isPage = pathname === '/api/v4/personal_access_tokens' && !searchParams.has('sort')
      if (!isPage) return undefined
      begin()
      return held.then(() => Response.json([{ id: 1, name: 'Mine', user_id: me.user.id }]))
    }
    const ended = load()
    await began
    expect((await list()).state).toMatchObject({ phase: 'reading', keys: undefined })
    release()
    expect((await ended).keys?.total).toBeGreaterThan(0)
  })
})

describe('token that was revoked individually', () => {
  const find = async (id: number) => (await list()).items.find((one) => one.id === id)
  /** One personal and one impersonation token that work, and how to revoke each. */
  function revocations() {
    const [personal, impersonation] = ['personal', 'impersonation'].map((kind) =>
      tokenRows().find((token) => token.kind === kind && token.user_id === 2 && isActive(token))!,
    )
    const { id, user_id } = personal!
    const input = { user_id: impersonation!.user_id, impersonation_token_id: impersonation!.id }
    return [
      [id, () => app.value('adminTokens.revokePersonal', { user_id, id }, me.id)],
      [impersonation!.id, () => app.value('impersonationTokens.revoke', input, me.id)],
    ] as const
  }

  it('is no longer listed as working', async () => {
    await start()
    await load()
    for (const [id, revoke] of revocations()) {
      expect(await find(id)).toMatchObject({ active: true, revoked: false })
      await revoke()
      expect(await find(id)).toMatchObject({ active: false, revoked: true })
    }
  })

  it('isn’t listed as working if a load read it before', async () => {
    await start()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: began, resolve: begin } = Promise.withResolvers<void>()
    const [, [id, revoke]] = revocations()
    intercept = ({ pathname, searchParams }) => {
      const isPage = pathname === '/api/v4/personal_access_tokens' && !searchParams.has('sort')
      if (!isPage) return undefined
      begin()
      return held.then(() => Response.json([{ id, name: 'Read before', user_id: 2, active: true }]))
    }
    const ended = load()
    await began
    await revoke()
    release()
    await ended
    expect(await find(id)).toMatchObject({ title: 'Read before', active: false, revoked: true })
  })
})

async function idsOfAll(): Promise<{ id: number }[]> {
  const all = await call<number[]>('ids')
  return all.map((id) => ({ id }))
}

describe('owner of a credential', () => {
  it('is blocked, a bot of a project, a service account, or unknown', async () => {
    await start()
    await load()
    const { items } = await list()
    const kindOf = (title: string) => items.find((one) => one.title === title)!.kind
    expect(kindOf('Release notes')).toBe('project')
    expect(kindOf('Deploys of atlas')).toBe('serviceAccount')
    const blocked = await list({ filters: ['ownerBlocked'] })
    expect(blocked.total).toBe(countIn('ownerBlocked'))
    expect(blocked.items.every(({ owner_state: state }) => state === 'blocked')).toBe(true)
    expect(blocked.total).toBeGreaterThan(0)
  })

  it('stays unknown if the entry says nobody, and is never counted as blocked', async () => {
    await start()
    intercept = (url) =>
      url.pathname === '/api/v4/personal_access_tokens'
        ? Response.json([
            { id: 1, name: 'Mine', user_id: me.user.id, active: true },
            { id: 2, name: 'Nobody’s', active: true },
            { id: 3, name: 'A stranger’s', user_id: 99_999, active: true },
          ])
        : undefined
    expect(await load()).toMatchObject({ phase: 'whole', tokens: 3, ownerUnknown: 1 })
    const unknown = await list({ filters: ['ownerUnknown'] })
    expect(unknown.items).toMatchObject([{ id: 2, username: null, owner_state: null }])
    // GitLab says that this user doesn't exist.
    expect((await list({ filters: ['ownerBlocked'] })).items).toMatchObject([
      { id: 3, owner_state: 'gone' },
    ])
    expect((await list()).counts).toMatchObject({ unused: null, neverUsed: null, neverExpires: 3 })
  })
})

describe('kind of a token', () => {
  it('is told apart once the owner’s impersonation tokens were read', async () => {
    await start()
    await load()
    const maya = (await list({ search: 'maya' })).items[0]!.user!
    const kinds = async () => {
      const { items } = await list({ user: maya })
      return new Map(items.map(({ id, kind }) => [id, kind]))
    }
    expect(new Set((await kinds()).values())).toEqual(new Set(['personalOrImpersonation']))
    await call('tellApart', { users: [maya] })
    const rows = tokenRows().filter((token) => token.user_id === maya)
    expect(await kinds()).toEqual(new Map(rows.map(({ id, kind }) => [id, kind])))
    const { kindCounts } = await list()
    expect(kindCounts.impersonation).toBe(
      rows.filter(({ kind }) => kind === 'impersonation').length,
    )
    expect((await list({ kinds: ['impersonation'] })).total).toBe(kindCounts.impersonation)
  })

  it('is told apart by reviews, which also list keys until they are removed', async () => {
    await start()
    await readAll(app, me.id)
    await load()
    expect((await call<CredentialsState>('state')).keys).toBeUndefined()
    const selection = { kind: 'matching', filter: {}, except: [] }
    const { id } = await app.value<{ id: number }>(
      'review.start',
      { selection, scope: { subjects: ['tokens', 'keys'] } },
      me.id,
    )
    await expect
      .poll(() => app.value('review.state', {}, me.id), { timeout: 30_000 })
      .toMatchObject({ phase: 'done' })
    const { keys } = await call<CredentialsState>('state')
    const { items, total } = await list({ kinds: ['ssh', 'gpg'] })
    expect(total).toBe(keys!.total)
    const reviewed = await app.value<{ items: { id: number; fingerprint: string }[] }>(
      'review.credentials',
      { kinds: ['ssh', 'gpg'] },
      me.id,
    )
    const prints = (all: readonly { fingerprint: string | null }[]) =>
      all.map(({ fingerprint }) => fingerprint).toSorted()
    expect(prints(items)).toEqual(prints(reviewed.items))
    expect((await list()).kindCounts.personalOrImpersonation).toBe(0)
    await app.value('jobs.remove', { job: id }, me.id)
    expect((await list({ kinds: ['ssh', 'gpg'] })).total).toBe(0)
    expect((await call<CredentialsState>('state')).keys).toBeUndefined()
  })
})

describe('list of credentials', () => {
  it('is searched, sorted and paged', async () => {
    await start({ crowdTokens: 500 })
    await load()
    const rows = tokenRows()
    const { items } = await list({ order_by: 'expires_at', sort: 'asc', limit: 100, offset: 50 })
    const sorted = rows.toSorted((a, b) =>
      (a.expires_at ?? '9') < (b.expires_at ?? '9')
        ? -1
        : (a.expires_at ?? '9') > (b.expires_at ?? '9')
          ? 1
          : a.id - b.id,
    )
    expect(items.map(({ id }) => id)).toEqual(sorted.slice(50, 150).map(({ id }) => id))
    expect((await list({ search: 'tile LINDQVIST' })).items).toMatchObject([
      { title: 'Tile importer' },
    ])
    expect((await list({ search: '198.51.100.41' })).items).toMatchObject([
      { title: 'CI deploy preview' },
    ])
  })

  it('is exported with its scope, filters, counts, and what couldn’t be read', async () => {
    await start()
    await load()
    const query = { filters: ['broadScopes'], order_by: 'title', sort: 'asc' }
    const [csv, described] = await call<{ filename: string; text: string }[]>('export', {
      ...query,
      format: 'csv',
    })
    const { items, counts } = await list(query)
    expect(csv!.text.trim().split('\r\n')).toHaveLength(items.length + 1)
    expect(JSON.parse(described!.text)).toMatchObject({
      instance: sandbox.url,
      filters: ['broadScopes'],
      rows: items.length,
      totals: counts,
      tokens_unreadable: 0,
      keys_total: null,
      tokens_as_of: '2026-06-01T12:00:00.000Z',
    })
    const [json] = await call<{ text: string }[]>('export', { ...query, format: 'json' })
    const { credentials } = JSON.parse(json!.text) as { credentials: { id: number }[] }
    expect(credentials.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
  })
})
