import { expect, it } from 'vitest'
import { isIrreversible, moderationActions } from '../../../../shared/rules/moderation.ts'
import {
  actionConsequences,
  actionEffect,
} from '../../../components/moderation/moderation-messages.ts'
import { parseAction } from './bulk-choice.ts'

it('explains consequences only for irreversible actions', () => {
  for (const action of moderationActions) {
    expect([action, actionConsequences(action) !== actionEffect(action)]).toEqual([
      action,
      isIrreversible(action),
    ])
  }
})

it('accepts an action from the URL only if it exists', () => {
  expect(parseAction('block')).toBe('block')
  expect(parseAction('constructor')).toBeUndefined()
  expect(parseAction(undefined)).toBeUndefined()
})
