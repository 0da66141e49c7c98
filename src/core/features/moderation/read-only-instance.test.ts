import { describe, expect, it, onTestFinished } from 'vitest'
import { type FaultRule, parseFault } from '../../../sandbox/faults.ts'
import type { PlanStep } from '../../../shared/operations/plans.ts'
import { fastClock } from '../../jobs/testing/fast-clock.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import type { Harness, SandboxUser, Service } from './testing/harness.ts'
import { createHarness, startService } from './testing/harness.ts'
import { leaversAt } from './testing/leaver.ts'

const direct = createNodeFetch()

/** Refuses the first writes of these methods, then accepts them again. */
const faultsOf = (kind: string, method: string, path: string, count: number): FaultRule[] =>
  Array.from({ length: count }, (_, call) => parseFault(`${method} ${path} ${call + 1} ${kind}`))

/** The clock stops at the first refusal. */
async function start(
  faults: FaultRule[],
  users: (service: Service) => SandboxUser[] = () => [],
): Promise<{ service: Service; harness: Harness }> {
  const service = await startService({ faults, flavor: 'gitlab' })
  onTestFinished(service.end)
  const listed = users(service)
  const clock = fastClock()
  let isRefused = false
  const harness = await createHarness(service, {
    users: () => listed.map((user) => ({ ...user, two_factor_enabled: true })),
    clock,
    async fetch(input, init) {
      const answer = await direct(input, init)
      if (!isRefused && [403, 503].includes(answer.status)) {
        isRefused = true
        clock.hold()
      }
      return answer
    },
  })
  onTestFinished(() => harness.end())
  return { service, harness }
}

/** Waits until the instance has refused something, and lets the time go on after the check. */
async function whileReadOnly(harness: Harness, check: () => void): Promise<void> {
  await harness.until(() => harness.queue.summary().waiting !== undefined, 2, 10_000)
  check()
  harness.clock.release()
}

const auditOf = (harness: Harness, service: Service) =>
  harness.auditLog
    .list({ instance: service.url, id: 1 }, { filter: {}, offset: 0, limit: 100 })
    .items.map(({ outcome }) => outcome)

describe.each([
  ['GitLab 17 in maintenance mode, or a Geo secondary', 'read-only', 403],
  ['a newer GitLab in maintenance mode', 'maintenance=0', 503],
  ['a newer GitLab that says when to retry', 'maintenance=30', 503],
])('%s', (_, kind, status) => {
  it('keeps single actions until it accepts changes, and then sends each once', async () => {
    const { service, harness } = await start(faultsOf(kind, 'POST', '/users/*/block', 6))
    const users = [0, 1, 2, 3, 4].map((nth) => service.someone('active', nth))
    const queued = users.map((user) => harness.enqueue('block', user))
    await whileReadOnly(harness, () =>
      expect(harness.queue.summary().waiting).toMatchObject({
        reason: 'read-only-instance',
        status,
        message: expect.stringContaining(' accepts no changes at the moment: '),
      }),
    )
    for (const row of queued) expect((await harness.settled(row)).state).toBe('done')
    expect(users.map(({ id }) => service.user(id)!.state)).toEqual(Array(5).fill('blocked'))
    expect(harness.writes()).toHaveLength(11)
    expect(harness.queue.summary().waiting).toBeUndefined()
    expect(auditOf(harness, service)).toEqual(Array(5).fill('done'))
  })

  it('is tried with one write at a time, less and less often, while reads continue', async () => {
    const { service, harness } = await start(faultsOf(kind, 'POST', '/users/*/block', 8))
    const users = [0, 1, 2, 3, 4, 5, 6, 7].map((nth) => service.someone('active', nth))
    const queued = users.map((user) => harness.enqueue('block', user))
    await whileReadOnly(harness, () => undefined)
    for (const row of queued) expect((await harness.settled(row)).state).toBe('done')
    const times = harness.requests.filter(({ line }) => line.startsWith('POST')).map(({ at }) => at)
    // The first four are in flight together. Each following refusal doubles the pause, of which half is random.
    const pauses = times.slice(4, 9).map((at, index) => at - times[index + 3]!)
    const least = kind === 'maintenance=30' ? 30_000 : 500
    for (const [index, pause] of pauses.slice(0, 4).entries())
      expect(pause).toBeGreaterThanOrEqual(Math.min(least * 2 ** index, 30_000))
    expect(harness.throttle.waitingReason()).toBeUndefined()
  })

  it('delays a deletion without claiming that it may be running', async () => {
    const { service, harness } = await start(faultsOf(kind, 'DELETE', '/users/*', 1))
    const user = service.someone('blocked')
    const queued = harness.enqueue('delete', user)
    await harness.until(() => harness.get(queued.id).failure?.reason === 'read-only-instance')
    await whileReadOnly(harness, () => expect(harness.get(queued.id).state).toBe('ready'))
    expect((await harness.settled(queued)).state).toBe('done')
    expect(harness.writes()).toEqual([`DELETE /users/${user.id}`, `DELETE /users/${user.id}`])
  })
})

