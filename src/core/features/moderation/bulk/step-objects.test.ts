import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { DirectoryUser, QueueAction } from '../../../../shared/rules/moderation.ts'
import { type Harness, type Service, createHarness, startService } from '../testing/harness.ts'
import { leaversAt } from '../testing/leaver.ts'

let service: Service
let leavers: ReturnType<typeof leaversAt>
let harness: Harness
let user: DirectoryUser
let count = 0
beforeAll(async () => {
  service = await startService({ flavor: 'gitlab' })
  leavers = leaversAt(service)
})
afterAll(() => service.end())
beforeEach(() => {
  user = { ...service.someone('active', count++), two_factor_enabled: true }
  leavers.leaveAll(user.id)
})
afterEach(() => harness.end())

const json = (value: unknown, status = 200) => Response.json(value, { status })

/** A queue whose API responses can be replaced by the test. */
async function open(instead: (path: string) => Response | undefined = () => undefined) {
  const fetchWithOverrides: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname.replace('/api/v4', '')
    return instead(path) ?? (await fetch(input, init))
  }
  harness = await createHarness(service, { users: () => [user], fetch: fetchWithOverrides })
}

describe('object counts in a plan preview', () => {
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

  it('counts the objects each step would remove without sending a write', async () => {
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

  it('omits counts that GitLab can’t list or doesn’t return', async () => {
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

  it('skips counting for more than 20 users', async () => {
    const one = user
    await open()
    const manyUsers = Array.from({ length: 21 }, (_, nth) => ({ ...one, id: 30 + nth }))
    await harness.end()
    harness = await createHarness(service, { users: () => manyUsers })
    const selection = { kind: 'matching' as const, filter: {}, except: [] }
    const counts = await harness.queue.bulk.stepObjects(
      { selection, plan: plan('delete_ssh_keys') },
      harness.gitlab,
    )
    expect(counts).toEqual([{ action: 'delete_ssh_keys' }])
    expect(harness.requests).toEqual([])
  })
})
