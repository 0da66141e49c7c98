import { expect, it } from 'vitest'
import { message } from '../messages/message.ts'
import { planName } from './plans.ts'

it('names a built-in plan in the current language, and others as they were written', () => {
  expect(planName({ name: 'Offboard', builtIn: 'offboard' })).toEqual(
    message('plans.name_offboard'),
  )
  expect(planName({ name: 'Offboard' })).toBe('Offboard')
})
