import { expect, it } from 'vitest'
import type { QueueAction } from '../../../shared/rules/moderation.ts'
import { formatPermanentSteps } from './moderation-messages.ts'

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
