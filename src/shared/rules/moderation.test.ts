import { expect, it } from 'vitest'
import { textOf } from '../../core/platform/messages.ts'
import { flavors } from '../../sandbox/flavors.ts'
import { type StateEvent, eventOutcome, stateMachine } from '../../sandbox/user-states.ts'
import type { MessageId } from '../messages/message.ts'
import {
  type ModeratedUser,
  type ModerationAction,
  dormantDays,
  isBot,
  isDeletionAccepted,
  isInternal,
  knownStates,
  moderationActions,
  moderationRules,
  objectionTo,
  removesObjects,
  undatedActions,
  undoSecondsFor,
} from './moderation.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const admin = { id: 1, now }
const events = Object.keys(stateMachine) as StateEvent[]

function user(given: Partial<ModeratedUser> = {}): ModeratedUser {
  return { id: 7, username: 'anna', state: 'active', last_activity_on: null, ...given }
}

/** How GitLab's state machine responds. */
function served(event: StateEvent, { state }: ModeratedUser) {
  const user = { id: 7, state, username: 'anna', user_type: 'human', last_activity_on: null }
  const context = { flavor: flavors.gitlab, now: () => new Date(now) }
  return eventOutcome(context, event, user as never, admin.id)
}

it.each(events.flatMap((event) => knownStates.map((state) => [event, state] as const)))(
  'allows %s from %s only if GitLab does, and predicts the resulting state',
  (event, state) => {
    const outcome = served(event, user({ state }))
    const objection = objectionTo(event, user({ state }), admin)
    // GitLab can also unblock users in other states, but Latchkey never offers that.
    const isNeverOffered = event === 'unblock' && state !== 'blocked' && state !== 'ldap_blocked'
    if ('newState' in outcome && !isNeverOffered) {
      expect(objection).toBeUndefined()
      expect(moderationRules[event].resultingState).toBe(outcome.newState)
    } else if ('deleted' in outcome) {
      expect(objection).toBeUndefined()
      expect(moderationRules[event].resultingState).toBe('gone')
    } else expect(textOf(objection!.text)).toMatch(/^\S.*\.$/)
  },
)

it.each<[string, ModerationAction, MessageId]>([
  ['active', 'unblock', 'moderation.already'],
  ['blocked', 'approve', 'moderation.notPending'],
  ['banned', 'block', 'moderation.bannedAlready'],
  ['banned', 'unblock', 'moderation.unbanInstead'],
  ['blocked', 'activate', 'moderation.unblockInstead'],
  ['blocked_pending_approval', 'block', 'moderation.approveInstead'],
  ['deactivated', 'unblock', 'moderation.activateInstead'],
  ['ldap_blocked', 'unblock', 'moderation.blockedByLdap'],
])('explains why a user who is %s is not offered %s', (state, action, id) => {
  expect(objectionTo(action, user({ state }), admin)?.text).toMatchObject({ id })
})

it('suggests only actions that are possible', () => {
  const objections = moderationActions.flatMap((action) =>
    knownStates.flatMap((state) => {
      const { text, instead = [] } = objectionTo(action, user({ state }), admin) ?? {}
      if (text) expect(instead.length > 0, action).toBe(/ instead\.$/.test(textOf(text)))
      return instead.map((other) => ({ other, state }))
    }),
  )
  expect(objections.length).toBeGreaterThan(0)
  for (const { other, state } of objections) {
    expect(objectionTo(other, user({ state }), admin)).toBeUndefined()
  }
})

it('returns the action that undoes another', () => {
  for (const action of moderationActions) {
    const { undoneBy, from, resultingState } = moderationRules[action]
    if (!undoneBy) continue
    expect(moderationRules[undoneBy].from).toContain(resultingState)
    expect(from).toContain(moderationRules[undoneBy].resultingState)
  }
})

it.each(moderationActions)('protects the acting user and internal users from %s', (action) => {
  expect(objectionTo(action, user({ id: admin.id }), admin)?.kind).toBe('oneself')
  expect(objectionTo(action, user({ username: 'ghost' }), admin)?.kind).toBe('internal')
})

