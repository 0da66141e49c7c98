import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type {
  ItemCounts,
  RemediationPreview,
  ReviewItem,
  ReviewState,
} from '../../../shared/operations/review.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { ItemKind, ReviewSubject } from '../../../shared/rules/review.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { dateIn } from '../../testing/dates.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { readAll } from '../directory/testing/sync.ts'
import { remediationKind, reviewRetentionMs } from './remediation-kind.ts'
import { nextReviewDue, parametersOf } from './review-parameters.ts'

let sandbox: Sandbox
let app: TestLatchkey
let me: Account
/** The methods and paths of requests that change something. */
let writes: string[]
/** How far (ms) the clock of the computer is ahead. */
let ahead: number
/** May respond in place of the service. */
let intercept: (method: string, path: string) => Response | undefined
const fetch = createNodeFetch()

async function start(options: Parameters<typeof startSeededSandbox>[0] = {}) {
  writes = []
  ahead = 0
  intercept = () => undefined
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab', ...options })
  app = createTestLatchkey({
    now: () => currentTime() + ahead,
    fetch: (async (request, init) => {
      const sent = new Request(request, init)
      const path = new URL(sent.url).pathname.replace('/api/v4', '')
      if (sent.method !== 'GET') writes.push(`${sent.method} ${path}`)
      return intercept(sent.method, path) ?? fetch(sent)
    }) as typeof fetch,
  })
  me = await app.signIn(sandbox.url, sandbox.tokens.admin)
  await readAll(app, me.id)
}
beforeEach(() => start())
afterEach(async () => {
  await app.close()
  await sandbox.stop()
})

// Split in two, so that the catalog test still finds unused messages with this name.
const call = <T>(name: string, input: object = {}) =>
  app.value<T>(['review', name].join('.'), input, me.id)
const items = async (query: object = {}) =>
  (await call<{ items: ReviewItem[] }>('items', { limit: 200, ...query })).items
const counts = async () => (await call<{ counts: ItemCounts }>('items')).counts

/** Sends a request as the administrator, bypassing Latchkey. */
async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'PRIVATE-TOKEN': sandbox.tokens.admin, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
  return (await answer.json().catch(() => undefined)) as T
}
const idOf = async (username: string) =>
  (await request<{ id: number }[]>('GET', `/users?username=${username}`))[0]!.id

const everything: ReviewSubject[] = [
  ...(['memberships', 'administrators', 'tokens', 'keys', 'serviceAccounts'] as const),
]

/** Starts a review of these users and returns its ID once everything has been read. */
async function review(usernames: string[], input: object = {}): Promise<number> {
  const ids = await Promise.all(usernames.map(idOf))
  const { id } = await call<ReviewState>('start', { selection: { kind: 'users', ids }, ...input })
  await vi.waitUntil(async () => (await call<ReviewState>('state')).phase === 'done')
  return id!
}

/** Carries out a closed review and returns the run once it has ended. */
async function carryOut(id: number): Promise<JobSummary> {
  const { affectedCount } = await call<RemediationPreview>('previewRemediation', { review: id })
  return finished((await call<JobSummary>('carryOut', { review: id, affectedCount })).id)
}

/** Lets a run’s undo period pass, and returns the run once it has ended. */
async function finished(job: number): Promise<JobSummary> {
  ahead += 60_000
  await app.value('jobs.resumeAll', {}, me.id)
  const current = () => app.value<JobSummary>('jobs.get', { job }, me.id)
  await vi.waitUntil(async () => (await current()).state === 'finished')
  return current()
}

const decide = (id: number, chosen: ReviewItem[], decision: string | null, more: object = {}) =>
  call<{ changed: number }>('decideItems', {
    review: id,
    items: chosen.map((item) => item.id),
    decision,
    ...more,
  })
const kindsOf = (list: ReviewItem[]) => new Set(list.map(({ kind }) => kind))

