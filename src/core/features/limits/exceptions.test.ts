import { describe, expect, it } from 'vitest'
import type { AdminAttention } from '../../../shared/operations/attention.ts'
import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import type { UserException } from '../../../shared/operations/limits.ts'
import { ceilingDayMs } from '../../../shared/rules/ceilings.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { utcDayIn } from '../../../shared/rules/utc-days.ts'
import { LimitsStage } from './testing/limits-stage.ts'

/** An instance where the first user is an exception for a week. */
async function stageWithException(): Promise<LimitsStage> {
  const stage = await LimitsStage.start({})
  const { id, username } = stage.people[0]!
  const until = utcDayIn(7, currentTime())
  const exception = { id, username, reason: 'On leave', ticket: 'OPS-7', until }
  await stage.app.value('exceptions.set', exception, stage.me.id)
  return stage
}

const list = (stage: LimitsStage, account = stage.me) =>
  stage.app.value<UserException[]>('exceptions.list', {}, account.id)

async function endedOn(stage: LimitsStage): Promise<number> {
  const waiting = await stage.app.value<AdminAttention>('attention.administration', {}, stage.me.id)
  return waiting.endedExceptions
}

describe('a user’s exception', { timeout: 60_000 }, () => {
  it('keeps runs and plans from changing the user, with all accounts and after a restart', async () => {
    const stage = await stageWithException()
    await stage.restart({})
    for (const account of [stage.me, stage.second]) {
      const { selection, action } = stage.run(0, 3)
      const tasks = [
        { action },
        { plan: { name: 'Leavers', onFailure: 'continue', steps: [{ action }] } },
      ]
      for (const task of tasks) {
        const preview = await stage.app.value<BulkPreview>(
          'bulk.preview',
          { selection, ...task },
          account.id,
        )
        expect(preview).toMatchObject({
          affectedCount: 2,
          skipped: [
            {
              why: expect.stringMatching(
                /^Exception that ends on .*: On leave \(OPS-7\)$/,
              ) as string,
              count: 1,
            },
          ],
        })
      }
    }
    await stage.ban(0)
  })

  it('stops what a run that was started before would still send', async () => {
    const stage = await LimitsStage.start({})
    await stage.app.value('jobs.pauseAll', {}, stage.me.id)
    const run = await stage.start(0, 3)
    const { id, username } = stage.people[1]!
    const exception = { id, username, reason: 'On leave' }
    await stage.app.value('exceptions.set', exception, stage.second.id)
    await stage.app.value('jobs.resumeAll', {}, stage.me.id)
    expect(await stage.finish(run)).toMatchObject({ counts: { done: 2, refused: 1 } })
    expect(await stage.banned()).toBe(2)
  })

  it('is recorded, and so is its removal', async () => {
    const stage = await stageWithException()
    const { id, username } = stage.people[0]!
    expect(await list(stage, stage.second)).toMatchObject([
      { id, username, ticket: 'OPS-7', by: stage.me.user.username, hasEnded: false },
    ])
    expect(await stage.newestEntry()).toMatchObject({
      action: 'exceptions.set',
      target: { id, username },
      reason: 'On leave',
    })
    expect(await stage.app.value('exceptions.remove', { id }, stage.me.id)).toEqual([])
    expect(await stage.newestEntry()).toMatchObject({ action: 'exceptions.remove', target: { id } })
  })

  it('ends on its day, which Home shows', async () => {
    const stage = await stageWithException()
    expect(await endedOn(stage)).toBe(0)
    stage.clockOffset = 8 * ceilingDayMs
    expect(await list(stage)).toMatchObject([{ hasEnded: true }])
    expect(await endedOn(stage)).toBe(1)
    const { selection, action } = stage.run(0, 3)
    const preview = await stage.app.value('bulk.preview', { selection, action }, stage.me.id)
    expect(preview).toMatchObject({ affectedCount: 3, skipped: [] })
  })

  it('can’t end in the past', async () => {
    const stage = await LimitsStage.start({})
    const { id, username } = stage.people[0]!
    const exception = { id, username, reason: 'On leave', until: utcDayIn(0, currentTime()) }
    expect(await stage.app.failure('exceptions.set', exception, stage.me.id)).toMatchObject({
      kind: 'invalid',
      fields: { until: ['must be in the future'] },
    })
  })
})
