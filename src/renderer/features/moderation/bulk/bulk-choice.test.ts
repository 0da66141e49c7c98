import { expect, it } from 'vitest'
import { isIrreversible, moderationActions } from '../../../../shared/rules/moderation.ts'
import {
  actionConsequences,
  actionEffect,
} from '../../../components/moderation/moderation-messages.ts'
import { parseAction } from './bulk-choice.ts'

it('says more of the actions that cannot be undone', () => {
  for (const action of moderationActions) {
    expect([action, actionConsequences(action) !== actionEffect(action)]).toEqual([
      action,
      isIrreversible(action),
    ])
  }
})

it('takes the action from an address only where there is one of that name', () => {
  expect(parseAction('block')).toBe('block')
  expect(parseAction('constructor')).toBeUndefined()
  expect(parseAction(undefined)).toBeUndefined()
})