describe('items of a review', () => {
  it('include the account, the administrator flag, memberships, tokens, and keys if these are reviewed', async () => {
    await review(['ines'])
    expect([...kindsOf(await items())]).toEqual(
      expect.arrayContaining<ItemKind>(['account', 'administrator', 'direct']),
    )
    await review(['ines'], { scope: { subjects: ['keys'] } })
    const kinds = kindsOf(await items())
    for (const kind of ['administrator', 'direct', 'token', 'personal'] as const)
      expect(kinds).not.toContain(kind)
  })

  it('are decided with their user, and then one by one', async () => {
    const id = await review(['tomasz', 'long-gone'])
    const gone = await idOf('long-gone')
    await call('decide', { review: id, users: [gone], decision: 'remove', note: 'Left in May' })
    const theirs = await items({ user: gone })
    expect(theirs.length).toBeGreaterThan(10)
    for (const { decided } of theirs)
      expect(decided).toMatchObject({ decision: 'remove', note: 'Left in May', by: 'ines' })
    const others = await items({ decided: 'undecided' })
    expect(new Set(others.map(({ username }) => username))).toEqual(new Set(['tomasz']))
    await decide(id, theirs.slice(0, 1), 'not_mine')
    const { decisions, total } = await counts()
    expect(decisions).toMatchObject({
      remove: theirs.length - 1,
      not_mine: 1,
      undecided: total - theirs.length,
    })
  })

  it('keep their note, and lose their decision without one', async () => {
    const id = await review(['tomasz'])
    const chosen = await items({ kinds: ['direct'] })
    await decide(id, chosen, 'keep', { note: 'Maintains it' })
    expect(await decide(id, chosen, 'keep')).toEqual({ changed: 0 })
    await decide(id, chosen, 'remove')
    expect((await items({ kinds: ['direct'] }))[0]!.decided).toMatchObject({
      ...{ decision: 'remove', note: 'Maintains it' },
    })
    await decide(id, chosen, null)
    expect((await counts()).decisions.remove).toBe(0)
  })

  it('can’t be decided if they couldn’t be read', async () => {
    intercept = (_, path) =>
      /^\/(groups\/1\/members|users\/\d+\/gpg_keys)$/.test(path)
        ? Response.json({ message: '403 Forbidden' }, { status: 403 })
        : undefined
    const id = await review(['tomasz'])
    const unread = await items({ kinds: ['unread'] })
    expect(unread.map(({ origin }) => origin).toSorted()).toEqual(['direct', 'gpg'])
    expect(await decide(id, unread, 'keep')).toEqual({ changed: 0 })
    const { decisions, total } = await counts()
    expect(decisions.undecided).toBe(total - 2)
  })

  it('include access that follows from no membership', async () => {
    const [maya, tomasz] = [await idOf('maya.lindqvist'), await idOf('tomasz')]
    intercept = (_, path) =>
      path === '/projects/1/members/all'
        ? Response.json([{ id: maya, username: 'maya.lindqvist', access_level: 50 }])
        : undefined
    await request('DELETE', `/projects/1/members/${maya}`).catch(() => undefined)
    await review(['maya.lindqvist', 'tomasz'])
    const found = await items({ kinds: ['unexplained'] })
    expect(found).toMatchObject([{ user: maya, source_type: 'Project', source: 1, level: 50 }])
    expect(found.map(({ user }) => user)).not.toContain(tomasz)
  })

  it('include direct memberships of an instance that lists no groups, which is said', async () => {
    await app.close()
    await sandbox.stop()
    await start({ hasTokenList: false })
    await review(['long-gone'])
    expect(await call<ReviewState>('state')).toMatchObject({ places: { isUnlisted: true } })
    expect(await items({ kinds: ['direct'] })).toHaveLength(18)
    expect(await items({ kinds: ['unread'] })).toMatchObject([{ origin: 'places', user: null }])
  })

  it('include those of everyone with access if a group is reviewed', async () => {
    const [group] = await request<{ id: number; full_path: string }[]>(
      'GET',
      '/groups?all_available=true&search=coastal',
    )
    expect(await call('findGroup', { path: group!.full_path.toUpperCase() })).toEqual({
      id: group!.id,
      path: group!.full_path,
    })
    const scope = { subjects: ['memberships'], group: { id: group!.id, path: group!.full_path } }
    await call('start', { scope })
    await vi.waitUntil(async () => (await call<ReviewState>('state')).phase === 'done')
    const listed = await request<{ id: number }[]>(
      'GET',
      `/groups/${group!.id}/members/all?per_page=100`,
    )
    const { total } = await call<ReviewState>('state')
    expect(total).toBeGreaterThanOrEqual(listed.length)
    const access = await items({ kinds: ['direct', 'inherited', 'shared', 'unexplained'] })
    const ofGroup = access.filter(
      ({ source, source_type }) => source_type === 'Namespace' && source === group!.id,
    )
    expect(new Set(ofGroup.map(({ user }) => user))).toEqual(new Set(listed.map(({ id }) => id)))
    expect(kindsOf(access)).toEqual(new Set(['direct', 'inherited']))
    expect(access.find(({ kind }) => kind === 'inherited')!.origin).toBe('tidewater-maps')
  })

  it('about one’s own access, and access that one granted, are marked', async () => {
    const [group] = await request<{ id: number }[]>(
      'GET',
      '/groups?all_available=true&search=community',
    )
    await request('DELETE', `/groups/${group!.id}/members/${me.user.id}`).catch(() => undefined)
    const id = await review([me.user.username, 'tomasz'])
    const own = await items({ findings: ['own'] })
    expect(new Set(own.map(({ user }) => user))).toEqual(new Set([me.user.id]))
    const unknown = await items({ findings: ['grantorUnknown'] })
    expect(kindsOf(unknown)).toEqual(new Set(['direct']))
    expect((await counts()).findings).toMatchObject({ own: own.length, grantedByReviewer: 0 })
    expect(id).toBeGreaterThan(0)
  })
})

