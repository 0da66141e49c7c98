import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Sandbox, SandboxOptions } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { Credential, ReviewState, ReviewedUser } from '../../../shared/operations/review.ts'
import { expiresWithinDays } from '../../../shared/rules/expiry.ts'
import { expiryFilters } from '../../../shared/rules/review.ts'
import { daysLeft, utcDay } from '../../../shared/rules/utc-days.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { dateIn } from '../../testing/dates.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'
import { tempGpgHome } from '../keys/gpg/testing/gpg-home.ts'
import { keygen, tempFolder } from '../keys/ssh/testing/key-material.ts'

interface Token {
  id: number
  user_id: number
  name: string
  active: boolean
}
interface Credentials {
  items: Credential[]
  total: number
  counts: Record<string, number>
}

const everyone: Selection = { kind: 'matching', filter: {}, except: [] }
const only = (...ids: number[]): Selection => ({ kind: 'users', ids })

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
/** Each request's path and query. */
let requestedUrls: string[]
/** May respond to a request in place of the service. */
let intercept: (url: URL) => Response | undefined
const fetch = createNodeFetch()

async function start(options: SandboxOptions = {}) {
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', ...options })
  app = createTestLatchkey({
    fetch: (async (request, ...rest) => {
      const url = new URL(request instanceof Request ? request.url : String(request))
      requestedUrls.push(`${url.pathname.replace('/api/v4', '')}${url.search}`)
      return intercept(url) ?? fetch(request, ...rest)
    }) as typeof fetch,
  })
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
}
beforeEach(() => {
  requestedUrls = []
  intercept = () => undefined
})
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

// Split in two, so that the catalog test still finds unused messages with this name.
const call = <T>(name: string, input: object = {}) =>
  app.value<T>(['review', name].join('.'), input, me.id)
const state = () => call<ReviewState>('state')
const isDone = () => vi.waitUntil(async () => (await state()).phase === 'done')
async function review(selection: Selection) {
  await call('start', { selection, scope: { subjects: ['tokens', 'keys', 'serviceAccounts'] } })
  await isDone()
}
async function retry() {
  await app.value<JobSummary>('jobs.retry', { job: (await state()).id }, me.id)
  await isDone()
}
const credentials = (query: object = {}) => call<Credentials>('credentials', query)
const titles = async (query: object) => (await credentials(query)).items.map(({ title }) => title)
const unread = async () =>
  (await call<{ items: ReviewedUser[] }>('users', { filters: ['unread'] })).items

/** Sends a request as the administrator, bypassing Latchkey. */
async function request<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'PRIVATE-TOKEN': sandbox.tokens.admin, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}
const findUserId = async (username: string) =>
  (await request<{ id: number }[]>(`/users?username=${username}`))[0]!.id
const tokensOf = (user: number) =>
  request<Token[]>(`/personal_access_tokens?user_id=${user}&per_page=100`)
const impersonationTokensOf = (user: number) =>
  request<Token[]>(`/users/${user}/impersonation_tokens?per_page=100`)
const listRequests = () =>
  requestedUrls.filter((path) => path.startsWith('/personal_access_tokens?'))
const isList = ({ pathname }: URL) => pathname === '/api/v4/personal_access_tokens'
const isWholeList = (url: URL) => isList(url) && !url.searchParams.has('user_id')

const tokenPages = async () => (await call<{ tokenPages: number | null }>('sizes')).tokenPages

