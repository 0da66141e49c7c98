import { describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import type { QueueState } from '../../../shared/rules/item-states.ts'
import { formatMoment } from '../../ui/time/moments.ts'
import { actionTitle, bulkTitle } from './moderation-messages.ts'
import {
  type QueueContext,
  formatActionAge,
  formatConflictKind,
  formatEstimate,
  formatMove,
  formatResuming,
  formatActionStatus,
  needsDecision,
  rowFailureText,
  sharedFailure,
  actionControls,
  actionStateLabel,
} from './queue-messages.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

function action(state: QueueState, more: Partial<QueuedAction> = {}): QueuedAction {
  return {
    id: 1,
    action: 'block',
    target: { id: 2, username: 'anna', name: 'Anna', state: 'active' },
    note: false,
    state,
    created: now - 1000,
    notBefore: now,
    expires: now + 1000,
    attempts: 0,
    ...more,
  }
}

it('shows the time zone of a date once, even for UTC', () => {
  const at = Date.parse('2099-01-02T03:04:00Z')
  const inZone = (zone: string) =>
    formatActionStatus(action('scheduled', { due: { at, zone } }), now)!
  vi.stubEnv('TZ', 'UTC')
  expect(inZone('UTC').match(/UTC/g)).toHaveLength(1)
  expect(inZone('Asia/Tokyo')).toContain('Asia/Tokyo')
  vi.unstubAllEnvs()
})

it('shows when waiting actions resume', () => {
  const failure = { kind: 'rate-limited', message: 'Rate limit reached.' } as const
  const resuming = (retryAt?: number) => formatResuming({ ...failure, retryAt }, now)
  expect(resuming()).toBe('Resumes automatically.')
  expect(resuming(now + 24_001)).toBe('Resumes in 25 s.')
  expect(resuming(now - 5)).toBe('Resumes in 1 s.')
  expect(resuming(now + 3_600_000)).toMatch(/^Resumes at today, /)
})

it.each([
  [600, 4, 'About 3 minutes at the pace measured on git.example.org.'],
  [10, 4, 'Less than a minute at the measured pace.'],
  [600, undefined, undefined],
])('estimates %i items at a pace of %s', (count, pace, text) => {
  expect(formatEstimate(count, pace, 'git.example.org')).toBe(text)
})

it('formats the title of an action', () => {
  expect(bulkTitle('block', 500)).toBe('Block 500 users')
  expect(bulkTitle('hard_delete', 1)).toBe('Delete 1 user and their contributions')
  expect(actionTitle(action('undoable'))).toBe('Block \u2068Anna\u2069')
})

it.each([
  [action('undoable', { notBefore: now + 4200 }), 'Will be sent in 5 s.'],
  [action('undoable', { notBefore: now + 300_000 }), 'Will be sent in 5 minutes.'],
  [action('undoable'), 'Waits for its turn.'],
  [action('ready'), 'Waits for its turn.'],
  [
    action('ready', { waitsFor: { run: 3, name: 'Block 900 users', isPaused: true } }),
    'Waits for “Block 900 users”, which is paused.',
  ],
  [action('ready', { notBefore: now + 30_000 }), 'Will be sent in 30 s.'],
  [action('ready', { notBefore: now + 3000, attempts: 1 }), 'Next try in 3 s, after one try.'],
  [action('ready', { notBefore: now + 3000, attempts: 4 }), 'Next try in 3 s, after 4 tries.'],
  [action('done', { after: 'blocked' }), 'State on GitLab: Blocked.'],
  [action('done', { after: 'gone' }), 'The account is deleted.'],
  [action('done'), undefined],
  [action('refused'), undefined],
])('describes the next step: %#', (queued, words) => {
  expect(formatActionStatus(queued, now)).toBe(words)
})

it('hides the countdown while the queue is paused', () => {
  for (const state of ['undoable', 'ready'] as const) {
    const words = formatActionStatus(action(state, { notBefore: now + 4200 }), now, {
      isPaused: true,
    })
    expect(words).toBe('Not sent while the queue is paused.')
  }
  expect(formatActionStatus(action('done', { after: 'gone' }), now, { isPaused: true })).toBe(
    'The account is deleted.',
  )
})

it('reports that a run is paused or hasn’t started, instead of blaming GitLab', () => {
  for (const state of ['undoable', 'ready'] as const) {
    const status = (context: QueueContext) => formatActionStatus(action(state), now, context)
    expect(status({ isRunPaused: true })).toBe('Paused')
    expect(status({ isRunAhead: true, isAway: true })).toBe('Not sent yet.')
  }
  const sent = action('done', { after: 'gone' })
  expect(formatActionStatus(sent, now, { isRunPaused: true })).toBe('The account is deleted.')
})

it('shows only retry times while the instance is unreachable', () => {
  const isAway = true
  for (const state of ['undoable', 'ready'] as const) {
    const words = formatActionStatus(action(state, { notBefore: now + 4200 }), now, { isAway })
    expect(words).toBe('Waiting for GitLab.')
  }
  const retried = action('ready', { notBefore: now + 3000, attempts: 1 })
  expect(formatActionStatus(retried, now, { isAway })).toBe('Next try in 3 s, after one try.')
})

it('shows a distant retry as a time', () => {
  const later = action('ready', { notBefore: now + 3_600_000, attempts: 1 })
  expect(formatActionStatus(later, now)).toBe(
    `Next try ${formatMoment(now + 3_600_000, now)}, after one try.`,
  )
})

it('labels a done action that sent nothing “No change needed”', () => {
  expect(actionStateLabel(action('done'))).toBe('No change needed')
  const sent = { before: 'active', after: 'blocked' }
  expect(actionStateLabel(action('done', sent))).toBe('Done')
  expect(actionStateLabel(action('cancelled'))).toBe('Canceled')
})

it('offers the controls for each state', () => {
  const controls = (queued: QueuedAction) =>
    Object.entries(actionControls(queued, now)).flatMap(([way, is]) => (is ? [way] : []))
  expect(controls(action('undoable'))).toEqual(['cancel', 'edit', 'sendNow'])
  expect(controls(action('ready'))).toEqual(['cancel', 'edit'])
  expect(controls(action('ready', { notBefore: now + 1 }))).toEqual(['cancel', 'edit', 'sendNow'])
  expect(controls(action('sending'))).toEqual([])
  expect(controls(action('unknown'))).toEqual(['look'])
  expect(controls(action('conflict'))).toEqual(['decide'])
  expect(controls(action('done'))).toEqual([])
  for (const state of ['refused', 'expired', 'cancelled'] as const) {
    expect(controls(action(state))).toEqual(['retry'])
  }
})

it('shows the age of an action', () => {
  expect(formatActionAge(action('ready'), now)).toBe(
    `Queued ${formatMoment(action('ready').created, now)}`,
  )
  const old = action('ready', { created: now - 3 * 3_600_000 })
  expect(formatActionAge({ ...old, finished: now }, now)).toBe(`Ended ${formatMoment(now, now)}`)
})

it('reports whether an action moved, and what moved with it', () => {
  const name = 'Block \u2068Anna\u2069'
  expect(formatMove(action('ready'), 'first', 1)).toBe(`${name} moved.`)
  expect(formatMove(action('ready'), 'up', 0)).toBe(`${name} is already first.`)
  expect(formatMove(action('ready'), 'down', 0)).toBe(`${name} is already last.`)
  expect(formatMove(action('ready'), 'last', 2)).toBe(
    `${name} moved, with another action for the same user.`,
  )
  expect(formatMove(action('ready'), 'down', 3)).toMatch(/with 2 other actions/)
})

it('distinguishes temporary failures from ones that need a decision', () => {
  expect(needsDecision({ kind: 'unauthorized', message: 'No.' })).toBe(true)
  expect(needsDecision({ kind: 'offline', message: 'No.' })).toBe(false)
  expect(needsDecision(undefined)).toBe(false)
})

it('groups actions with the same failure', () => {
  const offline = { kind: 'offline', message: 'Can’t reach it.', hint: 'Check the cable.' } as const
  const other = { kind: 'forbidden', message: 'No.' } as const
  const actions = [
    action('refused', { failure: other }),
    action('ready', { failure: offline }),
    action('ready', { failure: offline }),
    // This action’s status already shows its failure.
    action('conflict', { failure: other }),
    action('expired', { failure: other }),
  ]
  const text = 'Can’t reach it.'
  const title = `2 actions: ${text}`
  expect(sharedFailure(actions, 5, offline)).toEqual({
    text,
    title,
    failure: offline,
    isExpected: true,
  })
  expect(sharedFailure(actions, 300, offline)?.title).toBe(text)
  expect(sharedFailure([actions[0]!, actions[0]!], 2, undefined)?.isExpected).toBe(false)
  expect(sharedFailure(actions.slice(0, 2), 2, offline)).toBeUndefined()
  expect(sharedFailure([], 0, undefined)).toBeUndefined()
  // Connected again, which the actions have yet to find out.
  expect(sharedFailure(actions, 5, undefined)).toBeUndefined()
})

describe('the failure in a row', () => {
  const offline = { kind: 'offline', message: 'Can’t reach it.', hint: 'Try again later.' } as const
  const maintenance = {
    kind: 'service-error',
    reason: 'read-only-instance',
    message: 'Accepts no changes.',
  } as const
  const text = (state: QueueState, failure: Failure, waiting?: Failure) =>
    rowFailureText(action(state, { failure }), waiting)

  it('is left out once the account waits for something else, or for nothing', () => {
    expect(text('ready', offline, offline)).toBe('Can’t reach it.')
    expect(text('ready', offline, maintenance)).toBeUndefined()
    expect(text('ready', offline)).toBeUndefined()
    expect(text('ready', { kind: 'unauthorized', message: 'No.' }, maintenance)).toBeUndefined()
  })

  it('stays if it is about the user, or if the action has ended', () => {
    expect(text('ready', { kind: 'invalid', message: 'No.' }, offline)).toBe('No.')
    expect(text('refused', offline)).toBe('Can’t reach it. Try again later.')
    expect(text('unknown', offline)).toBe('Can’t reach it. Try again later.')
    expect(text('conflict', offline)).toBeUndefined()
  })
})

it('summarizes conflicts of the same kind', () => {
  const failure = { kind: 'conflict', message: 'The date has come.' } as const
  const kind = (more: Partial<QueuedAction>) =>
    formatConflictKind(action('conflict', { failure, ...more }))
  expect(kind({ usernameNow: 'anne', after: 'active' })).toBe('The users have been renamed.')
  expect(kind({ after: 'banned' })).toBe('The users are now banned.')
  expect(kind({ after: 'active' })).toBe('The date has come.')
  expect(kind({})).toBe('The date has come.')
})

it('offers to resend only deletions without a response', () => {
  expect(actionControls(action('unknown', { action: 'delete' }), now).resend).toBe(true)
  expect(actionControls(action('unknown', { action: 'block' }), now).resend).toBe(false)
  expect(actionControls(action('done', { action: 'delete' }), now).resend).toBe(false)
})
