import { expect, it } from 'vitest'
import { message } from '../messages/message.ts'
import { planName } from './plans.ts'

it('translates the names of built-in plans only', () => {
  expect(planName({ name: 'Offboard', builtIn: 'offboard' })).toEqual(
    message('plans.name_offboard'),
  )
  expect(planName({ name: 'Offboard' })).toBe('Offboard')
})
