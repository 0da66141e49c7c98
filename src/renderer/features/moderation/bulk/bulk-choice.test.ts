import { expect, it } from 'vitest'
import { moderationActions } from '../../../../shared/moderation.ts'
import {
  actionConsequences,
  actionEffect,
  bulkConsequences,
  isIrreversible,
} from '../../../data/moderation/moderation-messages.ts'
import { parseAction, isCountTyped } from './bulk-choice.ts'

it('says more of the actions that cannot be undone', () => {
  for (const action of moderationActions) {
    if (isIrreversible(action)) expect(bulkConsequences(action)).toMatch(/\.$/)
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

it.each([
  ['1200', true],
  [' 1200 ', true],
  ['1,200', true],
  ['1.200', true],
  ['1 200', true],
  ['1 200', true],
  ['1200 people', false],
  ['120', false],
  ['-1200', false],
  ['', false],
])('takes %j for 1200: %s', (typed, isTyped) => {
  expect(isCountTyped(typed, 1200)).toBe(isTyped)
})
