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

/** What a hostile service answers instead; undefined to let the request pass. */
type Instead = (
  path: string,
  method: string,
  query: URLSearchParams,
) => Response | undefined | Promise<Response | undefined>

/** A queue before whose service somebody may answer, or do something before an answer. */
async function open(instead: Instead = () => undefined, through = service): Promise<void> {
  const answering: typeof fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input))
    const path = pathname.replace('/api/v4', '')
    return (await instead(path, init?.method ?? 'GET', searchParams)) ?? (await fetch(input, init))
  }
  harness = await createHarness(through, { users: () => [user], fetch: answering })
}

/** Does steps to the user, and says what became of each. */
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
  await harness.until(() => harness.runs.get(id).state === 'finished', 5)
  return harness.runs.evidence(id).users[0]!.steps
}

const audited = () =>
  harness.auditLog
    .list({ instance: service.url, id: 1 }, { filter: {}, offset: 0, limit: 100 })
    .items.toReversed()
const deletes = () => harness.writes().filter((line) => line.startsWith('DELETE'))

describe('revoking personal access tokens', () => {
  it('leaves impersonation tokens to their own step', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab', 'backup')
    await leavers.addTokens(user.id, 'impersonation', 'migration')
    await open()
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'done', objects: { left: [] } })
    expect(step!.objects!.removed.map(({ label }) => label)).toEqual(['glab', 'backup'])
    expect(leavers.belongings(user.id)).toMatchObject({ tokens: [], impersonation: ['migration'] })
    expect(audited().map(({ action, object }) => `${action} ${object}`)).toEqual([
      'personalAccessTokens.revoke glab',
      'personalAccessTokens.revoke backup',
    ])
    const [next] = await run('revoke_impersonation_tokens')
    expect(next!.objects!.removed.map(({ label }) => label)).toEqual(['migration'])
    expect(deletes()).toHaveLength(3)
  })

  it('revokes nothing if the list has a token of somebody else', async () => {
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
    expect(deletes()).toEqual([])
    expect(audited()).toMatchObject([
      { action: 'revoke_personal_access_tokens', outcome: 'refused' },
    ])
  })

  it('revokes nothing if the list is everybody’s, and reads no more than a page of it', async () => {
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
    expect(deletes()).toEqual([])
    expect(pages).toBe(1)
  })

  it.each([
    ['doesn’t say whose it is', {}],
    ['can’t be read', { id: 'x' }],
  ])('revokes nothing if an entry %s', async (_, odd) => {
    await open((path, method) => {
      if (method !== 'GET' || path !== '/personal_access_tokens') return undefined
      const own = { id: 900_001, name: 'own', user_id: user.id, active: true }
      return json([own, { id: 900_002, name: 'odd', active: true, ...odd }])
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'refused', objects: { problem: 'filter-ignored' } })
    expect(deletes()).toEqual([])
  })

  it('revokes nothing if an entry of a later page can’t be read', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    await open((path, method, query) => {
      if (method !== 'GET' || path !== '/personal_access_tokens') return undefined
      const own = { id: 900_001, name: 'own', user_id: user.id, active: true }
      if (query.get('page') === '2') return json([{ ...own, id: 'x' }])
      return Response.json([own], { headers: { 'x-next-page': '2' } })
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'refused', objects: { problem: 'filter-ignored' } })
    expect(deletes()).toEqual([])
  })

  it('never revokes the token of the account', async () => {
    const { id } = service.data.one<{ id: number }>(
      `SELECT id FROM tokens WHERE user_id = 1 AND kind = 'personal' ORDER BY id LIMIT 1`,
    )!
    await open((path, method) => {
      if (method !== 'GET' || path !== '/personal_access_tokens') return undefined
      return json([{ id, name: 'claimed', user_id: user.id, active: true }])
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step!.state).toBe('refused')
    expect(deletes()).toEqual([])
  })

  it.each([401, 404])('reads again after %i for one of them', async (status) => {
    await leavers.addTokens(user.id, 'personal_access', 'glab', 'backup')
    let isFirst = true
    await open(async (path, method) => {
      if (method !== 'DELETE' || !path.startsWith('/personal_access_tokens/') || !isFirst) return
      isFirst = false
      await service.ask('DELETE', path).catch(() => undefined)
      return json({ message: status === 404 ? '404 Not found' : '401 Unauthorized' }, status)
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'done', objects: { left: [] } })
    expect(leavers.belongings(user.id).tokens).toEqual([])
  })

  it('tells a user whom the list doesn’t know from an instance without the list', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'glab')
    let refused = 0
    await open((path, method, query) => {
      const isAsked = path === '/personal_access_tokens' && query.get('user_id') === `${user.id}`
      if (method !== 'GET' || !isAsked || refused >= 2) return undefined
      refused += 1
      return json({ message: '404 Not Found' }, 404)
    })
    const [step] = await run('revoke_personal_access_tokens')
    expect(step).toMatchObject({ state: 'done', objects: { left: [] } })
    expect(step!.objects!.problem).toBeUndefined()
    expect(leavers.belongings(user.id).tokens).toEqual([])
  })
})

