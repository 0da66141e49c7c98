import { expect, it } from 'vitest'
import { matchesTextToType, textToType } from './confirmation-rule.ts'

it.each([
  [true, undefined, undefined],
  [true, 1, undefined],
  [true, 50, undefined],
  [true, 51, '51'],
  [true, 49_996, '49996'],
  [false, undefined, 'delete'],
  [false, 0, 'delete'],
  [false, 1, 'delete'],
  [false, 2, '2'],
  [false, 50, '50'],
  [false, 51, '51'],
])('asks, reversible: %s, for %s things, to type %s', (isReversible, count, text) => {
  expect(textToType({ isReversible, ...(count !== undefined && { count }) })).toBe(text)
})

it.each([
  ['delete', 'delete', true],
  [' Delete ', 'delete', true],
  ['delet', 'delete', false],
  ['delete it', 'delete', false],
  ['', 'delete', false],
  ['1200', '1200', true],
  [' 1200 ', '1200', true],
  ['1,200', '1200', true],
  ['1.200', '1200', true],
  ['1\u202F200', '1200', true],
  ['1200 users', '1200', false],
  ['120', '1200', false],
  ['-1200', '1200', false],
  ['', '1200', false],
])('takes %j for %s: %s', (typed, wanted, matches) => {
  expect(matchesTextToType(typed, wanted)).toBe(matches)
})