describe('personal access tokens in a review', () => {
  it('are read from the instance’s list, without impersonation tokens', async () => {
    await start()
    requestedUrls.length = 0
    await review(everyone)
    // One to count the pages, and one to read.
    expect(listRequests()).toEqual(Array(2).fill('/personal_access_tokens?per_page=100'))
    const { items } = await credentials({ kinds: ['token', 'personal'] })
    const maya = await findUserId('maya.lindqvist')
    const impersonation = await impersonationTokensOf(maya)
    const all = await tokensOf(maya)
    const ids = (kind: string) =>
      items.flatMap((item) => (item.user === maya && item.kind === kind ? item.id : [])).toSorted()
    expect(impersonation.length).toBeGreaterThan(0)
    expect(ids('token')).toEqual(impersonation.map(({ id }) => id).toSorted())
    expect(ids('personal')).toEqual(
      all
        .map(({ id }) => id)
        .filter((id) => !ids('token').includes(id))
        .toSorted(),
    )
    expect(ids('personal').length).toBeGreaterThan(1)
    expect(await state()).toMatchObject({ incomplete: 0 })
    expect(await state()).not.toHaveProperty('lacksTokenList')
    const { items: users } = await call<{ items: ReviewedUser[] }>('users', { limit: 200 })
    expect(users.find(({ id }) => id === maya)).toMatchObject({
      active_tokens: all.filter(({ active }) => active).length,
    })
  })

  it('are requested per user if the list has no fewer pages than users', async () => {
    await start()
    const maya = await findUserId('maya.lindqvist')
    await review(only(maya))
    expect(listRequests()).toEqual([
      '/personal_access_tokens?per_page=100',
      `/personal_access_tokens?user_id=${maya}&per_page=100`,
    ])
    expect(await titles({ kinds: ['personal'] })).toContain('Tile importer')
  })

  it.each([
    ['has unreadable entries', (tokens: Token[]) => [...tokens, { name: 'Without an ID' }]],
    [
      'has entries without an owner',
      (tokens: Token[]) => [...tokens, { id: 99_999, name: 'Nobody’s' }],
    ],
    [
      'has only the administrator’s tokens',
      (tokens: Token[]) => tokens.filter(({ user_id }) => user_id === me.user.id),
    ],
  ])('are requested per user if the list %s', async (_, change) => {
    await start()
    const users = [await findUserId('maya.lindqvist'), await findUserId('tomasz')]
    const tokens = await request<Token[]>('/personal_access_tokens?per_page=100')
    intercept = (url) => (isWholeList(url) ? Response.json(change(tokens)) : undefined)
    await review(only(...users))
    for (const user of users) {
      expect(requestedUrls).toContain(`/personal_access_tokens?user_id=${user}&per_page=100`)
    }
    expect(await titles({ kinds: ['personal'] })).toContain('Backup script')
    expect(await state()).toMatchObject({ incomplete: 0 })
  })

  it('are requested per user after the list has failed three times', async () => {
    await start()
    intercept = (url) =>
      isWholeList(url)
        ? Response.json({ message: '500 Internal Server Error' }, { status: 500 })
        : undefined
    await review(only(await findUserId('tomasz')))
    expect(await titles({ kinds: ['personal'] })).toContain('Backup script')
    expect(await state()).toMatchObject({ incomplete: 0 })
  })

  it('are marked as not loaded if the service ignores the user filter', async () => {
    await start()
    const tomasz = await findUserId('tomasz')
    const tokens = await request<Token[]>('/personal_access_tokens?per_page=100')
    let isIgnored = true
    intercept = (url) => (isIgnored && isList(url) ? Response.json(tokens) : undefined)
    await review(only(tomasz))
    expect(await unread()).toMatchObject([
      { id: tomasz, unread: ['personal'], active_tokens: null },
    ])
    expect(await titles({ kinds: ['personal'] })).toEqual([])
    isIgnored = false
    await retry()
    expect(await unread()).toEqual([])
    expect(await titles({ kinds: ['personal'] })).toEqual(['Backup script'])
  })

  it('are read from only one page if the service ignores the user filter', async () => {
    await start()
    const tokens = await request<Token[]>('/personal_access_tokens?per_page=100')
    const headers = { link: `<${sandbox.url}/api/v4/personal_access_tokens?page=2>; rel="next"` }
    intercept = (url) => {
      if (!isList(url)) return undefined
      if (isWholeList(url)) return Response.json([{ name: 'Without an ID' }])
      return Response.json(tokens, url.searchParams.has('page') ? {} : { headers })
    }
    requestedUrls.length = 0
    const tomasz = await findUserId('tomasz')
    await review(only(tomasz))
    expect(await unread()).toMatchObject([{ id: tomasz, unread: ['personal'] }])
    expect(listRequests().filter((path) => path.includes('user_id'))).toHaveLength(1)
  })

  it('are marked as not loaded if impersonation tokens can’t be distinguished', async () => {
    await start()
    const maya = await findUserId('maya.lindqvist')
    intercept = ({ pathname }) =>
      pathname.endsWith(`/users/${maya}/impersonation_tokens`)
        ? Response.json({ message: '404 Not Found' }, { status: 404 })
        : undefined
    await review(only(maya))
    expect(await unread()).toMatchObject([{ id: maya, unread: ['tokens', 'personal'] }])
    expect(await titles({ kinds: ['token', 'personal'] })).toEqual([])
  })

  it('are omitted if the instance lacks the list', async () => {
    await start({ hasTokenList: false })
    requestedUrls.length = 0
    await review(everyone)
    expect(listRequests()).toHaveLength(1)
    expect(await state()).toMatchObject({ lacksTokenList: true, incomplete: 0 })
    expect(await titles({ kinds: ['token'] })).toContain('Migration')
    expect(await titles({ kinds: ['personal'] })).toEqual([])
    const [saved] = await call<{ text: string }[]>('exportCredentials', { format: 'json' })
    expect(JSON.parse(saved!.text)).toMatchObject({ kinds_not_listed: ['personal'] })
    expect(await tokenPages()).toBe(0)
  })

  it('report their page count upfront if the service returns a total', async () => {
    await start()
    expect(await tokenPages()).toBe(1)
    const headers = { link: `<${sandbox.url}/api/v4/personal_access_tokens?page=2>; rel="next"` }
    const page = Array.from({ length: 100 }, (_, index) => ({ id: index + 1, user_id: 1 }))
    intercept = (url) =>
      isList(url) ? Response.json(page, { headers: { ...headers, 'x-total': '4321' } }) : undefined
    expect(await tokenPages()).toBe(44)
    intercept = (url) => (isList(url) ? Response.json(page, { headers }) : undefined)
    expect(await tokenPages()).toBeNull()
  })
})