it.each(moderationActions)('does not offer %s in an unknown state', (action) => {
  const objection = objectionTo(action, user({ state: 'frozen' }), admin)
  expect(textOf(objection!.text)).toContain('frozen')
})

it('deactivates only dormant users', () => {
  const days = (count: number) => new Date(now - count * 86_400_000).toISOString().slice(0, 10)
  const seen = (last: string | null) =>
    objectionTo('deactivate', user({ last_activity_on: last }), admin)?.kind
  expect(seen(days(dormantDays - 1))).toBe('not-dormant')
  expect(seen(days(dormantDays + 1))).toBeUndefined()
  expect(seen(null)).toBeUndefined()
})

it('does not disable two-factor authentication of administrators', () => {
  const asked = (given: Partial<ModeratedUser>) =>
    objectionTo('disable_two_factor', user(given), admin)?.kind
  expect(asked({ is_admin: true, two_factor_enabled: true })).toBe('administrator')
  expect(asked({ two_factor_enabled: false })).toBe('no-two-factor')
  expect(asked({ two_factor_enabled: true, state: 'banned' })).toBeUndefined()
})

it('recognizes internal users by name', () => {
  for (const name of ['ghost', 'ghost1', 'alert-bot', 'support-bot', 'GitLab-Security-Bot'])
    expect(isInternal({ username: name })).toBe(true)
  for (const name of ['ghostwriter', 'alert-bottle', 'project_17_bot_9f2c', 'anna'])
    expect(isInternal({ username: name })).toBe(false)
  for (const username of ['ghost7', 'placeholder', 'support-bot2', 'import-user'])
    expect(isInternal({ username, name: 'Kim Lee', bot: false })).toBe(false)
  expect(isInternal({ username: 'ghost1', name: 'Ghost User', bot: false })).toBe(true)
  expect(isInternal({ username: 'alert-bot', name: 'GitLab Alert Bot', bot: true })).toBe(true)
})

it.each([
  [['block'], 10],
  [['ban', 'block'], 10],
  [[], 10],
  [['delete_ssh_keys'], 0],
  [['block', 'delete_ssh_keys', 'delete_emails'], 10],
  [['ban', 'hard_delete'], 60],
] as const)('gives %o an undo period of %i s', (actions, seconds) => {
  expect(undoSecondsFor(actions, 10)).toBe(seconds)
})

it('undoes no deletion earlier than other actions', () => {
  expect(undoSecondsFor(['delete'], 90)).toBe(90)
})

it('recognizes bots by their flag, and those of projects and groups by their username', () => {
  for (const username of ['project_17_bot_9f2c', 'group_3_bot', 'Project_1_Bot1'])
    expect(isBot({ username })).toBe(true)
  for (const username of ['project_bot', 'my_project_17_bot', 'anna'])
    expect(isBot({ username, bot: false })).toBe(false)
  expect(isBot({ username: 'anna', bot: true })).toBe(true)
})

it('expects that an accepted deletion takes a while', () => {
  expect(isDeletionAccepted('delete', 'active')).toBe(true)
  expect(isDeletionAccepted('hard_delete', 'blocked')).toBe(true)
  expect(isDeletionAccepted('delete', 'gone')).toBe(false)
  expect(isDeletionAccepted('delete', undefined)).toBe(false)
  expect(isDeletionAccepted('block', 'active')).toBe(false)
  expect(isDeletionAccepted('toString', 'active')).toBe(false)
})

it('tells tasks that remove something from others and from deletions', () => {
  const removing = ['delete_ssh_keys', 'add_note', 'hard_delete'] as const
  expect(removing.filter(removesObjects)).toEqual(['delete_ssh_keys'])
})

it('starts a run with its action, or with the steps that have no date', () => {
  const steps = [
    { action: 'block', dated: false },
    { action: 'add_note' },
    { action: 'delete', dated: true },
  ] as const
  expect(undatedActions({ action: 'ban', plan: { steps } })).toEqual(['block', 'add_note'])
  expect(undatedActions({ action: 'ban' })).toEqual(['ban'])
  expect(undatedActions({})).toEqual([])
})
