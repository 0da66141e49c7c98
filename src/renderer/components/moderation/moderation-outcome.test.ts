import { expect, it } from 'vitest'
import type { QueuedAction } from '../../../shared/operations/queue.ts'
import { formatOutcome, formatActionProgress, isFinal } from './moderation-outcome.ts'
import type { QueueContext } from './queue-messages.ts'

function queued(changes: Partial<QueuedAction> = {}): QueuedAction {
  return {
    id: 1,
    action: 'block',
    target: { id: 7, username: 'anna', name: 'Anna', state: 'active' },
    note: false,
    state: 'undoable',
    created: 1000,
    notBefore: 6000,
    expires: 9_000_000,
    attempts: 0,
    ...changes,
  }
}
const plain = (words: string) => words.replace(/[\u2068\u2069]/g, '')
const outcome = (changes: Partial<QueuedAction>) => plain(formatOutcome(queued(changes)))
const inFlight = (changes: Partial<QueuedAction>, context?: QueueContext, now = queued().created) =>
  plain(formatActionProgress(queued(changes), now, context))

it('describes an action in progress', () => {
  expect(inFlight({})).toBe('Block Anna in 5 s.')
  expect(inFlight({ state: 'sending' })).toBe('Block Anna…')
  const failure = { kind: 'offline', message: 'There is no connection.' } as const
  expect(inFlight({ state: 'ready', failure })).toBe('Block Anna: delayed. There is no connection.')
  expect(inFlight({ state: 'unknown' })).toContain('is checking the outcome')
})

it('counts down until the action is sent', () => {
  const at = (now: number) => inFlight({}, undefined, now)
  expect([1000, 1001, 5999].map(at)).toEqual([
    'Block Anna in 5 s.',
    'Block Anna in 5 s.',
    'Block Anna in 1 s.',
  ])
  expect(at(6000)).toBe('Block Anna…')
})

it('hides the countdown while nothing is sent', () => {
  const isAway = true
  expect(inFlight({}, { isAway })).toBe('Block Anna: queued until GitLab can be reached.')
  expect(inFlight({ state: 'unknown' }, { isAway })).toContain('is checking the outcome')
  expect(inFlight({}, { isPaused: true, isAway })).toBe(
    'Block Anna: queued until you resume the queue.',
  )
  const failure = { kind: 'offline', message: 'There is no connection.' } as const
  expect(inFlight({ state: 'ready', failure }, { isHeld: true, isPaused: true })).toBe(
    'Block Anna: on hold until you decide.',
  )
  expect(inFlight({ state: 'sending' }, { isPaused: true })).toBe('Block Anna…')
  expect(inFlight({ state: 'unknown' }, { isPaused: true })).toBe(
    'Block Anna: GitLab didn’t answer.',
  )
})

it('describes the outcome', () => {
  expect(outcome({ state: 'done', after: 'blocked' })).toBe('Anna is blocked.')
  expect(outcome({ state: 'done', after: 'gone', action: 'hard_delete' })).toBe(
    'Anna and their contributions are deleted.',
  )
  const deleting = { state: 'done', after: 'blocked' } as const
  expect(outcome({ ...deleting, action: 'delete' })).toBe('GitLab is deleting Anna.')
  expect(outcome({ ...deleting, action: 'hard_delete' })).toBe(
    'GitLab is deleting Anna and their contributions.',
  )
  expect(outcome({ state: 'cancelled' })).toBe('Block Anna: canceled. Nothing was sent.')
  expect(outcome({ state: 'expired' })).toBe('“Block Anna” expired. Nothing was done.')
})

it('doesn’t claim that a failed removal did nothing', () => {
  expect(outcome({ state: 'expired', action: 'delete_ssh_keys' })).toBe(
    '“Delete SSH keys of Anna” expired. Anything already removed isn’t restored.',
  )
})

it('includes who rejected an action, and why', () => {
  const failure = { kind: 'forbidden', message: 'You cannot ban blocked users.' } as const
  expect(outcome({ state: 'refused', failure: { ...failure, status: 403 } })).toBe(
    'GitLab refused “Block Anna”: You cannot ban blocked users.',
  )
  expect(outcome({ state: 'refused', failure })).toBe(
    '“Block Anna” was not done: You cannot ban blocked users.',
  )
})

it('describes how the user has changed', () => {
  const conflict = (changes: Partial<QueuedAction>) => outcome({ state: 'conflict', ...changes })
  expect(conflict({ after: 'banned' })).toBe('Anna is now banned. Decide what to do.')
  expect(conflict({ after: 'active', usernameNow: 'anne' })).toMatch(/^Anna is now called @anne/)
  expect(conflict({ after: 'gone' })).toMatch(/^Anna no longer exists/)
  expect(conflict({})).toMatch(/^Anna has changed since you saw them/)
})

it('distinguishes final states from pending ones', () => {
  expect(isFinal({ state: 'conflict' })).toBe(true)
  expect(isFinal({ state: 'unknown' })).toBe(false)
})

it('says that GitLab hasn’t carried out a deletion', () => {
  const failure = {
    kind: 'conflict',
    reason: 'deletion-stalled',
    message: 'GitLab accepted the deletion, but the account still exists.',
  } as const
  expect(outcome({ action: 'delete', state: 'done', after: 'active', failure })).toBe(
    'Anna: GitLab accepted the deletion, but the account still exists.',
  )
})
