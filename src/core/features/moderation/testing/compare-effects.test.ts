import { expect, it } from 'vitest'
import { type MessageId, message } from '../../../../shared/messages/message.ts'
import { isExplained } from './compare-effects.ts'
import type { StoredAction } from './file-of-actions.ts'

const target = 5

function unban(state: StoredAction['state'], id?: MessageId): StoredAction {
  return {
    id: 1,
    action: 'unban',
    target,
    state,
    position: 1,
    before: 'banned',
    expected_state: 'banned',
    failure: id ? JSON.stringify({ kind: 'conflict', message: message(id) }) : null,
    job: null,
    run: null,
  }
}

it.each<[string, StoredAction, changes: number, boolean]>([
  ['a completed action', unban('done'), 1, true],
  ['a completed action with two changes', unban('done'), 2, false],
  [
    'an action already done by another administrator',
    unban('done', 'queue.alreadyInState'),
    1,
    false,
  ],
  ['a lost response for a user deleted since', unban('refused', 'queue.goneUnconfirmed'), 1, true],
  ['a lost response of an expired action', unban('expired', 'queue.expiredUnconfirmed'), 1, true],
  ['an action that was never sent', unban('expired', 'queue.expired'), 1, false],
])('decides whether changes are explained by %s', (_, action, changes, expected) => {
  const happened = Array.from({ length: changes }, () => ({ target, became: 'active' }))
  expect(isExplained([action], happened)).toBe(expected)
})
