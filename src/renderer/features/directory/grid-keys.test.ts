import { expect, it } from 'vitest'
import { placesBetween, rowAfterKey } from './grid-keys.ts'

it.each([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 5, 4],
  ['PageDown', 5, 14],
  ['PageUp', 5, 0],
  ['Home', 5, 0],
  ['End', 5, 99],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['PageDown', 95, 99],
  ['a', 5, undefined],
])('%s leads from row %i to row %o', (key, from, to) => {
  expect(rowAfterKey(key, from, 100, 10)).toBe(to)
})

it('leads nowhere where there are no rows, and one row on in the lowest of windows', () => {
  expect(rowAfterKey('End', 0, 0, 10)).toBeUndefined()
  expect(rowAfterKey('PageDown', 3, 100, 0)).toBe(4)
})

it('orders the ends of a range', () => {
  expect(placesBetween(7, 3)).toEqual({ first: 3, last: 7 })
  expect(placesBetween(3, 3)).toEqual({ first: 3, last: 3 })
})
