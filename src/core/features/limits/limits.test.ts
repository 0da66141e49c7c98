import { describe, expect, it, vi } from 'vitest'
import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { ceilingDayMs, raiseDelayMs } from '../../../shared/rules/ceilings.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import { readAll } from '../directory/testing/sync.ts'
import { LimitsStage } from './testing/limits-stage.ts'

const five: Policy = { ceilings: { ban: 5 } }
const refused = { kind: 'conflict', reason: 'ceiling' }

describe('a ceiling', { timeout: 60_000 }, () => {
  it('stops a larger run before its first user, and the preview shows by how much', async () => {
    const stage = await LimitsStage.start(five)
    const { selection, action } = stage.run(0, 9)
    const preview = await stage.app.value<BulkPreview>(
      'bulk.preview',
      { selection, action },
      stage.me.id,
    )
    expect(preview.ceiling).toMatchObject({ left: 5, failure: refused })
    expect(await stage.refuseStart(0, 9)).toMatchObject({
      ...refused,
      message: expect.stringContaining('at most 5 in 24 hours') as string,
      hint: '5 are possible now. Spread the rest over several days.',
    })
    expect(await stage.banned()).toBe(0)
  })

  it('isn’t passed by splitting, a second account, two windows, or a plan', async () => {
    const stage = await LimitsStage.start(five)
    const [first, other] = await Promise.all([
      stage.app.invoke('bulk.start', stage.run(0, 4), stage.me.id),
      stage.app.invoke('bulk.start', stage.run(4, 8), stage.second.id),
    ])
    expect([first.ok, other.ok].toSorted()).toEqual([false, true])
    const [run, account] = first.ok ? [first, stage.me] : [other, stage.second]
    if (run.ok) await stage.finish(run.value as JobSummary, account)
    for (const each of [stage.me, stage.second]) {
      expect(await stage.refuseStart(8, 10, each)).toMatchObject(refused)
      expect(await stage.ceiling('ban', each)).toMatchObject({ limit: 5, used: 4, left: 1 })
    }
    const steps = [{ action: 'revoke_impersonation_tokens' }, { action: 'ban' }]
    const plan = { name: 'Leavers', onFailure: 'continue', steps }
    const ofPlan = { selection: stage.selection(8, 10), plan, affectedCount: 2 }
    expect(await stage.app.failure('bulk.start', ofPlan, stage.me.id)).toMatchObject(refused)
    await stage.ban(8)
    expect(
      await stage.app.failure('queue.enqueue', stage.single(9), stage.second.id),
    ).toMatchObject(refused)
    expect(await stage.banned()).toBeLessThanOrEqual(5)
  })

  it('isn’t passed by a restart, another clock, or signing out and in', async () => {
    const stage = await LimitsStage.start(five)
    await stage.finish(await stage.start(0, 5))
    stage.clockOffset = ceilingDayMs
    await stage.restart(five)
    expect(await stage.refuseStart(5, 6)).toMatchObject(refused)
    await stage.app.value('accounts.signOut', { id: stage.me.id })
    stage.me = await stage.app.signIn(stage.sandbox.url, stage.sandbox.tokens.admin)
    await readAll(stage.app, stage.me.id)
    expect(await stage.refuseStart(5, 6)).toMatchObject(refused)
    expect(await stage.banned()).toBe(5)
  })

  it('pauses a run that was started before, and continues it later', async () => {
    const stage = await LimitsStage.start({})
    await stage.app.value('jobs.pauseAll', {}, stage.me.id)
    const run = await stage.start(0, 8)
    await stage.restart(five)
    await stage.app.value('jobs.resumeAll', {}, stage.me.id)
    const paused = await stage.finish(run)
    expect(paused).toMatchObject({ state: 'paused', refusal: refused })
    expect(await stage.banned()).toBe(0)
    await stage.restart({ ceilings: { ban: 8 } })
    await stage.app.value('jobs.resume', { job: run.id }, stage.me.id)
    expect(await stage.finish(run)).toMatchObject({ state: 'finished', counts: { done: 8 } })
  })

  it('isn’t passed by retrying', async () => {
    const stage = await LimitsStage.start(five)
    const run = await stage.start(0, 5)
    await stage.app.value('jobs.cancel', { job: run.id }, stage.me.id)
    await stage.finish(await stage.start(5, 10))
    const { items } = await stage.app.value<{ items: QueuedAction[] }>(
      'queue.list',
      { run: run.id, offset: 0, limit: 9 },
      stage.me.id,
    )
    const ids = items.map(({ id }) => id)
    await stage.app.value('queue.retry', { ids }, stage.me.id)
    expect(await stage.finish(run)).toMatchObject({ state: 'paused', refusal: refused })
    expect(await stage.banned()).toBe(5)
  })

  it('lets a spread run continue a day later', async () => {
    const stage = await LimitsStage.start(five)
    const run = await stage.start(0, 8, { spread: true } as object)
    const doneIs = (done: number) => async () => {
      // The response has the instance's time.
      await stage.app.value('users.get', { id: stage.me.user.id }, stage.me.id)
      await stage.app.value('queue.sendAllNow', {}, stage.me.id)
      const { counts } = await stage.app.value<JobSummary>('jobs.get', { job: run.id }, stage.me.id)
      return counts.done === done
    }
    await vi.waitUntil(doneIs(5), { timeout: 20_000 })
    expect(await stage.banned()).toBe(5)
    stage.later.ms = stage.clockOffset = ceilingDayMs + 60_000
    await vi.waitUntil(doneIs(8), { timeout: 20_000 })
  })
})

