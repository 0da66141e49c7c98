import { expect, it } from 'vitest'
import { moderationActions } from '../../../../shared/moderation.ts'
import { actionWords } from '../../../data/moderation/moderation-messages.ts'
import { isFinal } from '../../../data/moderation/moderation-dialog-messages.ts'
import { actionNamed, isCountTyped } from './bulk-choice.ts'

it('says what is lost of every action that cannot be undone, and of no other', () => {
  for (const action of moderationActions) {
    expect([action, actionWords[action].lost !== undefined]).toEqual([action, isFinal(action)])
  }
})

it('takes the action from an address only where there is one of that name', () => {
  expect(actionNamed('block')).toBe('block')
  expect(actionNamed('constructor')).toBeUndefined()
  expect(actionNamed(undefined)).toBeUndefined()
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
])('takes %j for 1200: %s', (typed, is) => {
  expect(isCountTyped(typed, 1200)).toBe(is)
})
