import { expect, it } from 'vitest'
import { peopleMatching, searchOf } from './people-filter.ts'

const people = [
  { id: 1, username: 'piotr.zielinski', name: 'Piotr Zieliński', state: 'active' },
  { id: 2, username: 'layla.h', name: 'ليلى حداد', state: 'active' },
]
const found = (typed: string) => peopleMatching(people, typed).map(({ id }) => id)

it('finds names and usernames whatever the case and the accents', () => {
  expect(found('ZIELIN')).toEqual([1])
  expect(found('zieliń')).toEqual([1])
  expect(found(' @layla')).toEqual([2])
  expect(found('ليلى')).toEqual([2])
  expect(found('')).toEqual([1, 2])
  expect(found('nobody')).toEqual([])
})

it('finds the user with an ID first, then who has the number in a name', () => {
  const robot = { id: 3, username: 'robot-2', name: 'Robot', state: 'active' }
  const ids = (typed: string) => peopleMatching([robot, ...people], typed).map(({ id }) => id)
  expect(ids('2')).toEqual([2, 3])
  expect(ids('#2')).toEqual([2])
  expect(ids('#9')).toEqual([])
})

it('asks for the username itself where an @ or the box says so', () => {
  expect(searchOf(' maya ', false)).toEqual({ search: 'maya' })
  expect(searchOf('@maya', false)).toEqual({ username: 'maya' })
  expect(searchOf('maya', true)).toEqual({ username: 'maya' })
  expect(searchOf(' @ ', true)).toBeUndefined()
})
