import { expect, it } from 'vitest'
import type { BulkRun } from '../../../../shared/operations/bulk.ts'
import { bulkTitle } from '../../../components/moderation/moderation-messages.ts'
import { formatNumber } from '../../../ui/messages.ts'
import { formatPace, formatRunState, progressOf, undoLeft } from './run-messages.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const oneDigit = { minimumFractionDigits: 1 }

function run(more: Partial<BulkRun> = {}): BulkRun {
  return {
    id: 1,
    action: 'block',
    actor: 'ines',
    created: now - 1000,
    state: 'running',
    isUndoMissed: false,
    total: 500,
    remaining: 0,
    already: 0,
    isReversible: false,
    counts: {} as BulkRun['counts'],
    pace: 0,
    ...more,
  }
}
const counts = (of: Partial<BulkRun['counts']>) => ({ counts: of as BulkRun['counts'] })

it('names a run', () => {
  expect(bulkTitle('block', 500)).toBe('Block 500 users')
  expect(bulkTitle('hard_delete', 1)).toBe('Delete 1 user and their contributions')
})

it('counts what has come to its end', () => {
  const half = run(counts({ done: 200, refused: 30, conflict: 20, ready: 240, sending: 10 }))
  expect(progressOf(half)).toEqual({ ended: 250, left: 250, percent: 50 })
  expect(progressOf(run({ total: 0 }))).toEqual({ ended: 0, left: 0, percent: 100 })
  expect(progressOf(run(counts({ done: 499, unknown: 1 }))).percent).toBe(99)
})

it('tells how long all of it can be undone', () => {
  const fresh = run({ starts: now + 4000 })
  expect(undoLeft(fresh, now)).toBe(4)
  expect(undoLeft(fresh, now + 3999)).toBe(1)
  expect(undoLeft(fresh, now + 4000)).toBe(0)
  expect(undoLeft(run({ starts: now + 4000, state: 'cancelled' }), now)).toBe(0)
  expect(undoLeft(run({ state: 'preparing' }), now)).toBe(0)
})

it('says what it does', () => {
  const words = (one: BulkRun) => formatRunState(one, now)
  expect(words(run({ starts: now + 4000, ...counts({ ready: 500 }) }))).toContain('Starts in 4 s.')
  expect(words(run({ starts: now, ...counts({ ready: 500 }) }))).toBe('Sending.')
  expect(words(run({ state: 'preparing', ...counts({ ready: 200 }) }))).toBe(
    'Preparing 200 of 500 users. Nothing is sent yet.',
  )
  expect(words(run({ waiting: { kind: 'offline', message: 'No.' } }))).toBe('Delayed.')
  expect(words(run({ state: 'paused', ...counts({ done: 499, ready: 1 }) }))).toBe(
    'Paused. 1 user is left.',
  )
  expect(words(run({ state: 'finished', ...counts({ done: 500 }) }))).toContain('Finished.')
  expect(words(run({ state: 'finished', ...counts({ done: 499, conflict: 1 }) }))).toContain(
    'need review',
  )
  expect(words(run({ state: 'cancelled' }))).toContain('Canceled.')
})

it('tells the pace and the time left, while there is one', () => {
  expect(formatPace(run({ pace: 4, ...counts({ done: 20, ready: 480 }) }))).toBe(
    `${formatNumber(4, oneDigit)} per second, 2 minutes left`,
  )
  expect(formatPace(run({ pace: 25.4, ...counts({ done: 490, ready: 10 }) }))).toBe(
    '25 per second, less than a minute left',
  )
  expect(formatPace(run({ pace: 3, ...counts({ done: 500 }) }))).toBe(
    `${formatNumber(3, oneDigit)} per second`,
  )
  expect(formatPace(run())).toBeUndefined()
  // What waits for its date says nothing about the rest.
  const dated = counts({ done: 20, ready: 240, scheduled: 240 })
  expect(formatPace(run({ pace: 4, ...dated }))).toBe(
    `${formatNumber(4, oneDigit)} per second, 1 minute left`,
  )
  expect(formatPace(run({ pace: 0.5, ...counts({ done: 5, scheduled: 495 }) }))).toBeUndefined()
  expect(formatPace(run({ pace: 4, state: 'paused' }))).toBeUndefined()
  expect(formatPace(run({ pace: 4, waiting: { kind: 'offline', message: 'No.' } }))).toBeUndefined()
})
