import { expect, it } from 'vitest'
import { rowAfterKey } from './use-grid.ts'

it.each([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 5, 4],
  ['j', 5, 6],
  ['k', 5, 4],
  ['PageDown', 5, 14],
  ['PageUp', 5, 0],
  ['Home', 5, 0],
  ['End', 5, 99],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['PageDown', 95, 99],
  ['a', 5, undefined],
])('%s moves from row %i to row %o', (key, from, to) => {
  expect(rowAfterKey(key, from, 100, 10)).toBe(to)
})

it('stays put in an empty list and moves by one row if the height is unknown', () => {
  expect(rowAfterKey('End', 0, 0, 10)).toBeUndefined()
  expect(rowAfterKey('PageDown', 3, 100, 0)).toBe(4)
})
