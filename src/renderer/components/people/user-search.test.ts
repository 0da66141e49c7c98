import { expect, it } from 'vitest'
import { filterUsers, parseUserSearch } from './user-search.ts'

const users = [
  { id: 1, username: 'piotr.zielinski', name: 'Piotr Zieliński', state: 'active' },
  { id: 2, username: 'layla.h', name: 'ليلى حداد', state: 'active' },
]
const search = (typed: string) => filterUsers(users, typed).map(({ id }) => id)

it('ignores case and accents in names and usernames', () => {
  expect(search('ZIELIN')).toEqual([1])
  expect(search('zieliń')).toEqual([1])
  expect(search(' @layla')).toEqual([2])
  expect(search('ليلى')).toEqual([2])
  expect(search('')).toEqual([1, 2])
  expect(search('nobody')).toEqual([])
})

it('ranks an ID match before names that contain the number', () => {
  const robot = { id: 3, username: 'robot-2', name: 'Robot', state: 'active' }
  const ids = (typed: string) => filterUsers([robot, ...users], typed).map(({ id }) => id)
  expect(ids('2')).toEqual([2, 3])
  expect(ids('#2')).toEqual([2])
  expect(ids('#9')).toEqual([])
})

it('searches for an exact username after an @ or with the checkbox', () => {
  expect(parseUserSearch(' maya ', false)).toEqual({ search: 'maya' })
  expect(parseUserSearch('@maya', false)).toEqual({ username: 'maya' })
  expect(parseUserSearch('maya', true)).toEqual({ username: 'maya' })
  expect(parseUserSearch(' @ ', true)).toBeUndefined()
})
