import { describe, expect, it } from 'vitest'
import { queueStates } from '../operations/queue.ts'
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

  it('returns no duration before the end', () => {
    expect(runTimes({ ...run, starts: 5_000 })).toEqual({
      started: 5_000,
      ended: undefined,
      duration: undefined,
    })
  })

  it.each([
    ['was canceled before it began', { cancelled: 2 }, 2_000],
    ['is paused before anything was sent', { ready: 2, scheduled: 1 }, undefined],
    ['missed its undo period', { undoable: 2 }, undefined],
    ['is on hold from the beginning', { ready: 2, sending: 0 }, undefined],
    ['expired', { expired: 2 }, 9_000],
  ])('returns neither start nor duration if the run %s', (_, counts, ended) => {
    const never = { ...run, starts: 5_000, ended, counts }
    expect(runTimes(never)).toEqual({ started: undefined, ended, duration: undefined })
    const exported = describeRun(never, [])
    expect([exported.started_at, exported.duration_seconds]).toEqual([null, null])
  })

  it.each(['sending', 'unknown', 'refused', 'conflict'] as const)(
    'returns a start once an action is %s',
    (state) => {
      const counts = { ready: 1, [state]: 1 }
      expect(runTimes({ ...run, starts: 5_000, counts }).started).toBe(5_000)
    },
  )

  it('adds the times, the actor, and the reason to the export', () => {
    const facts = { ...run, reason: 'left', starts: 2_000, ended: 4_500 }
    expect(describeRun(facts, [{ part: 'done', count: 1 }])).toEqual({
      run: 3,
      actor: 'ines',
      reason: 'left',
      queued_at: '1970-01-01T00:00:01.000Z',
      started_at: '1970-01-01T00:00:02.000Z',
      ended_at: '1970-01-01T00:00:04.500Z',
      duration_seconds: 2.5,
      total: 1,
      counts: { done: 1 },
    })
  })
})
