import { expect, it } from 'vitest'
import { offeredActions } from './offered-actions.ts'

const admin = { id: 1, now: Date.parse('2026-05-01T12:00:00Z') }
const person = { id: 7, username: 'anna', state: 'active', last_activity_on: '2026-04-30' }
const open = (given: object, pending?: ReadonlySet<'block'>) =>
  offeredActions({ ...person, ...given }, admin, pending)
    .filter(({ objection }) => objection === undefined)
    .map(({ action }) => action)

it('offers what the state allows, actions that give access first', () => {
  expect(open({ state: 'blocked_pending_approval' }).slice(0, 2)).toEqual(['approve', 'reject'])
  expect(open({ state: 'blocked' })[0]).toBe('unblock')
  expect(open({ two_factor_enabled: false })).toEqual(['block', 'ban', 'delete', 'hard_delete'])
})

it('does not offer queued actions again', () => {
  expect(open({}, new Set(['block'] as const))).not.toContain('block')
})

it('gives a reason for every other action', () => {
  expect(offeredActions({ ...person, id: 1 }, admin).every(({ objection }) => objection)).toBe(true)
})