describe('an instance without the endpoints', () => {
  let plain: Service
  beforeAll(async () => {
    plain = await startService({ users: 60, flavor: 'gitlab', hasTokenList: false })
  })
  afterAll(() => plain.end())

  it('is named by the steps, and the plan goes on', async () => {
    user = { ...plain.someone('active'), two_factor_enabled: true }
    const there = leaversAt(plain)
    there.leaveAll(user.id)
    there.join(user.id, there.addPlace('Project', 'kept'), 30)
    await open(undefined, plain)
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
    expect(deletes()).toEqual([])
    const { items } = harness.auditLog.list(
      { instance: plain.url, id: 1 },
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
  it('removes each one alone, and names those that GitLab keeps', async () => {
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
      { label: 'Cartography archive', reason: 'only_owner', type: 'Namespace' },
      { label: 'Survey of old charts', reason: 'own_namespace', type: 'Project' },
    ])
    expect([...queries]).toEqual(['skip_subresources=true&unassign_issuables=false'])
    expect(deletes()).toHaveLength(18)
    expect(Object.values(leavers.belongings(id).memberships)).toEqual([50, 50])
    expect(leavers.ofOthers([id])).toEqual(others)
    const entries = audited().filter(({ action }) => action.startsWith('associations.'))
    expect(entries.filter(({ outcome }) => outcome === 'done')).toHaveLength(16)
    expect(entries.filter(({ outcome }) => outcome === 'refused').map((one) => one.answer)).toEqual(
      [expect.stringContaining('only owner'), expect.stringContaining('own namespace')],
    )
    const fields = entries.flatMap(({ changes }) => changes?.map(({ field }) => field) ?? [])
    expect(new Set(fields)).toEqual(new Set(['access_level', 'expires_at']))
  })

  it('tells a group from a project with the same ID', async () => {
    const same = service.data.one<{ one: number; other: number }>(
      `SELECT a.id AS one, b.id AS other FROM namespaces a JOIN namespaces b USING (number)
         WHERE a.type = 'Namespace' AND b.type = 'Project' LIMIT 1`,
    )!
    leavers.join(user.id, same.one, 30)
    leavers.join(user.id, same.other, 20)
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

  it('names the last owner whom GitLab keeps after it accepted the removal', async () => {
    leavers.join(user.id, leavers.addPlace('Namespace', 'alone'), 50)
    leavers.join(user.id, leavers.addPlace('Project', 'other'), 30)
    await open((path, method) =>
      method === 'DELETE' && path.startsWith('/groups/')
        ? new Response(null, { status: 204 })
        : undefined,
    )
    const [step] = await run('remove_memberships')
    expect(step!.state).toBe('done')
    expect(step!.objects!.left).toMatchObject([{ label: 'alone', reason: 'only_owner' }])
    expect(audited().map(({ outcome }) => outcome)).toEqual(['done', 'refused'])
  })

  it('doesn’t remove a membership that appears meanwhile', async () => {
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
    expect(deletes()).toHaveLength(1)
  })

  it('sends nothing about a membership whose member is somebody else', async () => {
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
    expect(deletes()).toHaveLength(1)
  })
})

describe('evidence', () => {
  it('says what was there before, was removed and is left, in all tries', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'one', 'two', 'three')
    let sent = 0
    await open((_, method) => {
      if (method !== 'DELETE' || (sent += 1) !== 2) return undefined
      return new Response('Retry later', { status: 429, headers: { 'retry-after': '1' } })
    })
    const [step] = await run('revoke_personal_access_tokens')
    const { before, removed, left } = step!.objects!
    for (const list of [before, removed]) {
      expect(list.map(({ label }) => label)).toEqual(['one', 'two', 'three'])
    }
    expect(left).toEqual([])
    expect(audited()).toHaveLength(3)
  })

  it('is exported with the instance, the plan and the reason', async () => {
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

describe('the preview of a plan', () => {
  const plan = (...actions: QueueAction[]): RunPlan => ({
    name: 'Offboard',
    onFailure: 'review',
    steps: actions.map((action) => ({ action })),
  })
  const counted = (...actions: QueueAction[]) =>
    harness.queue.bulk.stepObjects(
      { selection: { kind: 'users', ids: [user.id] }, plan: plan(...actions) },
      harness.gitlab,
    )

  it('counts what each step would remove, and sends nothing', async () => {
    await leavers.addTokens(user.id, 'personal_access', 'one', 'two')
    await leavers.addTokens(user.id, 'impersonation', 'three')
    leavers.join(user.id, leavers.addPlace('Project', 'counted'), 30)
    await open()
    expect(
      await counted(
        'block',
        'revoke_personal_access_tokens',
        'revoke_impersonation_tokens',
        'delete_ssh_keys',
        'remove_memberships',
      ),
    ).toEqual([
      { action: 'block' },
      { action: 'revoke_personal_access_tokens', count: 2 },
      { action: 'revoke_impersonation_tokens', count: 1 },
      { action: 'delete_ssh_keys', count: expect.any(Number) },
      { action: 'remove_memberships', count: 1 },
    ])
    expect(harness.writes()).toEqual([])
  })

  it('has no count of what GitLab doesn’t answer or can’t list', async () => {
    await open((path) => {
      if (path.endsWith('/emails')) throw new TypeError('fetch failed')
      return path === '/personal_access_tokens' ? json({ error: '404 Not Found' }, 404) : undefined
    })
    expect(
      await counted('delete_emails', 'revoke_personal_access_tokens', 'delete_ssh_keys'),
    ).toEqual([
      { action: 'delete_emails' },
      { action: 'revoke_personal_access_tokens', problem: 'unsupported' },
      { action: 'delete_ssh_keys', count: expect.any(Number) },
    ])
  })

  it('asks nothing about more than 20 users', async () => {
    const one = user
    await open()
    const many = Array.from({ length: 21 }, (_, nth) => ({ ...one, id: 30 + nth }))
    await harness.end()
    harness = await createHarness(service, { users: () => many })
    const selection = { kind: 'matching' as const, filter: {}, except: [] }
    const counts = await harness.queue.bulk.stepObjects(
      { selection, plan: plan('delete_ssh_keys') },
      harness.gitlab,
    )
    expect(counts).toEqual([{ action: 'delete_ssh_keys' }])
    expect(harness.requests).toEqual([])
  })
})
