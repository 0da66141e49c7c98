import { expect, it } from 'vitest'
import type { QueuedAction } from '../../../shared/app/queue.ts'
import { isFinal, outcomeWords, underWayWords } from './moderation-outcome.ts'

function queued(given: Partial<QueuedAction> = {}): QueuedAction {
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
    ...given,
  }
}
const plain = (words: string) => words.replace(/[\u2068\u2069]/g, '')
const outcome = (given: Partial<QueuedAction>) => plain(outcomeWords(queued(given)))
const inFlight = (given: Partial<QueuedAction>, isAway = false) =>
  plain(underWayWords(queued(given), isAway))

it('says what is happening', () => {
  expect(inFlight({})).toBe('Blocking Anna in 5 s.')
  expect(inFlight({ state: 'sending' })).toBe('Blocking Anna…')
  const failure = { kind: 'offline', message: 'There is no connection.' } as const
  expect(inFlight({ state: 'ready', failure })).toBe(
    'Blocking Anna is delayed. There is no connection.',
  )
  expect(inFlight({ state: 'unknown' })).toContain('the answer never came')
})

it('promises no time while the service cannot be reached', () => {
  expect(inFlight({}, true)).toBe('Block Anna: queued until the service can be reached.')
  expect(inFlight({ state: 'unknown' }, true)).toContain('the answer never came')
})

it('says what came of it', () => {
  expect(outcome({ state: 'done', after: 'blocked' })).toBe('Anna is blocked.')
  expect(outcome({ state: 'done', after: 'gone', action: 'hard_delete' })).toBe(
    'Anna is deleted with their contributions.',
  )
  expect(outcome({ state: 'cancelled' })).toBe('Cancelled. Nothing was done to Anna.')
  expect(outcome({ state: 'expired' })).toContain('could not be sent in time')
})

it('passes on why it was refused, and by whom', () => {
  const failure = { kind: 'forbidden', message: 'You cannot ban blocked users.' } as const
  expect(outcome({ state: 'refused', failure: { ...failure, status: 403 } })).toBe(
    'The service refused to act on Anna: You cannot ban blocked users.',
  )
  expect(outcome({ state: 'refused', failure })).toBe('Block Anna: You cannot ban blocked users.')
})

it('says how a person differs from how they were seen', () => {
  const conflict = (given: Partial<QueuedAction>) => outcome({ state: 'conflict', ...given })
  expect(conflict({ after: 'banned' })).toBe('Anna is banned now. Decide what to do.')
  expect(conflict({ after: 'active', usernameNow: 'anne' })).toMatch(/^Anna is called @anne now/)
  expect(conflict({ after: 'gone' })).toMatch(/^Anna is gone/)
  expect(conflict({})).toMatch(/^Anna is not as you saw them/)
})

it('knows when nothing more happens by itself', () => {
  expect(isFinal({ state: 'conflict' })).toBe(true)
  expect(isFinal({ state: 'unknown' })).toBe(false)
})
