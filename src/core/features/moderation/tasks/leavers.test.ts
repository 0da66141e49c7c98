import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Evidence, EvidenceStep } from '../../../../shared/operations/jobs.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { DirectoryUser, QueueAction } from '../../../../shared/rules/moderation.ts'
import type { TextFile } from '../../../platform/files/described-table.ts'
import { type Harness, type Service, createHarness, startService } from '../testing/harness.ts'
import { leaversAt } from '../testing/leaver.ts'

let service: Service
let leavers: ReturnType<typeof leaversAt>
let harness: Harness
let user: DirectoryUser
let count = 0
beforeAll(async () => {
  service = await startService({ users: 140, flavor: 'gitlab' })
  leavers = leaversAt(service)
})
afterAll(() => service.end())
beforeEach(() => {
  user = { ...service.someone('active', count++), two_factor_enabled: true }
  leavers.leaveAll(user.id)
})
afterEach(() => harness.end())

const json = (value: unknown, status = 200) => Response.json(value, { status })

/** A hostile service's response; undefined passes the request on. */
type ResponseOverride = (
  path: string,
  method: string,
  query: URLSearchParams,
) => Response | undefined | Promise<Response | undefined>

/** A queue for tests that replace responses or act before them. */
async function open(instead: ResponseOverride = () => undefined, through = service): Promise<void> {
  const fetchWithOverrides: typeof fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input))
    const path = pathname.replace('/api/v4', '')
    return (await instead(path, init?.method ?? 'GET', searchParams)) ?? (await fetch(input, init))
  }
  harness = await createHarness(through, { users: () => [user], fetch: fetchWithOverrides })
}

/** Runs steps on the user and returns each outcome. */
async function run(...actions: QueueAction[]): Promise<EvidenceStep[]> {
  const plan: RunPlan = {
    name: 'Offboard',
    onFailure: 'review',
    steps: actions.map((action) => ({ action })),
  }
  const selection = { kind: 'users' as const, ids: [user.id] }
  const { id } = await harness.queue.bulk.start({
    selection,
    plan,
    reason: 'Left in May',
    note: false,
    affectedCount: 1,
  })
  await harness.until(() => {
    const { state, counts } = harness.runs.get(id)
    return state === 'finished' || (state !== 'running' && counts.sending === 0)
  }, 5)
  return harness.runs.evidence(id).users[0]!.steps
}

const numberOf = (place: string) =>
  service.data.one<{ number: number }>('SELECT number FROM namespaces WHERE name = ?', place)!
    .number
const listAuditEntries = () =>
  harness.auditLog
    .list({ instance: service.url, id: 1 }, { filter: {}, offset: 0, limit: 100 })
    .items.toReversed()
const deleteRequests = () => harness.writes().filter((line) => line.startsWith('DELETE'))