it('shows and repeats a review in which an account isn’t the reviewer’s to decide about', async () => {
  const id = await review(['tomasz'])
  await decide(id, await items({ kinds: ['account'] }), 'not_mine')
  const users = await call<{ items: { decided: unknown }[] }>('users', { review: id })
  expect(users.items).toMatchObject([{ decided: null }])
  await review(['tomasz'])
  expect((await call<ReviewState>('state')).read).toBe(1)
})

it('says what wasn’t read when a review was canceled before it got there', async () => {
  const { id, places } = await call<ReviewState>('start', {
    selection: { kind: 'users', ids: [await idOf('tomasz')] },
  })
  await app.value('jobs.cancel', { job: id }, me.id)
  const unread = await call<{ total: number }>('items', { review: id, kinds: ['unread'] })
  expect(unread.total).toBeGreaterThan(places!.total / 2)
})

it('finds nobody in a group without members, even if only tokens are reviewed', async () => {
  const [group] = await request<{ id: number }[]>(
    'GET',
    '/groups?all_available=true&search=community',
  )
  const scope = { subjects: ['tokens'], group: { id: group!.id, path: 'community' } }
  const { id } = await call<ReviewState>('start', { scope })
  await vi.waitUntil(async () => (await call<ReviewState>('state')).phase === 'done')
  expect((await call<ReviewState>('state', { review: id })).total).toBeGreaterThan(0)
})

