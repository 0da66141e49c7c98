import { describe, expect, it } from 'vitest'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import { runSums } from '../../../../shared/rules/run-sums.ts'
import { formatNumber } from '../../../ui/messages.ts'
import {
  countItems,
  formatPace,
  formatRunState,
  formatSums,
  runConditions,
  runControls,
  runProgress,
  runStateLabel,
  undoSecondsLeft,
} from './run-messages.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const oneDigit = { minimumFractionDigits: 1 }

function run(more: Partial<JobSummary> = {}): JobSummary {
  return {
    id: 1,
    kind: 'moderation',
    name: 'Block 500 users',
    actor: 'ines',
    created: now - 1000,
    state: 'running',
    isUndoMissed: false,
    total: 500,
    remaining: 0,
    rest: 0,
    already: 0,
    isReversible: false,
    counts: {} as JobSummary['counts'],
    pace: 0,
    ...more,
  }
}
const counts = (of: Partial<JobSummary['counts']>) => ({ counts: of as JobSummary['counts'] })

it('counts finished actions', () => {
  const half = run(counts({ done: 200, refused: 30, conflict: 20, ready: 240, sending: 10 }))
  expect(runProgress(half)).toEqual({ ended: 250, left: 250, percent: 50 })
  expect(runProgress(run({ total: 0 }))).toEqual({ ended: 0, left: 0, percent: 100 })
  expect(runProgress(run(counts({ done: 499, unknown: 1 }))).percent).toBe(99)
})

it.each([
  ['', 18],
  ['moderation', 5],
  ['onboarding', 7],
  ['review', 6],
] as const)('counts pending items of kind “%s”', (kind, count) => {
  const runs = [
    run(counts({ ready: 3 })),
    run({ kind: 'onboarding', ...counts({ ready: 4, sending: 3, done: 9 }) }),
    run({ kind: 'review', ...counts({ ready: 6 }) }),
  ]
  // Includes two actions that aren’t part of a run.
  const all = { ready: 9, sending: 3, done: 9 }
  const summary = { counts: all, reads: { ready: 6 } }
  expect(countItems(kind, ['ready', 'sending'], { ...summary, runs })).toBe(count)
})

it('returns how much time is left to undo the entire run', () => {
  const fresh = run({ starts: now + 4000 })
  expect(undoSecondsLeft(fresh, now)).toBe(4)
  expect(undoSecondsLeft(fresh, now + 3999)).toBe(1)
  expect(undoSecondsLeft(fresh, now + 4000)).toBe(0)
  expect(undoSecondsLeft(run({ starts: now + 4000, state: 'cancelled' }), now)).toBe(0)
  expect(undoSecondsLeft(run({ state: 'preparing' }), now)).toBe(0)
})