describe('revoking personal access tokens', () => {
  it('skips impersonation tokens, which have a separate step', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab', 'backup')
    await leavers.addTokens(user.id, 'impersonation', 'migration')
    await open()
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'done', objects: { left: [] } })
    expect(step!.objects!.removed.map(({ label }) => label)).toEqual(['glab', 'backup'])
    expect(leavers.belongings(user.id)).toMatchObject({ tokens: [], impersonation: ['migration'] })
    expect(listAuditEntries().map(({ action, object }) => `${action} ${object}`)).toEqual([
      'personalAccessTokens.revoke glab',
      'personalAccessTokens.revoke backup',
    ])
    const [next] = await run('revoke_impersonation_tokens')
    expect(next!.objects!.removed.map(({ label }) => label)).toEqual(['migration'])
    expect(deleteRequests()).toHaveLength(3)
  })

  it('lists the addresses that used a token', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    const addresses = ['192.0.2.17', '2001:db8::17']
    await open((path, method) => {
      if (method !== 'GET' || path !== '/personal_access_tokens') return undefined
      const own = { id: 900_001, name: 'own', user_id: user.id, active: true }
      return json([{ ...own, scopes: ['api'], last_used_ips: addresses }])
    })
    const [step] = await run('revoke_personal_access_tokens')
    const { removed, left } = step!.objects!
    expect([...removed, ...left].map(({ fields }) => fields)).toEqual([
      { scopes: 'api', last_used_ips: addresses.join(', ') },
    ])
  })

  it('revokes nothing if the list contains another user’s token', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    await open((path, method) => {
      if (method !== 'GET' || path !== '/personal_access_tokens') return undefined
      const own = { id: 900_001, name: 'own', user_id: user.id, active: true }
      return json([own, { ...own, id: 900_002, name: 'stranger', user_id: 2 }])
    })
    const [step, next] = await run('revoke_personal_access_tokens', 'delete_emails')
    expect(step).toMatchObject({ state: 'refused', objects: { problem: 'filter-ignored' } })
    expect(step!.answer).toContain('also listed access tokens of other users')
    expect(next!.state).toBe('conflict')
    expect(deleteRequests()).toEqual([])
    expect(listAuditEntries()).toMatchObject([
      { action: 'revoke_personal_access_tokens', outcome: 'refused' },
    ])
  })

  it('revokes nothing and reads a single page if the list contains tokens of all users', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    let pages = 0
    await open(async (path, _, query) => {
      if (path !== '/personal_access_tokens' || !query.has('user_id')) return undefined
      pages += 1
      const answer = await fetch(`${service.url}/api/v4/personal_access_tokens?per_page=2`, {
        headers: { 'private-token': service.tokens.admin },
      })
      return new Response(await answer.text(), answer)
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step!.state).toBe('refused')
    expect(deleteRequests()).toEqual([])
    expect(pages).toBe(1)
  })

  it.each([
    ['lacks an owner field', {}],
    ['has no owner', { user_id: null }],
    ['can’t be parsed', { id: 'x' }],
  ])('revokes nothing if an entry %s', async (_, unreadableEntry) => {
    await open((path, method) => {
      if (method !== 'GET' || path !== '/personal_access_tokens') return undefined
      const own = { id: 900_001, name: 'own', user_id: user.id, active: true }
      return json([own, { id: 900_002, name: 'odd', active: true, ...unreadableEntry }])
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'refused', objects: { problem: 'unreadable' } })
    expect(step!.answer).toBe('Some entries couldn’t be read, so none was revoked.')
    expect(deleteRequests()).toEqual([])
  })

  it('revokes nothing if an impersonation token can’t be parsed', async () => {
    await leavers.addTokens(user.id, 'impersonation', 'migration')
    await open((path, method) =>
      method === 'GET' && path === `/users/${user.id}/impersonation_tokens`
        ? json([{ id: 'x' }])
        : undefined,
    )
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'refused', objects: { problem: 'unreadable' } })
    expect(deleteRequests()).toEqual([])
  })

  it('reports revoked tokens if the list later contains tokens of all users', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    let isRevoked = false
    await open((path, method) => {
      if (method === 'DELETE') isRevoked = true
      if (method !== 'GET' || path !== '/personal_access_tokens' || !isRevoked) return undefined
      return json([{ id: 900_001, name: 'stranger', user_id: 2, active: true }])
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({
      state: 'refused',
      answer: 'Removals were sent, but what’s left can’t be listed.',
      objects: { removed: [{ label: 'glab' }], problem: 'filter-ignored' },
    })
    expect(step!.objects!.isListed).toBeUndefined()
  })

  it('revokes nothing if an entry on a later page can’t be parsed', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    await open((path, method, query) => {
      if (method !== 'GET' || path !== '/personal_access_tokens') return undefined
      const own = { id: 900_001, name: 'own', user_id: user.id, active: true }
      if (query.get('page') === '2') return json([{ ...own, id: 'x' }])
      return Response.json([own], { headers: { 'x-next-page': '2' } })
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'refused', objects: { problem: 'unreadable' } })
    expect(deleteRequests()).toEqual([])
  })

  it('never revokes the account’s own token', async () => {
    const { id } = service.data.one<{ id: number }>(
      `SELECT id FROM tokens WHERE user_id = 1 AND kind = 'personal' ORDER BY id LIMIT 1`,
    )!
    await open((path, method) => {
      if (method !== 'GET' || path !== '/personal_access_tokens') return undefined
      return json([{ id, name: 'claimed', user_id: user.id, active: true }])
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step!.state).toBe('refused')
    expect(deleteRequests()).toEqual([])
  })

  it.each([401, 404])('reloads the list after a %i for one of the tokens', async (status) => {
    await leavers.addTokens(user.id, 'personal_access', 'glab', 'backup')
    let isFirst = true
    await open(async (path, method) => {
      if (method !== 'DELETE' || !path.startsWith('/personal_access_tokens/') || !isFirst) return
      isFirst = false
      await service.ask('DELETE', path).catch(() => undefined)
      return json({ message: status === 404 ? '404 Not found' : '401 Unauthorized' }, status)
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'done', objects: { left: [], isListed: true } })
    // Someone else removed the token that GitLab didn't find.
    expect(step!.objects!.before.map(({ label }) => label)).toEqual(['glab', 'backup'])
    expect(step!.objects!.removed.map(({ label }) => label)).toEqual(['backup'])
    expect(
      listAuditEntries()
        .map(({ object, outcome }) => `${object} ${outcome}`)
        .toSorted(),
    ).toEqual(['backup done', 'glab refused'])
    expect(leavers.belongings(user.id).tokens).toEqual([])
  })

  it('distinguishes a user missing from the list from an instance without the list', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    let refusedCount = 0
    await open((path, method, query) => {
      const isAsked = path === '/personal_access_tokens' && query.get('user_id') === `${user.id}`
      if (method !== 'GET' || !isAsked || refusedCount >= 2) return undefined
      refusedCount += 1
      return json({ message: '404 Not Found' }, 404)
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'done', objects: { left: [] } })
    expect(step!.objects!.problem).toBeUndefined()
    expect(leavers.belongings(user.id).tokens).toEqual([])
  })
})