describe('a plan', { timeout: 60_000 }, () => {
  it('stops at a ceiling when a step’s date has come', async () => {
    const stage = await LimitsStage.start({ ceilings: { ban: 2 } })
    const due = { at: currentTime() + 2_000, zone: 'UTC' }
    const plan = {
      name: 'Later',
      onFailure: 'continue',
      steps: [{ action: 'ban', dated: true }],
      due,
    }
    const request = { selection: stage.selection(0, 4), plan, affectedCount: 4 }
    const run = await stage.app.value<JobSummary>('bulk.start', request, stage.me.id)
    const get = () => stage.app.value<JobSummary>('jobs.get', { job: run.id }, stage.me.id)
    await vi.waitUntil(async () => (await get()).state === 'paused', { timeout: 20_000 })
    expect(await get()).toMatchObject({ refusal: refused })
    expect(await stage.banned()).toBe(0)
  })
})

describe('limits.set', { timeout: 60_000 }, () => {
  it('records a raise, which applies after an hour', async () => {
    const stage = await LimitsStage.start({})
    const raise = { action: 'delete', limit: 200, reason: 'Cleaning up' }
    await stage.app.value('limits.set', raise, stage.me.id)
    expect(await stage.ceiling('delete')).toMatchObject({ limit: 100, raise: { limit: 200 } })
    expect(await stage.newestEntry()).toMatchObject({
      action: 'limits.set',
      object: 'delete',
      reason: 'Cleaning up',
      changes: [{ field: 'limit', before: 100, after: 200 }],
    })
    stage.later.ms = raiseDelayMs + 60_000
    await stage.app.value('users.get', { id: stage.people[0]!.id }, stage.second.id)
    expect(await stage.ceiling('delete', stage.second)).toMatchObject({ limit: 200 })
  })

  it('refuses more than the company allows', async () => {
    const stage = await LimitsStage.start({ organization: 'Tidewater', ceilings: { delete: 20 } })
    const raise = { action: 'delete', limit: 21, reason: 'More' }
    expect(await stage.app.failure('limits.set', raise, stage.me.id)).toMatchObject({
      reason: 'managed',
      message: 'Tidewater allows at most 20 in 24 hours.',
    })
  })
})

describe('a required reason', { timeout: 60_000 }, () => {
  it('is needed for runs, single actions, and views, and for what was queued before', async () => {
    const stage = await LimitsStage.start({})
    await stage.app.value('jobs.pauseAll', {}, stage.me.id)
    const queued = await stage.ban(0)
    const policy: Policy = { organization: 'Tidewater', requireReason: ['ban', 'view_as'] }
    await stage.restart(policy)
    const missing = { reason: 'managed', message: 'Tidewater requires a reason for this.' }
    expect(await stage.refuseStart(1, 2)).toMatchObject(missing)
    expect(await stage.app.failure('queue.enqueue', stage.single(1), stage.me.id)).toMatchObject(
      missing,
    )
    const view = { id: stage.people[0]!.id }
    expect(await stage.app.failure('viewAs.get', view, stage.me.id)).toMatchObject(missing)
    await stage.app.value('jobs.resumeAll', {}, stage.me.id)
    await stage.app.value('queue.sendAllNow', {}, stage.me.id)
    const get = () => stage.app.value<QueuedAction>('queue.get', { id: queued.id }, stage.me.id)
    await vi.waitUntil(async () => (await get()).state === 'refused')
    await stage.start(1, 2, { reason: 'Spam' } as object)
  })

  it('has to contain a ticket if the company says so', async () => {
    const stage = await LimitsStage.start({ ticketPattern: 'OPS-[0-9]+' })
    expect(await stage.refuseStart(0, 1, stage.me, { reason: 'Spam' })).toMatchObject({
      message:
        'Your organization requires a reason that matches a pattern, such as a ticket’s number.',
    })
    await stage.start(0, 1, { reason: 'Spam, OPS-12' } as object)
  })

  it('is needed for deletions by default, which can be changed', async () => {
    const stage = await LimitsStage.start({})
    const single = stage.single(0)
    const deletion = { ...single, action: 'delete', confirmed: single.seen.username }
    const remove = () => stage.app.failure('queue.enqueue', deletion, stage.me.id)
    expect(await remove()).toMatchObject({
      kind: 'invalid',
      fields: { reason: [expect.any(String)] },
    })
    const rules = { actions: ['delete', 'ban'], ticketPattern: 'OPS-[0-9]+' }
    await stage.app.value('limits.setReasons', rules, stage.me.id)
    expect(await stage.newestEntry()).toMatchObject({
      action: 'limits.setReasons',
      changes: [
        { field: 'withReason', before: 'delete', after: 'delete ban' },
        { field: 'ticketPattern', before: null, after: 'OPS-[0-9]+' },
      ],
    })
    expect(await stage.refuseStart(0, 1, stage.second, { reason: 'Spam' })).toMatchObject({
      message: 'The reason doesn’t match the required pattern.',
    })
    await stage.app.value('limits.setReasons', { actions: [] }, stage.me.id)
    await stage.app.value('queue.enqueue', deletion, stage.me.id)
  })

  it('can’t be changed if the company sets it', async () => {
    const stage = await LimitsStage.start({ requireReason: ['ban'] })
    const change = { actions: [] }
    expect(await stage.app.failure('limits.setReasons', change, stage.me.id)).toMatchObject({
      reason: 'managed',
    })
  })
})
