import { computed } from 'vue'
import { expect, it } from 'vitest'
import { createUserSelection } from './selection.ts'

it('selects users one by one', () => {
  const users = createUserSelection()
  users.toggle(3)
  users.range([5, 6, 7])
  users.range([6], false)
  users.toggle(5)
  expect([3, 5, 6, 7].filter(users.has)).toEqual([3, 7])
  expect(users.size(100)).toBe(2)
  expect(users.toSelection()).toEqual({ kind: 'users', ids: [3, 7] })
})

it('selects all matching users except some', () => {
  const users = createUserSelection()
  users.toggle(3)
  users.all({ search: 'a' }, 10)
  expect(users.size(100_000)).toBe(100_000)
  users.toggle(4)
  users.range([5, 6], false)
  users.toggle(6)
  expect(users.has(3)).toBe(true)
  expect(users.has(4)).toBe(false)
  expect(users.size(100_000)).toBe(99_998)
  expect(users.toSelection()).toEqual({
    kind: 'matching',
    filter: { search: 'a' },
    except: [4, 5],
  })
  users.clear()
  expect(users.size(100_000)).toBe(0)
  expect(users.matching()).toBeUndefined()
})

it('invalidates only the row that changed', () => {
  const users = createUserSelection()
  users.range(Array.from({ length: 1000 }, (_, id) => id))
  let updateCount = 0
  const rows = [1, 2, 3].map((id) =>
    computed(() => {
      updateCount += 1
      return users.has(id)
    }),
  )
  const readRows = () => rows.map((row) => row.value)
  readRows()
  users.toggle(2)
  expect(readRows()).toEqual([true, false, true])
  expect(updateCount).toBe(4)
})
