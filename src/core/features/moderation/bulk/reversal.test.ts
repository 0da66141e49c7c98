import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import { runSums } from '../../../../shared/rules/run-sums.ts'
import type { DirectoryUser } from '../../../../shared/rules/moderation.ts'
import { type Harness, type Service, createHarness, startService } from '../testing/harness.ts'

let service: Service
let harness: Harness
let users: DirectoryUser[]
beforeAll(async () => {
  service = await startService({ users: 80 })
  harness = await createHarness(service, { users: () => users, undoSeconds: 5 })
  users = Array.from({ length: 31 }, (_, nth) => ({
    ...service.someone('active', nth),
    two_factor_enabled: true,
  }))
})
afterAll(async () => {
  await harness.end()
  await service.end()
})

const waitForEnd = async ({ id }: JobSummary) => {
  await harness.until(() => harness.runs.get(id).state === 'finished', 25)
  return harness.runs.get(id)
}

describe('bulk reversal', () => {
  it('applies the opposite action and skips users who have changed since', async () => {
    const selectedUsers = users.slice(0, 30)
    const ids = selectedUsers.map(({ id }) => id)
    const unaffected = users
    users = unaffected.map((one) => ({ ...one, state: 'active' }))
    const run = await waitForEnd(
      await harness.queue.bulk.start({
        selection: { kind: 'users', ids },
        action: 'block',
        note: false,
        affectedCount: 30,
      }),
    )
    const done = run.counts.done ?? 0
    expect(done).toBeGreaterThan(20)
    const reversal = harness.queue.bulk.reversal(run.id)
    expect(run.isReversible).toBe(true)
    expect(reversal).toMatchObject({ action: 'unblock', otherwise: 0 })
    expect(reversal.ids).toHaveLength(done)
    users = unaffected.map((one) => ({
      ...one,
      state: reversal.ids.includes(one.id) ? 'blocked' : 'active',
    }))
    const changed = new Set(reversal.ids.slice(0, 7))
    users = users.map((one) => (changed.has(one.id) ? { ...one, state: 'active' } : one))
    const preview = await harness.queue.bulk.preview({
      selection: { kind: 'users', ids: reversal.ids },
      action: 'unblock',
    })
    expect(preview).toMatchObject({ affectedCount: done - 7, skipped: [{ count: 7 }] })
    users = unaffected
  })

  it('is unavailable if all changes were made by others', async () => {
    const ids = users.slice(0, 3).map(({ id }) => id)
    const unaffected = users
    users = unaffected.map((one) => ({ ...one, state: 'active' }))
    for (const id of ids) service.set(id, { state: 'blocked' })
    const run = await waitForEnd(
      await harness.queue.bulk.start({
        selection: { kind: 'users', ids },
        action: 'block',
        note: false,
        affectedCount: 3,
      }),
    )
    expect(run).toMatchObject({ already: 3, isReversible: false, counts: { done: 3 } })
    expect(runSums(run)).toEqual([
      { part: 'done', count: 0 },
      { part: 'already', count: 3 },
    ])
    expect(harness.queue.bulk.reversal(run.id).ids).toEqual([])
    const of = { run: run.id, states: ['done'] as const, offset: 0, limit: 10 }
    expect(harness.queue.list({ ...of, isSent: true }).total).toBe(0)
    expect(harness.queue.list({ ...of, isSent: false }).total).toBe(3)
    users = unaffected
  })

  it('undoes the last state change of a plan', async () => {
    const unaffected = users
    const user = { ...service.someone('active', 40), two_factor_enabled: true }
    users = [user]
    const steps = [{ action: 'deactivate' }, { action: 'block' }] as const
    const run = await waitForEnd(
      await harness.queue.bulk.start({
        selection: { kind: 'users', ids: [user.id] },
        plan: { name: 'Offboard', onFailure: 'review', steps: [...steps] },
        note: false,
        affectedCount: 1,
      }),
    )
    expect(run.counts).toMatchObject({ done: 2 })
    const { action, ids, permanent } = harness.queue.bulk.reversal(run.id)
    expect([action, ids]).toEqual(['unblock', [user.id]])
    expect(permanent).toEqual([{ action: 'deactivate', count: 1 }])
    users = unaffected
  })

  it('is unavailable for actions that delete objects', async () => {
    const [user] = users.slice(30)
    const started = await harness.queue.bulk.start({
      selection: { kind: 'users', ids: [user!.id] },
      action: 'disable_two_factor',
      note: false,
      affectedCount: 1,
    })
    expect(harness.queue.bulk.reversal(started.id)).toEqual({
      ids: [],
      otherwise: 0,
      permanent: [],
    })
    expect((await waitForEnd(started)).isReversible).toBe(false)
  })
})
