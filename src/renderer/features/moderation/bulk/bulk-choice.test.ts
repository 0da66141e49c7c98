import { expect, it } from 'vitest'
import { isIrreversible, moderationActions } from '../../../../shared/rules/moderation.ts'
import {
  actionConsequences,
  actionEffect,
} from '../../../components/moderation/moderation-messages.ts'
import { actionChoices, parseAction } from './bulk-choice.ts'

it('explains consequences only for irreversible actions', () => {
  for (const action of moderationActions) {
    expect([action, actionConsequences(action) !== actionEffect(action)]).toEqual([
      action,
      isIrreversible(action),
    ])
  }
})

it('marks the irreversible choices as dangerous', () => {
  const dangerous = actionChoices().filter(({ isDangerous }) => isDangerous)
  expect(dangerous.map(({ value }) => value)).toEqual(moderationActions.filter(isIrreversible))
  expect(dangerous.map(({ value }) => value)).toContain('delete')
})

it('accepts an action from the URL only if it exists', () => {
  expect(parseAction('block')).toBe('block')
  expect(parseAction('constructor')).toBeUndefined()
  expect(parseAction(undefined)).toBeUndefined()
})