describe('credential filters', () => {
  it('agree with the days that labels show, at any time of day', async () => {
    await start({ tokensExpire: false })
    const wordy = await findUserId('wordy')
    const today = utcDay(currentTime())
    const times = [6, 7, 8, 29, 30, 31, 90, 91].flatMap((days) =>
      ['', 'T00:00:01.000Z', 'T23:59:59.000Z'].map((time) => dateIn(days) + time),
    )
    const keys = times.map((expires_at, index) => ({
      id: index + 1,
      title: expires_at,
      key: 'ssh-ed25519 unreadable',
      expires_at,
    }))
    intercept = ({ pathname }) =>
      pathname.endsWith(`/users/${wordy}/keys`) ? Response.json(keys) : undefined
    await review(only(wordy))
    onTestFinished(() => void vi.useRealTimers())
    for (const time of ['T00:00:00Z', 'T12:00:00Z', 'T23:59:59Z']) {
      const now = Date.parse(today + time)
      vi.setSystemTime(now)
      for (const [filter, days] of Object.entries(expiresWithinDays)) {
        const shownDays = times.filter((end) => daysLeft(end, now) <= days)
        const listed = await titles({ filters: [filter], kinds: ['ssh'] })
        expect(listed.toSorted(), `${filter} ${time}`).toEqual(shownDays.toSorted())
      }
    }
  })

  it('split credentials on the day that makes them unused or old', async () => {
    await start()
    const wordy = await findUserId('wordy')
    const midnight = Date.parse(utcDay(currentTime()))
    const key = (title: string, days: number, use?: number) => ({
      id: days + (use ?? 0),
      title,
      key: 'ssh-ed25519 unreadable',
      created_at: new Date(midnight - days * 86_400_000 + 3_600_000).toISOString(),
      ...(use !== undefined && {
        last_used_at: new Date(midnight - use * 86_400_000 + 3_600_000).toISOString(),
      }),
    })
    const keys = [
      ...[key('used 89 days ago', 100, 89), key('used 90 days ago', 100, 90)],
      ...[key('created 365 days ago', 365), key('created 366 days ago', 366)],
    ]
    intercept = ({ pathname }) =>
      pathname.endsWith(`/users/${wordy}/keys`) ? Response.json(keys) : undefined
    await review(only(wordy))
    onTestFinished(() => void vi.useRealTimers())
    for (const hour of [0, 12, 23]) {
      vi.setSystemTime(midnight + hour * 3_600_000)
      expect(await titles({ filters: ['unused'], kinds: ['ssh'] })).toEqual(['used 90 days ago'])
      expect(await titles({ filters: ['old'], kinds: ['ssh'] })).toEqual(['created 366 days ago'])
    }
  })

  it('select by expiry date', async () => {
    await start({ tokensExpire: false })
    const wordy = await findUserId('wordy')
    for (const days of [5, 20, 60, 120, undefined]) {
      await request(`/users/${wordy}/personal_access_tokens`, {
        name: `In ${days ?? 'no'} days`,
        scopes: ['api'],
        ...(days !== undefined && { expires_at: dateIn(days) }),
      })
    }
    await review(only(wordy))
    const found = await Promise.all(
      expiryFilters.map(async (filter) => [
        filter,
        (await titles({ filters: [filter], kinds: ['personal'], order_by: 'expires_at' })).join(),
      ]),
    )
    expect(Object.fromEntries(found)).toEqual({
      expired: '',
      expires7: 'In 5 days',
      expires30: 'In 5 days,In 20 days',
      expires90: 'In 5 days,In 20 days,In 60 days',
      neverExpires: 'In no days',
    })
  })

  it('select by last use, or by creation if never used', async () => {
    await start({ version: '18' })
    await review(everyone)
    const unused = await credentials({ filters: ['unused'], kinds: ['personal'] })
    // Leaves out tokens that are revoked, expired or newer.
    expect(unused.items.map(({ title }) => title).toSorted()).toEqual([
      'Backup script',
      'Runner registration',
      'Tile importer',
    ])
    expect(unused.items.find(({ title }) => title === 'Backup script')).toMatchObject({
      last_used_at: null,
      never_used: true,
    })
    // This version doesn't report when keys were last used.
    const { items: keys } = await credentials({ kinds: ['ssh', 'gpg'] })
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter(({ never_used }) => never_used)).toEqual([])
    expect(await titles({ filters: ['unused'], kinds: ['ssh', 'gpg'] })).toEqual([])
  })

  it('include the addresses that used a token', async () => {
    await start()
    const maya = await findUserId('maya.lindqvist')
    await review(only(maya))
    const { items } = await credentials({ kinds: ['token', 'personal', 'ssh'] })
    const addressesOf = (name: string) => items.find(({ title }) => title === name)!.last_used_ips
    expect(addressesOf('Migration')).toBe('192.0.2.17, 2001:db8::17')
    expect(addressesOf('CI deploy preview')).toBe('198.51.100.40, 198.51.100.41')
    expect(addressesOf('Work laptop')).toBeNull()
    const [csv] = await call<{ text: string }[]>('exportCredentials', { format: 'csv' })
    expect(csv!.text).toMatch(/^\uFEFF[^\r]*,last_used_ips,/)
    expect(csv!.text).toContain('"192.0.2.17, 2001:db8::17"')
  })

  it('select weak keys and report their algorithm', async () => {
    await start()
    const gpg = tempGpgHome()
    onTestFinished(() => gpg.remove())
    const { path, remove } = tempFolder()
    onTestFinished(remove)
    const maya = await findUserId('maya.lindqvist')
    const ssh = [1024, 2048].map((bits) => ({
      id: bits,
      title: `RSA of ${bits} bits`,
      key: keygen(`${path}/${bits}`, 'rsa', '-b', String(bits)),
      created_at: new Date(currentTime()).toISOString(),
    }))
    const subkey = (algorithm: string, fingerprint: string) =>
      gpg.gpg('--quick-add-key', fingerprint, algorithm)
    gpg.generate('Short <short@example.com>', 'rsa1024', 'sign')
    gpg.generate('Long <long@example.com>', 'rsa2048', 'sign')
    gpg.generate('DSA <dsa@example.com>', 'dsa2048', 'sign')
    subkey('rsa1024', gpg.generate('Subkey <subkey@example.com>', 'ed25519', 'sign'))
    const names = ['short', 'long', 'dsa', 'subkey']
    const gpgKeys = names.map((name, index) => ({
      id: index + 1,
      key: gpg.exported(`${name}@example.com`),
      created_at: new Date(currentTime()).toISOString(),
    }))
    intercept = ({ pathname }) => {
      if (pathname.endsWith(`/users/${maya}/keys`)) return Response.json(ssh)
      return pathname.endsWith(`/users/${maya}/gpg_keys`) ? Response.json(gpgKeys) : undefined
    }
    await review(everyone)
    const { items, total, counts } = await credentials({ filters: ['weak'], order_by: 'title' })
    expect(items.map(({ title, algorithm, bits }) => [title, algorithm, bits])).toEqual([
      ['DSA <dsa@example.com>', 'DSA', 2048],
      ['From 2011', 'DSA', 1024],
      ['RSA of 1024 bits', 'RSA', 1024],
      ['Short <short@example.com>', 'RSA', 1024],
      ['Subkey <subkey@example.com>', 'RSA', 1024],
    ])
    expect(counts['weak']).toBe(total)
    const [saved] = await call<{ text: string }[]>('exportCredentials', {
      filters: ['weak'],
      format: 'csv',
    })
    expect(saved!.text).toMatch(/,algorithm,bits,/)
    expect(saved!.text).toMatch(/RSA of 1024 bits,SHA256:[^,]+,RSA,1024,/)
    // Lists each owner only once.
    const owners = await call<number[]>('ownerIds', { filters: ['weak'] })
    expect(owners).toEqual([maya, await findUserId('dev_singh')].toSorted((a, b) => a - b))
  })
})
