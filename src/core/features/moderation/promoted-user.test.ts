import { describe, expect, it } from 'vitest'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import { startFaulty } from './testing/faulty-service.ts'

describe('a user who becomes an administrator before an action is sent', () => {
  it('isn’t changed by a run until somebody decides', async () => {
    const users: DirectoryUser[] = []
    const { service, harness } = await startFaulty([], { users: () => users })
    const user = service.someone('active')
    users.push({ ...user, is_admin: false, two_factor_enabled: true })
    harness.runs.pauseAll()
    await harness.queue.bulk.start({
      selection: { kind: 'users', ids: [user.id] },
      action: 'block',
      note: false,
      affectedCount: 1,
    })
    service.set(user.id, { admin: 1 })
    harness.runs.resumeAll()
    const first = () => harness.queue.list({ offset: 0, limit: 10 }).items[0]!
    await harness.until(() => first().state === 'conflict')
    expect(first().failure!.message).toMatch(/has become an administrator since this was queued/)
    expect(harness.writes()).toEqual([])
    harness.queue.decide(first().id, 'apply')
    await harness.until(() => first().state === 'done')
    expect(service.user(user.id)!.state).toBe('blocked')
  })

  it.each([
    [false, 'conflict'],
    [true, 'done'],
    [undefined, 'done'],
  ] as const)('is compared with what the screen showed: %s', async (admin, state) => {
    const { service, harness } = await startFaulty()
    const user = service.someone('active')
    const { username, name } = user
    service.set(user.id, { admin: 1 })
    const seen = { username, name, state: 'active', ...(admin !== undefined && { admin }) }
    const queued = harness.enqueue('deactivate', user, { seen })
    expect((await harness.settled(queued)).state).toBe(state)
  })
})
