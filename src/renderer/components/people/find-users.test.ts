import { expect, it } from 'vitest'
import { exactMatch } from './find-users.ts'
import { parseUserSearch } from './user-search.ts'

const kim = { id: 47841, username: 'Kim' }
const match = (typed: string, user = kim) => exactMatch(user, parseUserSearch(typed, false)!)

it.each([
  ['47841', 'id'],
  ['#47841', 'id'],
  ['kim', 'username'],
  ['@KIM', 'username'],
  ['ki', undefined],
  ['4784', undefined],
])('marks an exact match of %j: %s', (typed, mark) => {
  expect(match(typed)).toBe(mark)
})

it('treats a number after an @ as a username', () => {
  expect(match('@47841')).toBeUndefined()
  expect(match('@47841', { id: 7, username: '47841' })).toBe('username')
  expect(match('47841', { id: 7, username: '47841' })).toBe('username')
})