describe('run state', () => {
  const words = (one: JobSummary, context = {}) => formatRunState(one, now, context)

  it('describes what the run does', () => {
    const undoable = run({ starts: now + 4000, ...counts({ ready: 500 }) })
    expect(words(undoable)).toContain('Starts in 4 s.')
    const planned = run({
      starts: now + 4000,
      total: 7,
      counts: { ...run().counts, ready: 0, scheduled: 7 },
      due: { at: now + 30 * 86_400_000 },
    })
    expect(words(planned)).toMatch(/^Starts .*20/)
    expect(words(run({ starts: now, ...counts({ ready: 500 }) }))).toBe('In progress')
    expect(words(run({ state: 'preparing', ...counts({ ready: 200 }) }))).toBe(
      'Preparing 200 of 500 users. Nothing is sent yet.',
    )
    expect(words(run({ waiting: { kind: 'offline', message: 'No.' } }))).toBe('Waiting')
    expect(words(run({ state: 'finished', ...counts({ done: 500 }) }))).toBe('Finished')
    expect(words(run({ state: 'finished', ...counts({ done: 499, conflict: 1 }) }))).toContain(
      'need review',
    )
    expect(words(run({ state: 'cancelled' }))).toContain('Canceled.')
  })

  it('names the run that is sent first, with an estimate if there is one', () => {
    const waits = (ms?: number) =>
      words(run({ waitsFor: { run: 2, name: 'Deactivate 7,201 users', ...(ms && { ms }) } }))
    expect(waits()).toBe('Waits for “Deactivate 7,201 users”.')
    expect(waits(3_000)).toBe('Waits for “Deactivate 7,201 users”, less than a minute.')
    expect(waits(14 * 60_000)).toBe('Waits for “Deactivate 7,201 users”, about 14 minutes.')
  })

  it('explains why nothing is sent', () => {
    const paused = run({ state: 'paused', ...counts({ done: 499, ready: 1 }) })
    expect(words(paused)).toBe('Paused. 1 user is left.')
    expect(words(paused, { isPaused: true })).toBe('Paused')
    expect(words({ ...paused, hold: 'token' }, { isPaused: true })).toBe(
      'On hold until you decide.',
    )
    expect(words(run(), { isAway: true })).toBe('Waiting for GitLab.')
  })

  it('shows the next scheduled action', () => {
    const dated = run({ total: 2, ...counts({ done: 1, scheduled: 1 }) })
    expect(words({ ...dated, due: { action: 'unblock', at: now + 60_000 } })).toMatch(
      /^Unblock is due today, .+\.$/,
    )
    expect(words(dated)).toBe('1 action waits for the date.')
    const later = { ...run({ total: 2, ...counts({ scheduled: 2 }) }), due: { at: now + 60_000 } }
    expect(words(later)).toMatch(/^Starts today, .*\.$/)
  })
})

it.each<[string, Partial<JobSummary>]>([
  ['Can be undone', { starts: now + 1, ...counts({ ready: 500 }) }],
  ['In progress', { starts: now, ...counts({ ready: 500 }) }],
  ['Scheduled', { starts: now + 1000, total: 7, ...counts({ done: 3, scheduled: 4 }) }],
  ['Waiting', { waiting: { kind: 'offline', message: 'Away.' } }],
  ['Waiting', { waitsFor: { run: 2, name: 'Block 9 users' } }],
  ['On hold', { state: 'paused', hold: 'token' }],
  ['Paused', { state: 'paused', starts: now + 4000 }],
  ['Preparing', { state: 'preparing' }],
  ['Finished', { state: 'finished' }],
])('labels a run “%s” if it is %o', (label, one) => {
  expect(runStateLabel(run(one), now)).toBe(label)
})

it('shows the pace and the time left if they are known', () => {
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
  // The pace is unknown before the first result.
  expect(formatPace(run({ pace: 4, ...counts({ ready: 500 }) }))).toBeUndefined()
  // Scheduled actions don’t count.
  const paced = run({ pace: 4, ...counts({ done: 20, ready: 240 }) })
  expect(formatPace(paced)).toBeDefined()
  expect(formatPace(paced, { isHostGone: true })).toBeUndefined()
  expect(formatPace(paced, { isAway: true })).toBeUndefined()
  const dated = counts({ done: 20, ready: 240, scheduled: 240 })
  expect(formatPace(run({ pace: 4, ...dated }))).toBe(
    `${formatNumber(4, oneDigit)} per second, 1 minute left`,
  )
  expect(formatPace(run({ pace: 0.5, ...counts({ done: 5, scheduled: 495 }) }))).toBeUndefined()
  expect(formatPace(run({ pace: 4, state: 'paused' }))).toBeUndefined()
  expect(formatPace(run({ pace: 4, waiting: { kind: 'offline', message: 'No.' } }))).toBeUndefined()
})

it.each([
  ['open', run(counts({ done: 1, ready: 499 }))],
  ['open scheduled', run(counts({ ready: 499, scheduled: 1 }))],
  ['scheduled', run(counts({ done: 499, scheduled: 1 }))],
  ['open decide', run(counts({ ready: 499, conflict: 1 }))],
  ['open decide', run({ state: 'paused', isUndoMissed: true, ...counts({ ready: 500 }) })],
  ['decide finished', run({ state: 'finished', ...counts({ done: 499, conflict: 1 }) })],
  ['finished', run({ state: 'cancelled', isUndoMissed: true, ...counts({ cancelled: 500 }) })],
])('lists a run under: %s', (conditions, one) => {
  const isIn = Object.entries(runConditions).filter(([, isListed]) => isListed(one))
  expect(isIn.map(([name]) => name).join(' ')).toBe(conditions)
})