describe('offboarding on an instance without the endpoints', () => {
  let ceService: Service
  beforeAll(async () => {
    ceService = await startService({ users: 60, flavor: 'gitlab', hasTokenList: false })
  })
  afterAll(() => ceService.end())

  it('reports unsupported steps and continues the plan', async () => {
    user = { ...ceService.someone('active'), two_factor_enabled: true }
    const otherLeavers = leaversAt(ceService)
    otherLeavers.leaveAll(user.id)
    otherLeavers.join(user.id, otherLeavers.addPlace('Project', 'kept'), 30)
    await open(undefined, ceService)
    const steps = await run('revoke_personal_access_tokens', 'remove_memberships', 'block')
    expect(steps.map(({ state, answer }) => ({ state, answer }))).toEqual([
      { state: 'done', answer: 'This instance doesn’t allow it.' },
      { state: 'done', answer: 'This instance doesn’t allow it.' },
      { state: 'done', answer: undefined },
    ])
    expect(steps[0]!.objects).toMatchObject({ problem: 'unsupported', left: [] })
    expect(steps[1]!.objects).toMatchObject({
      problem: 'unsupported',
      left: [{ label: 'kept', reason: 'unsupported' }],
    })
    expect(deleteRequests()).toEqual([])
    const { items } = harness.auditLog.list(
      { instance: ceService.url, id: 1 },
      { filter: {}, offset: 0, limit: 9 },
    )
    expect(items.toReversed()).toMatchObject([
      { action: 'revoke_personal_access_tokens', outcome: 'refused' },
      { action: 'remove_memberships', outcome: 'refused' },
      { action: 'block', outcome: 'done' },
    ])
  })
})

