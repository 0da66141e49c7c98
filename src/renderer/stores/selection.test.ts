import { computed } from 'vue'
import { expect, it } from 'vitest'
import { createUserSelection } from './selection.ts'

it('chooses people one by one', () => {
  const people = createUserSelection()
  people.toggle(3)
  people.range([5, 6, 7])
  people.range([6], false)
  people.toggle(5)
  expect([3, 5, 6, 7].filter(people.has)).toEqual([3, 7])
  expect(people.size(100)).toBe(2)
  expect(people.toSelection()).toEqual({ kind: 'people', ids: [3, 7] })
})

it('chooses all whom a filter finds, but some', () => {
  const people = createUserSelection()
  people.toggle(3)
  people.all({ search: 'a' }, 10)
  expect(people.size(100_000)).toBe(100_000)
  people.toggle(4)
  people.range([5, 6], false)
  people.toggle(6)
  expect(people.has(3)).toBe(true)
  expect(people.has(4)).toBe(false)
  expect(people.size(100_000)).toBe(99_998)
  expect(people.toSelection()).toEqual({
    kind: 'matching',
    filter: { search: 'a' },
    except: [4, 5],
  })
  people.clear()
  expect(people.size(100_000)).toBe(0)
  expect(people.matching()).toBeUndefined()
})

it('tells only those who asked about the one that changed', () => {
  const people = createUserSelection()
  people.range(Array.from({ length: 1000 }, (_, id) => id))
  let looks = 0
  const rows = [1, 2, 3].map((id) =>
    computed(() => {
      looks += 1
      return people.has(id)
    }),
  )
  const look = () => rows.map((row) => row.value)
  look()
  people.toggle(2)
  expect(look()).toEqual([true, false, true])
  expect(looks).toBe(4)
})