describe('a closed review', () => {
  it('is closed only after everything was read, and keeps its decisions', async () => {
    const id = await review(['tomasz'], {
      scope: { subjects: ['keys'] },
      plan: { reviewers: [], undecided: 'exception', due: dateIn(5), cadence: 3 },
    })
    const state = await call<ReviewState>('close', { review: id })
    expect(state).toMatchObject({ closed: { by: 'ines' }, plan: { cadence: 3 } })
    expect(state.next).toMatch(/^\d{4}-\d\d-\d\d$/)
    const [item] = await items()
    const inputs = { decideItems: { items: [item!.id] }, decide: { users: [item!.user] } }
    for (const [name, input] of Object.entries(inputs)) {
      const failure = await app.failure(
        `review.${name}`,
        { review: id, decision: 'keep', ...input },
        me.id,
      )
      expect(failure).toMatchObject({ kind: 'conflict', message: 'This review is closed.' })
    }
  })

  it('is carried out: removals, a change of role, a key, and a token', async () => {
    const id = await review(['long-gone', 'tomasz'], { scope: { subjects: everything } })
    const all = await items()
    const direct = all.filter(
      ({ kind, level, username }) => kind === 'direct' && level === 30 && username === 'long-gone',
    )
    const [removed, changed] = direct
    const inherited = all.find(({ kind }) => kind === 'inherited')!
    const credentials = all.filter(
      ({ kind }) => kind === 'personal' || kind === 'token' || kind === 'ssh',
    )
    await decide(id, [removed!, inherited], 'remove')
    await decide(id, [changed!], 'change', { level: 10 })
    await decide(id, credentials.slice(0, 2), 'remove')
    await call('close', { review: id })
    const preview = await call<RemediationPreview>('previewRemediation', { review: id })
    expect(preview).toMatchObject({ affectedCount: 2 + Math.min(2, credentials.length) })
    expect(preview.skipped).toMatchObject([{ count: 1, why: expect.stringContaining('Inherited') }])
    expect(writes).toEqual([])
    const run = await carryOut(id)
    expect(run.counts.done).toBe(preview.affectedCount)
    const member = (one: ReviewItem) =>
      `/${one.source_type === 'Project' ? 'projects' : 'groups'}/${one.source}/members/${one.user}`
    expect(writes).toContain(`DELETE ${member(removed!)}`)
    expect(await request('GET', member(changed!))).toMatchObject({ access_level: 10 })
    const results = await counts()
    expect(results.remediation).toMatchObject({ done: preview.affectedCount, open: 1 })
    const { items: log } = await app.value<{ items: AuditLogEntry[] }>('auditLog.list', {}, me.id)
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^associations\.remove/),
        expect.stringMatching(/^associations\.change/),
      ]),
    )
  })

  it('leaves alone what has changed since it was read', async () => {
    const id = await review(['long-gone'])
    const [one] = (await items({ kinds: ['direct'] })).filter(({ level }) => level === 30)
    await decide(id, [one!], 'remove')
    await call('close', { review: id })
    const place = one!.source_type === 'Project' ? 'projects' : 'groups'
    await request('PUT', `/${place}/${one!.source}/members/${one!.user}`, { access_level: 40 })
    const run = await carryOut(id)
    expect(run.counts).toMatchObject({ done: 0, refused: 1 })
    expect(writes).toEqual([])
    expect(await items({ remediation: 'changed' })).toMatchObject([
      {
        id: one!.id,
        remediation: { text: expect.stringContaining('has changed from Developer to Maintainer') },
      },
    ])
  })

  it('never touches one’s own access, Latchkey’s token, or an exception', async () => {
    const gone = await idOf('long-gone')
    await app.value(
      'exceptions.set',
      { id: gone, username: 'long-gone', reason: 'Legal hold' },
      me.id,
    )
    const id = await review([me.user.username, 'long-gone'])
    await call('decide', { review: id, users: [me.user.id, gone], decision: 'remove' })
    await call('close', { review: id })
    const preview = await call<RemediationPreview>('previewRemediation', { review: id })
    expect(preview.affectedCount).toBe(0)
    expect(preview.skipped.map(({ why }) => why)).toEqual(
      expect.arrayContaining(['This is your own access.', expect.stringContaining('Legal hold')]),
    )
    expect(
      await app.failure('review.carryOut', { review: id, affectedCount: 0 }, me.id),
    ).toMatchObject({
      kind: 'conflict',
    })
  })

  it('is not read again, and never raises a role', async () => {
    const id = await review(['long-gone'])
    const [one] = (await items({ kinds: ['direct'] })).filter(({ level }) => level === 30)
    await decide(id, [one!], 'change', { level: 40 })
    await call('close', { review: id })
    expect(await app.failure('jobs.retry', { job: id }, me.id)).toMatchObject({
      message: 'This review is closed.',
    })
    const preview = await call<RemediationPreview>('previewRemediation', { review: id })
    expect(preview).toMatchObject({
      affectedCount: 0,
      skipped: [{ why: expect.stringContaining('raise') }],
    })
  })

  it('keeps its results as long as itself', () => {
    const kind = remediationKind({
      assertNotLatchkeys: () => Promise.resolve(),
      exceptionOf: () => undefined,
    })
    expect(kind.retentionMs).toBe(reviewRetentionMs)
  })

  it('leaves out a user who became an exception after the start', async () => {
    const id = await review(['long-gone'])
    const [one] = (await items({ kinds: ['direct'] })).filter(({ level }) => level === 30)
    await decide(id, [one!], 'remove')
    await call('close', { review: id })
    const { id: job } = await call<JobSummary>('carryOut', { review: id, affectedCount: 1 })
    const exception = { id: one!.user, username: 'long-gone', reason: 'Legal hold' }
    await app.value('exceptions.set', exception, me.id)
    expect((await finished(job)).counts).toMatchObject({ done: 0, refused: 1 })
    expect(writes).toEqual([])
  })

  it('never revokes Latchkey’s own token, even if it wasn’t known when the run started', async () => {
    const id = await review(['maya.lindqvist'], { scope: { subjects: ['tokens'] } })
    const tokens = await items({ kinds: ['personal', 'token'] })
    await decide(id, tokens, 'remove')
    await call('close', { review: id })
    const { affectedCount } = await call<RemediationPreview>('previewRemediation', { review: id })
    const { id: job } = await call<JobSummary>('carryOut', { review: id, affectedCount })
    const other = await app.signIn(sandbox.url, sandbox.tokens.user)
    await app.value('ownTokens.list', {}, other.id)
    const { counts: ended } = await finished(job)
    expect(ended).toMatchObject({ done: affectedCount - 1, refused: 1 })
    expect(await app.value<object>('user.get', {}, other.id)).toMatchObject({
      username: 'maya.lindqvist',
    })
  })

  it('doesn’t start if it revokes more tokens than the ceiling allows', async () => {
    await app.value('limits.set', { action: 'revoke_tokens', limit: 1, reason: 'Audit' }, me.id)
    const id = await review(['maya.lindqvist'], { scope: { subjects: ['tokens'] } })
    await decide(id, (await items({ kinds: ['personal'] })).slice(0, 2), 'remove')
    await call('close', { review: id })
    const preview = await call<RemediationPreview>('previewRemediation', { review: id })
    expect(preview).toMatchObject({ affectedCount: 2, ceiling: { left: 1 } })
    const failure = await app.failure('review.carryOut', { review: id, affectedCount: 2 }, me.id)
    expect(failure).toMatchObject({ reason: 'ceiling' })
    expect(writes).toEqual([])
  })

  it('reads places again on a retry if they couldn’t be read', async () => {
    let isBroken = true
    intercept = (_, path) =>
      isBroken && path === '/groups/1/members'
        ? Response.json({ message: '403 Forbidden' }, { status: 403 })
        : undefined
    const id = await review(['tomasz'])
    expect(await items({ kinds: ['unread'] })).toHaveLength(1)
    isBroken = false
    await app.value('jobs.retry', { job: id }, me.id)
    await vi.waitUntil(async () => {
      const { phase, places } = await call<ReviewState>('state')
      return phase === 'done' && places!.read === places!.total
    })
    expect(await items({ kinds: ['unread'] })).toEqual([])
  })

  it('doesn’t start if the preview is outdated', async () => {
    const id = await review(['long-gone'])
    await decide(id, (await items({ kinds: ['direct'] })).slice(0, 2), 'remove')
    expect(await app.failure('review.previewRemediation', { review: id }, me.id)).toMatchObject({
      message: 'This review isn’t closed yet.',
    })
    await call('close', { review: id })
    expect(
      await app.failure('review.carryOut', { review: id, affectedCount: 3 }, me.id),
    ).toMatchObject({
      message: expect.stringContaining('2 items would change'),
    })
  })
})

