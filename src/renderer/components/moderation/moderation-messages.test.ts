import { expect, it } from 'vitest'
import {
  type QueueAction,
  isIrreversible,
  moderationActions,
} from '../../../shared/rules/moderation.ts'
import {
  actionConsequences,
  actionEffect,
  formatPermanentSteps,
  planTitle,
} from './moderation-messages.ts'

it('explains consequences only for irreversible actions', () => {
  for (const action of moderationActions) {
    expect([action, actionConsequences(action) !== actionEffect(action)]).toEqual([
      action,
      isIrreversible(action),
    ])
  }
})

it.each(['block', 'ban', 'deactivate'] as const)(
  '%s also turns off pipeline schedules, in previews of actions and plans',
  (action) => expect(actionEffect(action)).toMatch(/turns off their pipeline schedules\.$/),
)

it.each<[QueueAction[], string]>([
  [
    ['block', 'delete_ssh_keys', 'delete_emails', 'add_note'],
    'These steps can’t be undone: Delete SSH keys and Delete secondary emails. You can undo “Block” later.',
  ],
  [['delete_ssh_keys'], 'These steps can’t be undone: Delete SSH keys.'],
  [['ban', 'hard_delete'], 'These steps can’t be undone: Delete with contributions.'],
])('names the irreversible steps of %o, and the one that can be undone', (actions, expected) => {
  expect(formatPermanentSteps(actions)).toBe(expected)
})

const block = { action: 'block', dated: true } as const
const due = { at: Date.parse('2027-01-01T12:00:00'), zone: 'UTC' }

it.each([
  [{ name: 'Offboard', builtIn: 'offboard', steps: [] }, /^Offboard Anna$/],
  [{ name: 'Offboard', builtIn: 'offboard', steps: [block], due }, /^Offboard Anna \(.*2027.*\)$/],
  [{ name: 'Edit', builtIn: 'edit', steps: [] }, /^Edit Anna$/],
  [{ name: 'Until', builtIn: 'blockUntil', steps: [block] }, /^Block Anna until a date$/],
  [{ name: 'Until', builtIn: 'blockUntil', steps: [block], due }, /^Block Anna until .*2027/],
  [{ name: 'Access', builtIn: 'temporary', steps: [block], due }, /^Give Anna access until .*2027/],
  // Without its dated step.
  [{ name: 'Until', builtIn: 'blockUntil', steps: [] }, /^Block until a date: Anna$/],
  [{ name: 'Leaver', steps: [block] }, /^Leaver: Anna$/],
  [{ name: 'Leaver', steps: [block], due }, /^Leaver: Anna \(.*2027.*\)$/],
] as const)('describes what the plan %o does, to whom, and when', (plan, title) => {
  const { steps, ...rest } = plan
  const text = planTitle({ ...rest, steps: [...steps] }, 1, { name: 'Anna', username: 'anna' })
  expect(text.replace(/[\u2068\u2069]/g, '')).toMatch(title)
})
