import { describe, expect, it } from 'vitest'
import { queueStates } from './item-states.ts'
import { type RunSum, describeRun, runSums, runTimes } from './run-sums.ts'

const total = (sums: readonly RunSum[]) => sums.reduce((sum, { count }) => sum + count, 0)
const numbered = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name, index) => [name, index + 1])) as Record<Name, number>

describe('run totals', () => {
  it('add up to the total for any mix of states', () => {
    const counts = numbered(queueStates)
    const run = { total: 100, counts, already: 2 }
    const sums = runSums(run)
    expect(total(sums)).toBe(100)
    expect(sums.find(({ part }) => part === 'done')?.count).toBe(counts.done - 2)
    for (const part of ['refused', 'conflict', 'unknown', 'expired', 'cancelled'] as const) {
      expect(sums).toContainEqual({ part, count: counts[part] })
    }
  })

  it('include canceled users even if none were rejected or remain', () => {
    const none = Object.fromEntries(queueStates.map((state) => [state, 0])) as ReturnType<
      typeof numbered<(typeof queueStates)[number]>
    >
    const counts = { ...none, done: 919, cancelled: 2 }
    expect(runSums({ total: 921, counts, already: 0 })).toEqual([
      { part: 'done', count: 919 },
      { part: 'cancelled', count: 2 },
    ])
  })
})

describe('runTimes', () => {
  const run = { id: 3, actor: 'ines', created: 1_000, total: 1, counts: { done: 1 } }

  it('returns neither end nor duration before the run has ended', () => {
    const started = { started: 5_000, ended: undefined, duration: undefined }
    expect(runTimes({ ...run, firstRequest: 5_000, lastAnswer: 6_000 })).toEqual(started)
  })

  it('returns no times if nothing was sent', () => {
    const never = { ...run, ended: 9_000 }
    expect(runTimes(never)).toEqual({ started: undefined, ended: undefined, duration: undefined })
    expect(describeRun(never, [])).toMatchObject({
      started_at: null,
      ended_at: null,
      duration_seconds: null,
      closed_at: '1970-01-01T00:00:09.000Z',
    })
  })

  it('isn’t closed in the export while conflicts need a decision', () => {
    const undecided = { ...run, firstRequest: 2_000, lastAnswer: 4_500, ended: 60_000 }
    expect(describeRun(undecided, [{ part: 'conflict', count: 1 }])).toMatchObject({
      ended_at: '1970-01-01T00:00:04.500Z',
      closed_at: null,
    })
  })

  it('adds the times of requests, the actor, and the reason to the export', () => {
    const times = { firstRequest: 2_000, lastAnswer: 4_500, ended: 60_000 }
    expect(describeRun({ ...run, reason: 'left', ...times }, [{ part: 'done', count: 1 }])).toEqual(
      {
        run: 3,
        actor: 'ines',
        reason: 'left',
        queued_at: '1970-01-01T00:00:01.000Z',
        started_at: '1970-01-01T00:00:02.000Z',
        ended_at: '1970-01-01T00:00:04.500Z',
        closed_at: '1970-01-01T00:01:00.000Z',
        duration_seconds: 2.5,
        total: 1,
        counts: { done: 1 },
      },
    )
  })
})