describe('a review that follows another', () => {
  it('shows what is new, what came back after it was removed, and what was never carried out', async () => {
    const first = await review(['long-gone'])
    const direct = (await items({ kinds: ['direct'] })).filter(({ level }) => level === 30)
    const [back, never] = direct
    await decide(first, [back!], 'remove')
    await call('close', { review: first })
    await carryOut(first)
    const second = await review(['long-gone'], { scope: { subjects: everything, follows: first } })
    expect((await counts()).findings).toMatchObject({ new: 0, returned: 0, notCarriedOut: 0 })
    await decide(second, [never!], 'remove')
    await call('close', { review: second })
    const place = (one: ReviewItem) =>
      `/${one.source_type === 'Project' ? 'projects' : 'groups'}/${one.source}/members`
    await request('POST', place(back!), { user_id: back!.user, access_level: 30 })
    await review(['long-gone'], { scope: { subjects: everything, follows: second } })
    expect((await items({ findings: ['notCarriedOut'] })).map(({ id }) => id)).toEqual([never!.id])
    expect((await items({ findings: ['new'] })).map(({ id }) => id)).toEqual([back!.id])
    await review(['long-gone'], { scope: { subjects: everything, follows: first } })
    expect((await items({ findings: ['returned'] })).map(({ id }) => id)).toEqual([back!.id])
  })

  it('survives an edited closing time', () => {
    const closed = { by: 'ines', at: 1e300 }
    const parameters = parametersOf({ parameters: { instance: '', plan: { cadence: 3 }, closed } })
    expect(parameters.closed).toBeDefined()
    expect(nextReviewDue(parameters)).toBeUndefined()
  })

  it('is due a number of months later, on the last day of a shorter month', async () => {
    const id = await review(['tomasz'], {
      scope: { subjects: ['keys'] },
      plan: { reviewers: [], undecided: 'exception', due: '2026-11-30', cadence: 3 },
    })
    expect(await call<ReviewState>('close', { review: id })).toMatchObject({ next: '2027-02-28' })
  })
})
