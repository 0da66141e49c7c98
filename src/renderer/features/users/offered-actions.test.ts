import { expect, it } from 'vitest'
import { offeredActions, resyncPage } from './offered-actions.ts'

const admin = { id: 1, now: Date.parse('2026-05-01T12:00:00Z') }
const user = { id: 7, username: 'anna', state: 'active', last_activity_on: '2026-04-30' }
const open = (given: object) =>
  offeredActions({ ...user, ...given }, admin)
    .actions.filter(({ objection }) => objection === undefined)
    .map(({ action }) => action)

it('offers actions that suit the state, starting with those that give access', () => {
  expect(open({ state: 'blocked_pending_approval' }).slice(0, 2)).toEqual(['approve', 'reject'])
  expect(open({ state: 'blocked' })[0]).toBe('unblock')
  expect(open({ two_factor_enabled: false })).toEqual(['block', 'ban', 'delete', 'hard_delete'])
})

it('keeps actions in place but on hold while one of them is queued', () => {
  const before = offeredActions(user, admin).actions
  const queued = { pending: new Set(['block'] as const), waiting: 'block' as const }
  const { actions } = offeredActions(user, admin, queued)
  expect(actions.map(({ action }) => action)).toEqual(before.map(({ action }) => action))
  expect(new Set(actions.map(({ hold }) => hold))).toEqual(
    new Set(['Block is already queued. Undo it first, or wait for its result.']),
  )
})

it('offers to send a scheduled action immediately', () => {
  const scheduled = new Map([['block', admin.now + 1] as const])
  const { actions } = offeredActions(user, admin, { pending: new Set(), scheduled })
  expect(actions.filter(({ hold }) => hold)).toEqual([])
  expect(actions[0]).toMatchObject({ action: 'block', label: 'Block now' })
})

it('omits actions that don’t apply to the state', () => {
  const { actions, note } = offeredActions({ ...user, two_factor_enabled: false }, admin)
  expect(actions.map(({ action }) => action)).toEqual([
    'block',
    'deactivate',
    'ban',
    'delete',
    'hard_delete',
  ])
  expect(note).toBeUndefined()
})

it('gives a reason for actions that aren’t possible yet', () => {
  const { actions } = offeredActions({ ...user, is_admin: true }, admin)
  const reasons = actions.filter(({ objection }) => objection).map(({ action }) => action)
  expect(reasons).toEqual(['deactivate', 'disable_two_factor'])
})

it.each([
  ['yourself', { id: 1 }, 'This is you'],
  ['an internal user', { username: 'ghost', name: 'Ghost User' }, 'internal user'],
  ['an unknown state', { state: 'on_leave' }, 'on_leave'],
])('offers no actions for %s, with one explanation', (_, given, reason) => {
  const { actions, note } = offeredActions({ ...user, ...given }, admin)
  expect(actions).toEqual([])
  expect(note).toContain(reason)
})

it('mentions an LDAP block once and still offers deletion', () => {
  const { actions, note } = offeredActions({ ...user, state: 'ldap_blocked' }, admin)
  expect(actions.map(({ action }) => action)).toEqual([
    'disable_two_factor',
    'delete',
    'hard_delete',
  ])
  expect(note).toContain('LDAP')
})

it('links users blocked by LDAP to the page that resyncs them', () => {
  const instance = 'https://git.example.com/gitlab'
  const blocked = { ...user, state: 'ldap_blocked', username: 'anna.b' }
  expect(resyncPage(blocked, instance)).toBe(`${instance}/admin/users/anna.b`)
  expect(resyncPage({ ...blocked, state: 'blocked' }, instance)).toBeUndefined()
  expect(resyncPage(blocked, undefined)).toBeUndefined()
})
