import { expect, it } from 'vitest'
import { countTypos } from './count-typos.ts'

it.each([
  ['kyes', 'keys', 1],
  ['ekys', 'keys', 1],
  ['stauts', 'status', 1],
  ['prefrences', 'preferences', 1],
  ['prefrneces', 'preferences', 2],
  ['notfica', 'notifications', 1],
  ['tokenn', 'token', 1],
  ['avater', 'avatar', 1],
])('matches “%s” to “%s” with %i typos', (typed, word, typos) => {
  expect(countTypos(typed, word)).toBe(typos)
})

it.each([
  ['kye', 'key'],
  ['locks', 'clocks'],
  ['kyse', 'keys'],
  ['status', 'state'],
  ['emails', 'details'],
  ['x'.repeat(10_000), 'x'],
])('doesn’t match “%.10s” to “%s”', (typed, word) => {
  expect(countTypos(typed, word)).toBeUndefined()
})