describe('an instance in maintenance mode', () => {
  const kind = 'read-only'

  it('holds a run of many users without ending any of them', async () => {
    const { service, harness } = await start(faultsOf(kind, 'POST', '/users/*/ban', 5), (service) =>
      Array.from({ length: 25 }, (_, nth) => service.someone('active', nth)),
    )
    const ids = Array.from({ length: 25 }, (_, nth) => service.someone('active', nth).id)
    const { id } = await harness.queue.bulk.start({
      selection: { kind: 'users', ids },
      action: 'ban',
      note: false,
      affectedCount: 25,
    })
    await whileReadOnly(harness, () => {
      expect(harness.runs.get(id).waiting).toMatchObject({ reason: 'read-only-instance' })
      expect(harness.runs.get(id)).toMatchObject({ state: 'running', counts: { refused: 0 } })
    })
    await harness.until(() => harness.runs.get(id).state === 'finished')
    expect(harness.runs.get(id).counts).toMatchObject({ done: 25, refused: 0 })
    expect(harness.writes()).toHaveLength(30)
  })

  it('delays each step of a plan, including removals and deletions', async () => {
    const faults = [
      ...faultsOf(kind, 'DELETE', '/**', 2),
      ...faultsOf(kind, 'POST', '/users/*/block', 1),
      ...faultsOf(kind, 'PUT', '/users/*', 1),
    ]
    const { service, harness } = await start(faults, (service) => [service.someone('active')])
    const leavers = leaversAt(service)
    const user = service.someone('active')
    await leavers.addTokens(user.id, 'personal_access', 'glab', 'backup')
    const steps: PlanStep[] = [
      { action: 'block' },
      { action: 'revoke_personal_access_tokens' },
      { action: 'edit_user', edit: { note: { mode: 'replace', text: 'Left' } } },
    ]
    const { id } = await harness.queue.bulk.start({
      selection: { kind: 'users', ids: [user.id] },
      plan: { name: 'Offboard', onFailure: 'review', steps },
      reason: 'Left in May',
      note: false,
      affectedCount: 1,
    })
    await whileReadOnly(harness, () => undefined)
    await harness.until(() => harness.runs.get(id).state === 'finished')
    expect(harness.runs.get(id).counts).toMatchObject({ done: 3, refused: 0, conflict: 0 })
    const { state, note } = await service.ask('GET', `/users/${user.id}`)
    expect([state, note]).toEqual(['blocked', 'Left'])
    expect(leavers.belongings(user.id).tokens).toEqual([])
  })

  it('is tried again at once on “Send all now”', async () => {
    const { service, harness } = await start(faultsOf(kind, 'POST', '/users/*/block', 1))
    const queued = harness.enqueue('block', service.someone('active'))
    await harness.until(() => harness.get(queued.id).failure?.reason === 'read-only-instance')
    harness.queue.sendAllNow()
    expect((await harness.settled(queued)).state).toBe('done')
  })
})