describe('run controls', () => {
  const controls = (one: JobSummary, context = {}) =>
    Object.entries(runControls(one, now, context)).flatMap(([name, is]) => (is ? name : []))

  it('match the run’s state', () => {
    expect(controls(run())).toEqual(['pause', 'cancel'])
    expect(controls(run({ canGoFirst: true }))).toEqual(['pause', 'goFirst', 'cancel'])
    expect(controls(run({ isFirst: true }))).toEqual(['pause', 'endFirst', 'cancel'])
    expect(controls(run({ starts: now + 4000 }))).toEqual(['undo', 'pause'])
    expect(controls(run({ state: 'paused' }))).toEqual(['resume', 'cancel'])
    expect(controls(run({ state: 'paused', starts: now + 4000 }))).toEqual(['undo', 'resume'])
    const ended = run({ state: 'finished', isReversible: true, ...counts({ refused: 2 }) })
    expect(controls(ended)).toEqual(['retry', 'reverse', 'remove'])
    expect(controls(run({ state: 'cancelled', remaining: 3 }))).toEqual(['remaining', 'remove'])
    expect(controls(run({ state: 'finished', rest: 236 }))).toEqual(['remaining', 'remove'])
  })

  it.each(['conflict', 'sending', 'unknown'] as const)(
    'don’t include deleting the record while an action is %s',
    (state) => {
      const one = run({ state: 'cancelled', ...counts({ cancelled: 499, [state]: 1 }) })
      expect(controls(one)).toEqual([])
    },
  )

  it('omit Resume while the entire queue is paused', () => {
    expect(controls(run({ state: 'paused' }), { isPaused: true })).toEqual(['cancel'])
  })

  it('omit Resume while the banner asks about all actions on hold', () => {
    const held = run({ state: 'paused', hold: 'token' })
    expect(controls(held, { isHeld: true })).toEqual(['cancel'])
    expect(controls(held)).toEqual(['resume', 'cancel'])
    expect(controls(run({ state: 'paused' }), { isHeld: true })).toEqual(['resume', 'cancel'])
  })

  it('include Resume if the run waits for the account to be fixed', () => {
    const waiting = { kind: 'forbidden', message: 'Needs admin_mode.' } as const
    expect(controls(run({ waiting }))).toEqual(['pause', 'resume', 'cancel'])
    expect(controls(run({ waiting: { kind: 'offline', message: 'Away.' } }))).toEqual([
      'pause',
      'cancel',
    ])
  })

  it('include adding what created users lack', () => {
    const created = { kind: 'onboarding', state: 'finished', ...counts({ done: 9 }) } as const
    expect(runControls(run({ ...created, lacking: 2 }), now, {}).retry).toBe(2)
    expect(runControls(run(created), now, {}).retry).toBe(0)
  })

  it('include loading a review’s missing data', () => {
    const review = run({ kind: 'review', state: 'finished', incomplete: 4, ...counts({ done: 9 }) })
    expect(runControls(review, now, {}).retry).toBe(4)
    const left = counts({ done: 9, cancelled: 3 })
    expect(runControls({ ...review, state: 'cancelled', ...left }, now, {}).retry).toBe(7)
  })
})

it('summarizes a run in one line, using the labels for its kind', () => {
  const words = (one: JobSummary) => formatSums(runSums(one), one)
  const ended = { state: 'finished', total: 9, ...counts({ done: 7, refused: 2 }) } as const
  expect(words(run({ ...ended, already: 3 }))).toBe('Done: 4 · No change needed: 3 · Failed: 2')
  expect(words(run({ ...ended, kind: 'onboarding' }))).toBe('Created: 7 · Failed: 2')
  expect(words(run({ ...ended, kind: 'review', incomplete: 1 }))).toBe(
    'Read: 6 · Incomplete: 1 · Failed: 2',
  )
})
