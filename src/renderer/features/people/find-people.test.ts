import { expect, it } from 'vitest'
import { exactMatch } from './find-people.ts'
import { searchOf } from './people-filter.ts'

const kim = { id: 47841, username: 'Kim' }
const match = (typed: string, person = kim) => exactMatch(person, searchOf(typed, false)!)

it.each([
  ['47841', 'id'],
  ['#47841', 'id'],
  ['kim', 'username'],
  ['@KIM', 'username'],
  ['ki', undefined],
  ['4784', undefined],
])('marks who %j names exactly: %s', (typed, mark) => {
  expect(match(typed)).toBe(mark)
})

it('takes a number after an @ for a username', () => {
  expect(match('@47841')).toBeUndefined()
  expect(match('@47841', { id: 7, username: '47841' })).toBe('username')
  expect(match('47841', { id: 7, username: '47841' })).toBe('username')
})