describe('removing memberships', () => {
  it('removes each membership individually and lists those GitLab keeps', async () => {
    const { id } = service.data.one<{ id: number }>(
      `SELECT id FROM users WHERE username = 'long-gone'`,
    )!
    user = { ...service.user(id)!, two_factor_enabled: false }
    const before = leavers.belongings(id).memberships
    expect(Object.keys(before)).toHaveLength(18)
    const queries = new Set<string>()
    await open((_, method, query) => {
      if (method === 'DELETE') queries.add(query.toString())
      return undefined
    })
    const others = leavers.ofOthers([id])
    const [step, next] = await run('remove_memberships', 'delete_emails')
    expect(step!.state).toBe('done')
    expect(next!.state).toBe('done')
    expect(step!.answer).toMatch(/^GitLab keeps 2 memberships: Cartography archive/)
    const { before: found, removed, left } = step!.objects!
    expect([found.length, removed.length]).toEqual([18, 16])
    expect(left.map(({ label, reason, type }) => ({ label, reason, type }))).toEqual([
      { label: 'Cartography archive', reason: 'kept', type: 'Namespace' },
      { label: 'Survey of old charts', reason: 'kept', type: 'Project' },
    ])
    expect([...queries]).toEqual(['skip_subresources=true&unassign_issuables=false'])
    expect(deleteRequests()).toHaveLength(18)
    expect(Object.values(leavers.belongings(id).memberships)).toEqual([50, 50])
    expect(leavers.ofOthers([id])).toEqual(others)
    const entries = listAuditEntries().filter(({ action }) => action.startsWith('associations.'))
    expect(entries.filter(({ outcome }) => outcome === 'done')).toHaveLength(16)
    expect(entries.filter(({ outcome }) => outcome === 'refused').map((one) => one.answer)).toEqual(
      [
        expect.stringContaining('probably the only owner'),
        expect.stringContaining('probably in the user’s own namespace'),
      ],
    )
    const fields = entries.flatMap(({ changes }) => changes?.map(({ field }) => field) ?? [])
    expect(new Set(fields)).toEqual(new Set(['access_level', 'expires_at']))
  })

  it('distinguishes a group from a project with the same ID', async () => {
    const sharedIds = service.data.one<{ one: number; other: number }>(
      `SELECT a.id AS one, b.id AS other FROM namespaces a JOIN namespaces b USING (number)
         WHERE a.type = 'Namespace' AND b.type = 'Project' LIMIT 1`,
    )!
    leavers.join(user.id, sharedIds.one, 30)
    leavers.join(user.id, sharedIds.other, 20)
    await open((path, method) =>
      method === 'DELETE' && path.startsWith('/projects/')
        ? new Response(null, { status: 204 })
        : undefined,
    )
    const [step] = await run('remove_memberships')
    expect(step!.state).toBe('refused')
    expect(step!.objects!.removed).toMatchObject([{ type: 'Namespace' }])
    expect(step!.objects!.left).toMatchObject([{ type: 'Project', reason: 'kept' }])
  })

  it('reports the last owner if GitLab keeps them despite accepting the removal', async () => {
    leavers.join(user.id, leavers.addPlace('Namespace', 'alone'), 50)
    leavers.join(user.id, leavers.addPlace('Project', 'other'), 30)
    await open((path, method) =>
      method === 'DELETE' && path.startsWith('/groups/')
        ? new Response(null, { status: 204 })
        : undefined,
    )
    const [step] = await run('remove_memberships')
    expect(step!.state).toBe('done')
    expect(step!.objects!.left).toMatchObject([
      { label: 'alone', reason: 'kept', text: expect.stringContaining('probably the only owner') },
    ])
    expect(listAuditEntries().map(({ outcome }) => outcome)).toEqual(['done', 'refused'])
  })

  it('quotes GitLab’s reason for keeping an owner', async () => {
    leavers.join(user.id, leavers.addPlace('Namespace', 'synced'), 50)
    await open((path, method) =>
      method === 'DELETE' && path.startsWith('/groups/')
        ? json({ message: '403 Forbidden - Members of this group are managed by LDAP' }, 403)
        : undefined,
    )
    const [step] = await run('remove_memberships')
    expect(step!.state).toBe('done')
    expect(step!.objects!.left).toMatchObject([
      { label: 'synced', reason: 'kept', text: 'Members of this group are managed by LDAP.' },
    ])
  })

  it.each(['404 Not found', '404 Member Not Found'])(
    'continues past an access request, for which GitLab responds “%s”',
    async (answer) => {
      leavers.join(user.id, leavers.addPlace('Project', 'asked for'), 30)
      leavers.join(user.id, leavers.addPlace('Namespace', 'joined'), 30)
      await open((path, method) =>
        method === 'GET' && /^\/projects\/\d+\/members\//.test(path)
          ? json({ message: answer }, 404)
          : undefined,
      )
      const [step] = await run('remove_memberships')
      expect(step!.state).toBe('done')
      expect(step!.objects).toMatchObject({
        removed: [{ label: 'joined' }],
        left: [{ label: 'asked for', reason: 'not_direct' }],
      })
      expect(step!.objects!.problem).toBeUndefined()
      const [next] = await run('remove_memberships')
      expect(next).toMatchObject({ state: 'done', answer: 'There was nothing to remove.' })
      expect(next!.objects!.left).toMatchObject([{ reason: 'not_direct' }])
      expect(deleteRequests()).toHaveLength(1)
    },
  )

  it('doesn’t remove a membership that was added after the list was read', async () => {
    leavers.join(user.id, leavers.addPlace('Project', 'first'), 30)
    const later = leavers.addPlace('Project', 'later')
    await open((_, method) => {
      if (method === 'DELETE') leavers.join(user.id, later, 40)
      return undefined
    })
    const [step] = await run('remove_memberships')
    expect(step!.state).toBe('refused')
    expect(step!.objects!.removed.map(({ label }) => label)).toEqual(['first'])
    expect(step!.objects!.left).toMatchObject([{ label: 'later', reason: 'appeared' }])
    expect(deleteRequests()).toHaveLength(1)
  })

  it('stops reading memberships when paused and removes them when resumed', async () => {
    for (const name of ['one', 'two', 'three']) {
      leavers.join(user.id, leavers.addPlace('Project', name), 30)
    }
    let reads = 0
    await open(async (path, method) => {
      if (method !== 'GET' || !/\/members\//.test(path)) return undefined
      reads += 1
      if (reads === 1) await harness.runs.pause(harness.runs.list().jobs[0]!.id)
      return undefined
    })
    const [step] = await run('remove_memberships')
    expect([step!.state, step!.objects, reads]).toEqual(['ready', undefined, 1])
    const { id } = harness.runs.list().jobs[0]!
    await harness.runs.resume(id)
    await harness.until(() => harness.runs.get(id).state === 'finished', 5)
    expect(harness.runs.evidence(id).users[0]!.steps[0]!.objects!.removed).toHaveLength(3)
    expect([reads, deleteRequests().length]).toEqual([4, 3])
  })

  it('sends nothing for a membership if the response is about another member', async () => {
    leavers.join(user.id, leavers.addPlace('Project', 'first'), 30)
    leavers.join(user.id, leavers.addPlace('Project', 'second'), 30)
    let isFirst = true
    await open((path, method) => {
      if (method !== 'GET' || !path.startsWith('/projects/') || !isFirst) return undefined
      isFirst = false
      return json({ id: 2, access_level: 30 })
    })
    const [step] = await run('remove_memberships')
    expect(step!.state).toBe('refused')
    expect(step!.objects!.left).toMatchObject([{ label: 'first', reason: 'unreadable' }])
    expect(deleteRequests()).toHaveLength(1)
  })
})

describe('evidence of removals', () => {
  it('lists found, removed, and remaining objects across all attempts', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'one', 'two', 'three')
    let deleteCount = 0
    await open((_, method) => {
      if (method !== 'DELETE' || (deleteCount += 1) !== 2) return undefined
      return new Response('Retry later', { status: 429, headers: { 'retry-after': '1' } })
    })
    const [step] = await run('revoke_personal_access_tokens')
    const { before, removed, left } = step!.objects!
    for (const list of [before, removed]) {
      expect(list.map(({ label }) => label)).toEqual(['one', 'two', 'three'])
    }
    expect(left).toEqual([])
    expect(listAuditEntries()).toHaveLength(3)
  })

  it.each(['cancel', 'pause'] as const)('lists objects removed before a %s', async (stop) => {
    await leavers.addTokens(user.id, 'impersonation', 'one', 'two', 'three')
    let isFirst = true
    await open(async (_, method) => {
      if (method !== 'DELETE' || !isFirst) return undefined
      isFirst = false
      await harness.runs[stop](harness.runs.list().jobs[0]!.id)
      return undefined
    })
    const [step] = await run('revoke_impersonation_tokens')
    expect(deleteRequests()).toHaveLength(1)
    expect(step!.state).toBe(stop === 'cancel' ? 'cancelled' : 'ready')
    const { before, removed, left, isListed } = step!.objects!
    expect(before.map(({ label }) => label)).toEqual(['one', 'two', 'three'])
    expect(removed.map(({ label }) => label)).toEqual(['one'])
    expect([left, isListed]).toEqual([[], undefined])
    expect(listAuditEntries().map(({ object }) => object)).toEqual(['one'])
    expect(leavers.belongings(user.id).impersonation).toEqual(['two', 'three'])
  })

  it('doesn’t list objects missing from an incomplete list as removed after a lost response', async () => {
    leavers.join(user.id, leavers.addPlace('Project', 'lost'), 30)
    leavers.join(user.id, leavers.addPlace('Project', 'accepted'), 30)
    let deleteCount = 0
    await open((path, method) => {
      if (method === 'DELETE' && (deleteCount += 1) === 1) throw new TypeError('reset')
      if (deleteCount > 0 && path === `/users/${user.id}/memberships`) {
        const name = { source_type: 'Project', source_name: 'accepted', access_level: 30 }
        const unreadableEntry = { source_id: 'x' }
        return json(
          deleteCount === 1
            ? [{ ...name, source_id: numberOf('accepted') }, unreadableEntry]
            : [unreadableEntry],
        )
      }
      return undefined
    })
    const [step] = await run('remove_memberships')
    expect(step!.state).toBe('refused')
    const { before, removed, left, isListed } = step!.objects!
    expect(before.map(({ label }) => label)).toEqual(['lost', 'accepted'])
    expect(removed.map(({ label }) => label)).toEqual(['accepted'])
    expect([left, isListed]).toEqual([[], undefined])
    expect(
      listAuditEntries()
        .map(({ object, outcome }) => `${object} ${outcome}`)
        .toSorted(),
    ).toEqual(['accepted done', 'lost unknown'])
  })

  it('lists objects that a retry finds again as remaining, not as removed', async () => {
    const place = leavers.addPlace('Project', 'again')
    leavers.join(user.id, place, 30)
    leavers.join(user.id, leavers.addPlace('Project', 'stays'), 30)
    let isKept = false
    await open((path, method) => {
      const isStaying = path.includes(`/${numberOf('stays')}/`)
      if (method !== 'DELETE') return undefined
      return isKept || isStaying ? json({ message: '403 Forbidden - not now' }, 403) : undefined
    })
    const [step] = await run('remove_memberships')
    expect(step!.objects).toMatchObject({
      removed: [{ label: 'again' }],
      left: [{ label: 'stays', reason: 'refused' }],
      isListed: true,
    })
    leavers.join(user.id, place, 30)
    isKept = true
    const { id } = harness.runs.list().jobs[0]!
    await harness.runs.retry(id)
    await harness.until(() => harness.runs.get(id).state === 'finished', 5)
    const { removed, left } = harness.runs.evidence(id).users[0]!.steps[0]!.objects!
    expect(removed).toEqual([])
    expect(left.map(({ label }) => label).toSorted()).toEqual(['again', 'stays'])
  })

  it('exports the instance, the plan, and the reason', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'one')
    await open()
    await run('revoke_personal_access_tokens', 'block')
    const { id } = harness.runs.list().jobs[0]!
    const [{ text, filename }] = (await harness.runs.report(id, 'evidence')) as [TextFile]
    expect(filename).toMatch(/^moderation-.*-evidence\.json$/)
    const file = JSON.parse(text) as Record<string, unknown> & { users: Evidence['users'] }
    expect(file).toMatchObject({
      instance: service.url,
      plan: 'Offboard',
      reason: 'Left in May',
      actor: 'ines',
    })
    expect(file.users).toMatchObject([
      {
        id: user.id,
        steps: [
          { action: 'revoke_personal_access_tokens', outcome: 'done', objects: { left: [] } },
          { action: 'block', outcome: 'done', before: 'active', after: 'blocked' },
        ],
      },
    ])
    expect(harness.runs.evidence(id, user.id).users).toHaveLength(1)
    expect(harness.runs.evidence(id, 1).users).toEqual([])
  })
})
